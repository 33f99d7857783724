"""A redirect within a server is followed, one to another server never is."""

import asyncio
import contextlib
from typing import NamedTuple

import pytest

from mcptest_action.core.protocol.exchange.handshake import NoHello
from mcptest_action.core.protocol.exchange.reaction import (
    Disconnected,
    HttpAnswer,
    HttpStatus,
    Replied,
    in_words,
)
from mcptest_action.core.protocol.exchange.step import Fresh, Http, Request
from mcptest_action.core.protocol.target.flags import url_server
from mcptest_action.core.text.flag_words import as_flags
from mcptest_action.shell.wire.diagnosis import diagnose
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.line import Line
from mcptest_action.shell.wire.recorder import Recorder

PING = Request("ping", request_id=1)
ANSWER = b'{"jsonrpc":"2.0","id":1,"result":{}}'
FOUND = (200, "", ANSWER)


class Seen(NamedTuple):
    method: str
    path: str
    head: str
    body: bytes


@contextlib.asynccontextmanager
async def listening(answers, seen):
    """A server that answers each path as the table says; `{port}` is its own."""

    async def serve(reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        size = [n for n in head.lower().split("\r\n") if n.startswith("content-length:")]
        body = await reader.readexactly(int(size[0].split(":")[1]) if size else 0)
        method, path, _ = head.split(" ", 2)
        seen.append(Seen(method, path, head, body))
        status, location, said = answers.get(path, (404, "", b""))
        lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(said)}", "Connection: close"]
        lines += [f"Location: {location.format(port=port)}"] if location else []
        writer.write("\r\n".join([*lines, "", ""]).encode() + said)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        yield port


def script(steps):
    reactions = []
    for step in steps:
        reaction = yield step
        reactions.append(reaction)
    return reactions


def talk(answers, *steps, headers=None):
    """The reactions, the requests as they arrived, and the transcript."""
    seen = []

    async def run():
        async with listening(answers, seen) as port:
            target = url_server(f"http://127.0.0.1:{port}/mcp", headers or {}, None, None).target
            dialer = Dialer(target, {})
            recorder = Recorder(None, dialer.redactor, {})
            line = Line(dialer, recorder, 5, "1")
            reactions = await line.run(script(steps), "test")
            await line.close()
            return reactions, target, recorder.exchanges

    reactions, target, exchanges = asyncio.run(run())
    return reactions, seen, exchanges, target


@pytest.mark.parametrize("status", [307, 308])
@pytest.mark.parametrize(
    "location", ["/mcp/", "mcp/", "http://127.0.0.1:{port}/mcp/", "//127.0.0.1:{port}/mcp/"]
)
def test_a_redirect_on_the_same_server_keeps_the_method_and_the_body(status, location):
    answers = {"/mcp": (status, location, b"moved"), "/mcp/": FOUND}
    (reaction,), seen, (exchange,), _ = talk(answers, PING, headers={"X-Key": "k"})
    assert reaction == Replied({}, reaction.http)
    assert [(s.method, s.path) for s in seen] == [("POST", "/mcp"), ("POST", "/mcp/")]
    assert seen[0].body == seen[1].body
    assert all("X-Key: k" in s.head for s in seen)
    assert exchange.others == ({"redirected": 1, "status": status, "path": "/mcp/"},)


def test_later_requests_and_connections_go_to_the_new_address():
    answers = {"/mcp": (307, "/mcp/", b""), "/mcp/": FOUND}
    _, seen, exchanges, _ = talk(answers, PING, PING, Fresh(), PING, Http("GET"))
    assert [s.path for s in seen] == ["/mcp", "/mcp/", "/mcp/", "/mcp/", "/mcp/"]
    assert [bool(e.others) for e in exchanges] == [True, False, False, False, False]


@pytest.mark.parametrize("first", [Http("POST", body=b"{"), PING], ids=["bare", "refused"])
def test_only_a_served_request_shows_where_all_others_should_go(first):
    said = FOUND if isinstance(first, Http) else (400, "", b"")
    answers = {"/mcp": (307, "/mcp/", b""), "/mcp/": said}
    _, seen, _, _ = talk(answers, first, PING)
    assert [s.path for s in seen] == ["/mcp", "/mcp/", "/mcp", "/mcp/"]


