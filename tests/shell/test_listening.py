"""Who listens on a port: read from the tables of the kernel, real and made up."""

import asyncio
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

from mcptest_action.core.protocol.exchange import Notification, Response
from mcptest_action.shell.wire.listening import addresses_of
from mcptest_action.shell.wire.messages import Inbox

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these tables")
HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode"


@linux
def test_a_port_of_our_own():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        assert addresses_of("127.0.0.1", port) == ("127.0.0.1",)
    assert addresses_of("127.0.0.1", port) == ()


@linux
def test_a_port_of_our_own_that_everybody_can_reach():
    with socket.create_server(("", 0)) as listener:
        assert addresses_of("localhost", listener.getsockname()[1]) == (EVERYBODY,)


def row(place: str, state: str, inode: int) -> str:
    return (
        f"   0: {place} 00000000:0000 {state} 00000000:00000000 00:00000000 00000000 0 0 {inode} 1"
    )


def made_up(folder: Path, *rows: str, v6: tuple[str, ...] = (), **holders: Any) -> Path:
    """The tables, and processes by name with the sockets that they hold."""
    (folder / "net").mkdir(parents=True)
    (folder / "net" / "tcp").write_text("\n".join((HEAD, *rows)))
    (folder / "net" / "tcp6").write_text("\n".join((HEAD, *v6)))
    (folder / "self").mkdir()
    for number, (name, inodes) in enumerate(holders.items(), 17):
        process = folder / f"{number}"
        (process / "fd").mkdir(parents=True)
        (process / "fd" / "0").symlink_to("/dev/null")
        (process / "fd" / "1").write_text("closed meanwhile: this is no link any more")
        (process / "comm").write_text(f"{name}\n")
        for inode in inodes:
            (process / "fd" / f"{inode}").symlink_to(f"socket:[{inode}]")
    return folder


little = pytest.mark.skipif(sys.byteorder != "little", reason="the made-up tables are")
EVERYBODY = "0.0.0.0"  # noqa: S104
EVERYWHERE, LOCAL = row("00000000:1F90", "0A", 77), row("0100007F:1F90", "0A", 78)
EVERYWHERE_6 = row(f"{'0' * 32}:1F90", "0A", 79)


@little
@pytest.mark.parametrize(
    ("holders", "found"),
    [
        ({"python": [77]}, (EVERYBODY,)),
        ({"python": [77], "worker": [77]}, (EVERYBODY,)),
        *(({name: [77]}, ()) for name in ("docker-proxy", "pasta.avx2", "passt.avx2", "pasta")),
        ({}, ()),
    ],
    ids=["a server", "with workers", "docker", "pasta.avx2", "passt.avx2", "pasta", "unknown"],
)
def test_a_port_that_everybody_can_reach_belongs_to_a_server_that_we_can_see(
    tmp_path, holders, found
):
    proc = made_up(tmp_path / "proc", EVERYWHERE, **holders)
    assert addresses_of("127.0.0.1", 8080, proc) == found


@little
@pytest.mark.parametrize(
    ("host", "holders", "found"),
    [
        ("127.0.0.1", {"ours": [78], "other": [77]}, ("127.0.0.1",)),
        ("127.0.0.1", {"ours": [77, 78]}, (EVERYBODY, "127.0.0.1")),
        ("127.0.0.1", {"ours": [78], "docker-proxy": [77, 79]}, ("127.0.0.1",)),
        ("127.0.0.1", {"ours": [78]}, ("127.0.0.1",)),
        ("::ffff:127.0.0.1", {"ours": [78], "other": [77]}, ("127.0.0.1",)),
        ("127.0.0.1", {"other": [77, 79]}, ()),
        ("127.0.0.2", {"ours": [78], "other": [77]}, (EVERYBODY,)),
        ("::1", {"ours": [78], "other": [79]}, ("::",)),
        ("localhost", {"ours": [78], "other": [79]}, ()),
        ("localhost", {"ours": [78, 79], "other": [77]}, ("127.0.0.1", "::")),
    ],
)
def test_of_several_servers_on_a_port_ours_is_the_one_that_our_address_leads_to(
    tmp_path, host, holders, found
):
    proc = made_up(tmp_path / "proc", EVERYWHERE, LOCAL, v6=(EVERYWHERE_6,), **holders)
    assert addresses_of(host, 8080, proc) == found


@little
def test_where_our_address_leads_to_nobody_nothing_is_known(tmp_path):
    """As where the kernel itself passes connections on."""
    elsewhere = row("0200000A:1F90", "0A", 77)
    assert addresses_of("127.0.0.1", 8080, made_up(tmp_path / "proc", elsewhere, other=[77])) == ()


@little
def test_other_ports_connections_and_spellings(tmp_path):
    other, connected = row("0100007F:1F91", "0A", 1), row("0100007F:1F90", "01", 2)
    mapped = row(f"{'0' * 16}FFFF00000100007F:1F90", "0A", 3)
    loopback = row(f"{'0' * 24}01000000:1F90", "0A", 4)
    proc = made_up(tmp_path / "proc", other, connected, v6=(mapped, loopback))
    assert addresses_of("127.0.0.1", 8080, proc) == ("127.0.0.1", "::1")
    assert addresses_of("127.0.0.1", 8080, tmp_path / "nowhere") == ()


def test_a_listener_waits_for_a_response_or_for_a_notification():
    async def heard(*messages):
        inbox = Inbox()
        for message in messages:
            inbox.add(message, late=False, stream=2, event="e-1")
        return (await inbox.listen("notifications/x", 0.01, "own")).messages

    other, own = Response("other", {}, None), Response("own", {}, None)
    assert len(asyncio.run(heard(other))) == 1  # not before the time was up
    [said] = asyncio.run(heard(own))
    assert said == {"message": {"id": "own", "result": {}}, "stream": 2, "event": "e-1"}
    assert asyncio.run(heard(Notification("notifications/x", {})))


def test_a_response_wakes_who_waits_for_it():
    async def woken() -> int:
        inbox = Inbox()
        waiting = asyncio.create_task(inbox.listen(None, 30, 7))
        await asyncio.sleep(0)
        inbox.add(Response("7", {}, None), late=False)
        inbox.add(Response(7, {}, None), late=False)
        return len((await waiting).messages)

    assert asyncio.run(woken()) == 2
