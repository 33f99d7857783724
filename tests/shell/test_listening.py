"""Who listens on a port: read from the tables of the kernel, real and made up."""

import asyncio
import socket
import sys
from pathlib import Path

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
        assert addresses_of(port) == ("127.0.0.1",)
    assert addresses_of(port) == ()


def row(place: str, state: str, inode: int) -> str:
    return (
        f"   0: {place} 00000000:0000 {state} 00000000:00000000 00:00000000 00000000 0 0 {inode} 1"
    )


def made_up(folder: Path, *rows: str, v6: tuple[str, ...] = (), owner: str = "") -> Path:
    (folder / "net").mkdir(parents=True)
    (folder / "net" / "tcp").write_text("\n".join((HEAD, *rows)))
    (folder / "net" / "tcp6").write_text("\n".join((HEAD, *v6)))
    (folder / "self").mkdir()
    if owner:
        (folder / "17" / "fd").mkdir(parents=True)
        (folder / "17" / "fd" / "3").symlink_to("socket:[77]")
        (folder / "17" / "comm").write_text(f"{owner}\n")
    return folder


little = pytest.mark.skipif(sys.byteorder != "little", reason="the made-up tables are")
EVERYWHERE = row("00000000:1F90", "0A", 77)


@little
@pytest.mark.parametrize(
    ("owner", "found"),
    [("python", ("0.0.0.0",)), ("docker-proxy", ()), ("", ())],  # noqa: S104
    ids=["a server", "a forwarder", "somebody else"],
)
def test_a_port_that_everybody_can_reach_belongs_to_a_server_that_we_can_see(
    tmp_path, owner, found
):
    assert addresses_of(8080, made_up(tmp_path / "proc", EVERYWHERE, owner=owner)) == found


@little
def test_other_ports_connections_and_spellings(tmp_path):
    other, connected = row("0100007F:1F91", "0A", 1), row("0100007F:1F90", "01", 2)
    mapped = row(f"{'0' * 16}FFFF00000100007F:1F90", "0A", 3)
    loopback = row(f"{'0' * 24}01000000:1F90", "0A", 4)
    proc = made_up(tmp_path / "proc", other, connected, v6=(mapped, loopback))
    assert addresses_of(8080, proc) == ("127.0.0.1", "::1")
    assert addresses_of(8080, tmp_path / "nowhere") == ()


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
