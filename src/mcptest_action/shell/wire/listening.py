"""On which addresses of this machine somebody listens. Linux tells, other systems don't."""

import asyncio
import contextlib
import socket
import sys
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

from mcptest_action.core.protocol.exchange import Bound

_LISTEN, _WORD = "0A", 4
# They pass connections on to a server that may listen anywhere: in a container, say.
_FORWARDERS = frozenset(
    ("docker-proxy", "rootlessport", "rootlesskit", "slirp4netns", "pasta", "passt", "gvproxy",
     "ssh", "sshd", "kubectl", "socat")
)  # fmt: skip


class _Socket(NamedTuple):
    address: str
    inode: str


async def bound(port: int) -> Bound:
    return Bound(await asyncio.to_thread(addresses_of, port))


def addresses_of(port: int, proc: Path = Path("/proc")) -> tuple[str, ...]:
    """Where the port is open; empty if nobody listens, or we cannot see who does.

    Who is only reached from this machine need not be known.
    """
    found = sorted(set(_listening(port, proc)))
    remote = [one.inode for one in found if not ip_address(one.address).is_loopback]
    if any(_owner(inode, proc) in (None, *_FORWARDERS) for inode in remote):
        return ()
    return tuple(dict.fromkeys(one.address for one in found))


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
    address = ip_address(socket.inet_ntop(family, plain))
    return str(getattr(address, "ipv4_mapped", None) or address)


def _owner(inode: str, proc: Path) -> str | None:
    """The name of the process that holds the socket, if we may look into it."""
    wanted = f"socket:[{inode}]"
    for process in proc.glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if any(str(one.readlink()) == wanted for one in (process / "fd").iterdir()):
                return (process / "comm").read_text(errors="replace").strip()
    return None
