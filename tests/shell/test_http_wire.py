"""The HTTP wire, at servers that answer in ways no library would."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from mcptest_action.core.protocol.exchange.reaction import (
    Disconnected,
    HttpStatus,
    Overheard,
    Replied,
    TimedOut,
)
from mcptest_action.core.protocol.exchange.sse import ENDED_EARLY, ENDED_RESUMABLE
from mcptest_action.core.protocol.exchange.step import Close, Http, Listen, Request
from mcptest_action.core.protocol.target import FromEnvironment
from mcptest_action.core.protocol.target.flags import url_server
from mcptest_action.shell.wire import resume
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.line import Line
from mcptest_action.shell.wire.recorder import Recorder

if TYPE_CHECKING:
    from collections.abc import Sequence

ANSWER = b'{"jsonrpc":"2.0","id":1,"result":{}}'
EVENT = b"data: " + ANSWER + b"\n\n"


def whole(status: bytes, body: bytes, *headers: bytes) -> bytes:
    lines = [b"HTTP/1.1 " + status, b"Content-Length: %d" % len(body), *headers]
    return b"\r\n".join([*lines, b"Connection: close", b"", body])


def broken_off(events: bytes) -> bytes:
    """An event stream without the chunk that ends it."""
    head = (
        b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    return head + b"%x\r\n%s\r\n" % (len(events), events)


def ended(events: bytes) -> bytes:
    return broken_off(events) + b"0\r\n\r\n"


def script(steps: Sequence[Any]) -> Any:
    reactions = []
    for step in steps:
        reaction = yield step
        reactions.append(reaction)
    return reactions


def talk(answers: Sequence[bytes], *steps: Any, headers: dict[str, Any] | None = None) -> Any:
    """The reactions to the steps, and the requests as they arrived."""
    seen: list[bytes] = []
    left = list(answers)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        size = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
        await reader.readexactly(int(size[0].split(b":")[1]) if size else 0)
        seen.append(head)
        writer.write(left.pop(0) if left else whole(b"404 Not Found", b""))
        await writer.drain()
        writer.close()

    return asyncio.run(conversation(serve, steps, headers)), seen


async def conversation(
    serve: Any, steps: Sequence[Any], headers: dict[str, Any] | None = None
) -> Any:
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    target = url_server(f"http://127.0.0.1:{port}/mcp", headers or {}, None, None).target
    dialer = Dialer(target, {"TOKEN": "hidden-token"})
    line = Line(dialer, Recorder(None, dialer.redactor, {}), 5, "1", thorough=True)
    async with server:
        return await line.run(script(steps), "test")


PING = Request("ping", request_id=1)


@pytest.mark.parametrize("session", ["sessi\u00f6n".encode("latin-1"), "sessi\u00f6n".encode()])
def test_a_session_that_is_not_ascii_goes_back_as_it_came(session):
    hello = whole(b"200 OK", ANSWER, b"Mcp-Session-Id: " + session)
    _, seen = talk([hello, whole(b"200 OK", ANSWER)], PING, PING, Close())
    assert b"mcp-session-id: " + session in seen[1]
    assert seen[2].startswith(b"DELETE")
    assert b"mcp-session-id: " + session in seen[2]


def test_no_request_goes_out_on_a_connection_that_was_idle_for_long():
    """Servers close such connections, and what is on its way then gets no answer."""
    closed = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        closed.append(gone := asyncio.Event())
        await reader.readuntil(b"}")
        writer.write(whole(b"200 OK", ANSWER).replace(b"Connection: close\r\n", b""))
        await reader.read()
        writer.close()
        gone.set()

    async def run() -> Any:
        pause = Listen("notifications/never", timeout_s=1.5)
        reactions = await conversation(serve, [PING, pause, PING, Close()])
        await asyncio.gather(*(each.wait() for each in closed))
        return reactions

    first, _, second, _ = asyncio.run(run())
    assert [type(first), type(second)] == [Replied, Replied]
    assert len(closed) == 2


def test_a_header_in_another_script_is_sent_at_all():
    _, seen = talk([whole(b"200 OK", ANSWER)], PING._replace(headers={"X-Name": "世"}))
    assert "X-Name: 世".encode() in seen[0]


def test_what_was_refused_names_neither_a_session_nor_a_revision():
    no = whole(b"400 Bad Request", b"", b"Mcp-Session-Id: of-nobody")
    other = PING._replace(headers={"MCP-Protocol-Version": "1900-01-01"})
    _, seen = talk([no, whole(b"200 OK", ANSWER)], other, PING, Close())
    assert len(seen) == 2
    assert b"of-nobody" not in seen[1]


def test_an_answer_counts_even_if_its_stream_breaks_off_after_it():
    (reaction,), _ = talk([broken_off(EVENT)], PING)
    assert isinstance(reaction, Replied)
    assert reaction.http is not None
    assert reaction.http.stream == {"ids": [], "primed": False, "ended": True}


def test_after_a_stream_that_stays_open_the_ids_of_others_are_still_known():
    left, closed = iter("ab"), []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        closed.append(gone := asyncio.Event())
        await reader.readuntil(b"}")
        writer.write(broken_off(b"id: " + next(left).encode() + b"\n" + EVENT))
        await reader.read()
        writer.close()
        gone.set()

    async def run() -> Any:
        reactions = await conversation(serve, [PING, PING, Close()])
        await asyncio.gather(*(each.wait() for each in closed))
        return reactions

    assert [reaction.http.stream for reaction in asyncio.run(run())[:2]] == [
        {"ids": ["a"], "primed": False, "ended": False},
        {"ids": ["b"], "primed": False, "ended": None},
    ]


def test_an_event_of_another_name_is_noise_to_nobody():
    heartbeat, strange = b"event: ping\ndata: 12:00\n\n", b"data: 12:00\n\n"
    heard, _ = talk([ended(heartbeat + EVENT)], PING, Listen())
    assert heard[1] == Overheard(())
    heard, _ = talk([ended(strange + EVENT)], PING, Listen())
    assert heard[1] == Overheard(({"noise": "12:00"},))


def test_a_stream_without_the_answer_says_whether_it_can_be_resumed():
    plain, named = ended(b": nothing\n\n"), ended(b"id: 1\ndata:\n\n")
    reactions, _ = talk([plain, named], PING, PING)
    assert reactions == [Disconnected(ENDED_EARLY), Disconnected(ENDED_RESUMABLE)]


def primed(name: bytes, retry: bytes = b"retry: 1\n") -> bytes:
    return ended(b"id: " + name + b"\n" + retry + b"data:\n\n")


def test_a_stream_that_ends_early_is_asked_for_again():
    progress = b'data: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n'
    hello = whole(b"200 OK", ANSWER, b"Mcp-Session-Id: mine")
    answers = [hello, primed(b"a"), primed(b"b"), ended(progress), ended(b"id: c\n" + EVENT)]
    named = PING._replace(headers={"MCP-Protocol-Version": "2025-11-25"})
    (_, reaction, heard), seen = talk(answers, PING, named, Listen())
    assert isinstance(reaction, Replied)
    assert reaction.http is not None
    assert reaction.http.stream == {"ids": ["a", "b", "c"], "primed": True, "ended": True}
    assert [entry["message"]["method"] for entry in heard.messages] == ["notifications/progress"]
    for request, since in zip(seen[2:], (b"a", b"b", b"b"), strict=True):
        lines = request.split(b"\r\n")
        assert lines[0] == b"GET /mcp HTTP/1.1"
        assert b"Last-Event-ID: " + since in lines
        assert b"Accept: text/event-stream" in lines
        assert b"mcp-session-id: mine" in lines
        assert b"MCP-Protocol-Version: 2025-11-25" in lines
        assert not [line for line in lines if line.lower().startswith(b"content-type")]


def test_an_id_that_holds_a_secret_goes_back_as_it_came():
    own = {"X-Key": FromEnvironment("TOKEN")}
    (reaction,), seen = talk([primed(b"hidden-token-1"), ended(EVENT)], PING, headers=own)
    assert isinstance(reaction, Replied)
    assert "hidden-token" not in str(reaction)
    assert b"Last-Event-ID: hidden-token-1\r\n" in seen[1]


@pytest.mark.parametrize(
    "refusal",
    [whole(b"405 Method Not Allowed", b""), whole(b"200 OK", ANSWER), b""],
    ids=["a status", "no stream", "no answer"],
)
def test_a_stream_that_cannot_be_resumed_ended_early(refusal):
    reactions, seen = talk([primed(b"a"), refusal], PING)
    assert reactions == [Disconnected(ENDED_RESUMABLE)]
    assert len(seen) == 2


def test_a_stream_that_never_brings_the_answer_is_asked_for_five_times():
    reactions, seen = talk([primed(b"a")] * 10, PING)
    assert reactions == [Disconnected(ENDED_RESUMABLE)]
    assert len(seen) == 1 + 5


@pytest.mark.parametrize("retry", [b"retry: 999999999\n", b""])
def test_nobody_waits_for_long_before_a_stream_is_resumed(retry, monkeypatch):
    monkeypatch.setattr(resume, "_LONGEST_S", 0.01)
    monkeypatch.setattr(resume, "_UNSAID_S", 0.01)
    (reaction,), _ = talk([primed(b"a", retry), ended(EVENT)], PING)
    assert isinstance(reaction, Replied)


def test_the_wait_before_a_stream_is_resumed_counts_for_the_request():
    reactions, seen = talk([primed(b"a", b"retry: 1500\n")], PING._replace(timeout_s=0.3))
    assert reactions == [TimedOut(0.3)]
    assert len(seen) == 1


@pytest.mark.parametrize(
    ("first", "step"),
    [
        (ended(b"data:\n\n"), PING),
        (ended(b"id: a\ndata:\n\nid\ndata:\n\n"), PING),
        (ended(b"id: \0\ndata:\n\n"), PING),
        (ended(b"id: a\n" + EVENT), PING),
        (ended(b"id: a\n" + EVENT.replace(b":1,", b":2,")), PING),
        (primed(b"a"), PING._replace(anonymous=True)),
        (primed(b"a"), Http("POST", body=b"{}")),
        (primed(b"a"), PING._replace(waits=False)),
        (primed(b"a"), PING._replace(headers={"mcp-protocol-version": "2026-07-28"})),
    ],
    ids=[
        "no id", "taken back", "no header", "answered", "answered as another", "anonymous", "bare",
        "nobody waits", "2026-07-28",
    ],
)  # fmt: skip
def test_no_stream_is_resumed_that_no_client_would_come_back_to(first, step):
    _, seen = talk([first, ended(EVENT)], step)
    assert len(seen) == 1


def test_a_document_beside_the_endpoint_is_no_message():
    document = b'{"resource":"x"}' + b" " * 5000
    answers = [whole(b"200 OK", document), whole(b"200 OK", ANSWER), whole(b"200 OK", b"\xff")]
    fetch = Http("GET", path="/.well-known/x")
    reactions, seen = talk(answers, fetch, fetch, fetch)
    assert [type(reaction) for reaction in reactions] == [HttpStatus] * 3
    assert reactions[0].body == document.decode()
    assert seen[0].startswith(b"GET /.well-known/x HTTP/1.1\r\n")


def test_a_stranger_has_no_cookies_either():
    known = b"HTTP/1.1 200 OK\r\nSet-Cookie: who=me\r\nContent-Length: 0\r\n\r\n"
    _, seen = talk([known], Http(), Http(), Http(anonymous=True), Request("x", anonymous=True))
    assert b"Cookie: who=me" in seen[1]
    assert not [request for request in seen[2:] if b"who=me" in request]


def test_a_stranger_has_no_credentials_and_finds_the_way():
    own = {"Authorization": "Bearer secret", "Host": "here.test"}
    _, seen = talk([], Http(anonymous=True), Http(), headers=own)
    assert b"Host: here.test" in seen[0]
    assert b"secret" not in seen[0]
    assert b"Bearer secret" in seen[1]