def test_a_document_beside_the_endpoint_is_where_it_has_to_be():
    answers = {"/.well-known/x": (307, "/mcp/", b""), "/mcp/": FOUND}
    (reaction,), seen, _, _ = talk(answers, Http("GET", path="/.well-known/x"))
    assert reaction.http.status == 307
    assert len(seen) == 1


def test_a_server_that_is_called_by_another_name_may_use_that_name():
    answers = {"/mcp": (307, "http://inside:81/mcp/", b""), "/mcp/": FOUND}
    (reaction,), seen, _, _ = talk(answers, PING, headers={"Host": "inside:81"})
    assert isinstance(reaction, Replied)
    assert all("Host: inside:81" in s.head for s in seen)


def hint_of(reaction, target):
    (hint,) = diagnose(target, NoHello((), reaction))
    return as_flags(hint)


@pytest.mark.parametrize(
    "location",
    [
        "http://127.0.0.1:{other}/mcp/",
        "//127.0.0.1:{other}/mcp/",
        "http://localhost:{port}/mcp/",
        "https://127.0.0.1:{port}/mcp/",
    ],
)
def test_nothing_is_sent_to_another_server(location):
    elsewhere = []

    async def run():
        async with listening({}, elsewhere) as other, listening(answers, []) as port:
            answers["/mcp"] = (307, location.replace("{other}", str(other)), b"")
            target = url_server(f"http://127.0.0.1:{port}/mcp", {"X-Key": "k"}, None, None).target
            dialer = Dialer(target, {})
            line = Line(dialer, Recorder(None, dialer.redactor, {}), 5, "1")
            (reaction,) = await line.run(script([PING]), "test")
            await line.close()
            return reaction, target

    answers = {}
    reaction, target = asyncio.run(run())
    there = reaction.http.headers["location"]
    assert elsewhere == []
    assert in_words(reaction) == f"answered with HTTP status 307, to {there}"
    hint = hint_of(reaction, target)
    assert hint.startswith("it redirects to another origin, http")
    assert there.removeprefix("//") in hint
    assert "--server-url" in hint


@pytest.mark.parametrize("location", ["/mcp", "/mcp/"])
def test_redirects_that_do_not_end_are_left(location):
    answers = {"/mcp": (307, location, b""), "/mcp/": (307, "/mcp", b"")}
    (reaction,), seen, _, target = talk(answers, PING)
    assert isinstance(reaction, HttpStatus)
    assert len(seen) == 6
    assert hint_of(reaction, target).startswith("its redirects do not end")


@pytest.mark.parametrize("status", [301, 302, 303])
def test_a_redirect_that_changes_the_method_is_not_followed(status):
    (reaction,), seen, _, target = talk({"/mcp": (status, "/mcp/", b""), "/mcp/": FOUND}, PING)
    assert len(seen) == 1
    assert hint_of(reaction, target) == (
        f"a redirect with {status} makes a GET of a POST, so it is not followed: "
        f"use --server-url {target.url}/"
    )


def test_a_redirect_to_nowhere_is_an_answer():
    (reaction,), seen, _, target = talk({"/mcp": (307, "", b"")}, PING)
    assert len(seen) == 1
    assert hint_of(reaction, target) == (
        "it redirects, and does not say where to: is the path right?"
    )


def test_a_redirect_to_no_address_is_named():
    (reaction,), seen, _, target = talk({"/mcp": (307, "http://[::1", b"")}, PING)
    assert len(seen) == 1
    assert isinstance(reaction, Disconnected)  # the library reads it, too
    odd = HttpStatus(HttpAnswer(307, {"location": "http://[::1"}), "")
    assert hint_of(odd, target) == "it redirects to 'http://[::1', which is not an address"
    odd = HttpStatus(HttpAnswer(307, {"location": "file:///etc/passwd"}), "")
    assert hint_of(odd, target).endswith(
        "'file:///etc/passwd', which is not an http or https address"
    )


def test_who_is_called_by_an_odd_name_is_not_followed():
    answers = {"/mcp": (307, "/mcp/", b""), "/mcp/": FOUND}
    (reaction,), seen, _, _ = talk(answers, PING._replace(headers={"Host": "a:b"}))
    assert len(seen) == 1
    assert reaction.http.status == 307
