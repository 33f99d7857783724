"""On which addresses of this machine a server listens. Linux tells, other systems don't."""

import asyncio
import contextlib
import socket
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from mcptest_action.core.protocol.exchange import Bound
from mcptest_action.core.protocol.target import is_loopback

_LISTEN, _WORD = "0A", 4
# By the version of an address: what a socket is bound to that takes connections to any.
_EVERYWHERE = {4: ("0.0.0.0", "::"), 6: ("::",)}  # noqa: S104 - looked for, not listened on
# They pass connections on to a server that may listen anywhere: in a container, say. What stands
# behind a dot is how they were built, as in `pasta.avx2`.
_FORWARDERS = frozenset(
    ("docker-proxy", "rootlessport", "rootlesskit", "slirp4netns", "pasta", "passt", "gvproxy",
     "ssh", "sshd", "kubectl", "socat")
)  # fmt: skip
_Ip = IPv4Address | IPv6Address


class _Socket(NamedTuple):
    address: str
    inode: str


async def bound(host: str, port: int) -> Bound:
    return Bound(await asyncio.to_thread(addresses_of, host, port))


def addresses_of(host: str, port: int, proc: Path = Path("/proc")) -> tuple[str, ...]:
    """Where the process listens that is reached there; empty if nobody does, or we cannot see who.

    Another process may have the port on other addresses. Where all of them are reached from this
    machine alone, it need not be known who has which.
    """
    found = sorted(set(_listening(port, proc)))
    if not all(is_loopback(one.address) for one in found):
        holders = _holders(proc)
        reached = [holders[inode] for inode in _reached(host, found)]
        servers = set.intersection(*reached) if reached else set()
        if any(_name(server) in _FORWARDERS for server in servers):
            return ()
        found = [one for one in found if not servers.isdisjoint(holders[one.inode])]
    return tuple(dict.fromkeys(one.address for one in found))


def _reached(host: str, found: Sequence[_Socket]) -> Iterator[str]:
    """The sockets that a connection to the host may lead to: of an address, the one that is bound
    to it, or else to all.
    """
    for ways in _ways(host):
        bound_to = (one.inode for way in ways for one in found if one.address == way)
        yield from islice(bound_to, 1)


def _ways(host: str) -> Iterator[tuple[str, ...]]:
    try:
        named = [ip_address(host)]
    except ValueError:  # a name of this machine, which may stand for either
        named = [ip_address("127.0.0.1"), ip_address("::1")]
    for address in named:
        plain = _plain(address)
        yield str(plain), *_EVERYWHERE[plain.version]


def _listening(port: int, proc: Path) -> Iterator[_Socket]:
    for table in ("tcp", "tcp6"):
        with contextlib.suppress(OSError):
            for line in (proc / "net" / table).read_text("ascii").splitlines()[1:]:
                fields = line.split()
                place, _, number = fields[1].partition(":")
                if fields[3] == _LISTEN and int(number, 16) == port:
                    yield _Socket(_address(bytes.fromhex(place)), fields[9])


def _address(data: bytes) -> str:
    """The kernel writes the words of an address as this machine holds them."""
    step = -1 if sys.byteorder == "little" else 1
    plain = b"".join(data[i : i + _WORD][::step] for i in range(0, len(data), _WORD))
    family = socket.AF_INET if len(plain) == _WORD else socket.AF_INET6
    return str(_plain(ip_address(socket.inet_ntop(family, plain))))


def _plain(address: _Ip) -> _Ip:
    """One of version 4, also where it is written as one of version 6."""
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address


def _holders(proc: Path) -> Mapping[str, set[Path]]:
    """The processes that hold each socket, by its inode, as far as we may look into them."""
    holders: defaultdict[str, set[Path]] = defaultdict(set)
    for process in proc.glob("[0-9]*"):
        with contextlib.suppress(OSError):
            for one in (process / "fd").iterdir():
                with contextlib.suppress(OSError):  # closed meanwhile
                    kind, _, inode = str(one.readlink()).partition(":")
                    if kind == "socket":
                        holders[inode[1:-1]].add(process)
    return holders


def _name(process: Path) -> str:
    with contextlib.suppress(OSError):
        return (process / "comm").read_text(errors="replace").strip().partition(".")[0]
    return ""
