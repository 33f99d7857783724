"""HTTP+SSE, the transport of 2024-11-05, at sound servers and at hostile ones."""

import asyncio
import json
import threading

import pytest
from sse_server import END, event, serving, sound

from mcptest_action.core.protocol.exchange.era import NEWEST_LEGACY
from mcptest_action.core.protocol.exchange.handshake import Choice, Hello, NoHello
from mcptest_action.core.protocol.exchange.reaction import (
    Accepted,
    Closed,
    Disconnected,
    Garbage,
    HttpStatus,
    Misaddressed,
    NotSent,
    Opened,
    Overheard,
    Oversized,
    Replied,
    TimedOut,
    Unreachable,
)
from mcptest_action.core.protocol.exchange.step import (
    CallTool,
    Close,
    Fresh,
    Http,
    Listen,
    Notify,
    Raw,
    Request,
    Together,
)
from mcptest_action.core.protocol.target.flags import url_server
from mcptest_action.core.protocol.transcript.step_json import spoke_sse
from mcptest_action.shell.wire import sse
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.line import Line
from mcptest_action.shell.wire.recorder import Recorder
from mcptest_action.shell.wire.session import Waiting, reach

LIST = Request("tools/list")
PING = Request("ping")


def script(steps):
    reactions = []
    for step in steps:
        reaction = yield step
        reactions.append(reaction)
    return reactions


class Talk:
    """The hello of a server, the reactions to the steps after it, and the transcript."""

    def __init__(self, server, *steps, timeout_s=5, headers=None, choice=Choice.AUTO):
        target = url_server(server.url, headers or {}, None, None).target
        dialer = Dialer(target, {})
        recorder = Recorder(None, dialer.redactor, {})
        line = Line(dialer, recorder, timeout_s, "1")

        async def talk():
            self.hello = await reach(line, choice, Waiting(0, print))
            try:
                if isinstance(self.hello, Hello):
                    self.reactions = await line.run(script(steps), "test")
            finally:
                await line.close()

        asyncio.run(talk())
        self.exchanges = recorder.exchanges


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(sse, "PATIENCE_S", 0.3)


def test_a_server_that_refuses_a_post_is_asked_for_the_old_stream():
    with serving() as server:
        talk = Talk(server, LIST)
    assert talk.hello.sse
    assert talk.hello.era == NEWEST_LEGACY
    assert isinstance(talk.reactions[0], Replied)
    assert spoke_sse(talk.exchanges)
    asked = [(e.sent["step"], e.sent.get("transport")) for e in talk.exchanges]
    assert asked.count(("Fresh", "sse")) == 1
    paths = [path for path, _, _ in server.posts]
    assert paths[:2] == ["/sse", "/sse"]
    assert set(paths[2:]) == {"/messages?1"}


def test_the_stream_and_the_endpoint_may_be_redirected():
    with serving(first=event(b"/messages-moved?NUMBER", b"endpoint")) as server:
        server.url += "-moved"
        talk = Talk(server, LIST, PING)
    assert talk.hello.sse
    assert isinstance(talk.reactions[0], Replied)
    paths = [path for path, _, _ in server.posts]
    assert paths.count("/messages-moved?1") == 1
    assert paths.count("/messages?1") == 4


@pytest.mark.parametrize("status", [400, 404, 405, 406, 415, 422])
def test_any_refusal_that_may_be_about_the_transport_is_followed(status):
    with serving(elsewhere=status) as server:
        assert Talk(server).hello.sse


@pytest.mark.parametrize("status", [401, 403, 429, 500, 502])
def test_what_is_not_about_the_transport_is_not_followed(status):
    with serving(elsewhere=status) as server:
        talk = Talk(server)
    assert isinstance(talk.hello, NoHello)
    assert not server.mail


def test_the_modern_era_has_no_such_transport():
    with serving() as server:
        assert isinstance(Talk(server, choice=Choice.MODERN).hello, NoHello)
    assert not server.mail


def test_every_step_works():
    odd = Raw(b'{"jsonrpc":"2.0","id":77,"method":"ping"}', 77)
    with serving() as server:
        listed, together, noted, raw, heard, fresh, stranger, closed = Talk(
            server,
            LIST,
            Together((LIST, PING, PING)),
            Notify("notifications/cancelled", {"requestId": "x"}),
            odd,
            Listen(),
            Fresh(),
            Http("GET", {}),
            Close(),
        ).reactions
    assert isinstance(listed, Replied)
    assert all(isinstance(one, Replied) for one in together)
    assert noted == Accepted()
    assert raw == Replied({})
    assert heard == Overheard(())
    assert fresh == Opened()
    assert stranger == Unreachable("Streamable HTTP is not spoken on this connection")
    assert closed == Closed("ended the event stream")
    assert set(server.mail) == {"1", "2"}


def test_no_tool_is_called_without_a_policy():
    with serving() as server:
        (called,) = Talk(server, CallTool("get_weather", {})).reactions
    assert isinstance(called, NotSent)
    assert not any(b"tools/call" in body for _, _, body in server.posts)


def test_messages_carry_the_headers_of_the_user_and_none_of_streamable_http():
    with serving() as server:
        Talk(server, LIST, headers={"X-Tenant": "acme"})
    _, headers, _ = server.posts[-1]
    assert headers["X-Tenant"] == "acme"
    assert not {name for name in headers if name.casefold().startswith("mcp-")}


def test_a_request_of_the_server_is_answered_and_its_news_are_heard():
    asks = event(b'{"jsonrpc":"2.0","id":"q","method":"ping"}')
    news = event(b'{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}')
    ignored = event(b"x", b"keepalive")

    replied = threading.Event()

    def say(method, said):
        if not method:
            replied.set()
        if method == "tools/list":  # not before our reply has come
            replied.wait(5)
        return asks + news + ignored + event(said) if method == "ping" else sound(method, said)

    with serving(say) as server:
        _, heard, _ = Talk(server, PING, Listen(), LIST).reactions
    methods = [entry["message"]["method"] for entry in heard.messages]
    assert methods == ["ping", "notifications/tools/list_changed"]
    replies = [json.loads(body) for _, _, body in server.posts if b'"q"' in body]
    assert replies == [{"jsonrpc": "2.0", "id": "q", "result": {}}]


FOREIGN = [
    b"http://other.example/messages",
    b"//other.example/messages",
    b"https://127.0.0.1/messages",
    b"http://127.0.0.1:1/messages",
    b"http://127.0.0.1@other.example/messages",
]


@pytest.mark.parametrize("endpoint", FOREIGN)
def test_nothing_is_sent_to_another_server(endpoint):
    with serving(first=event(endpoint, b"endpoint")) as server:
        talk = Talk(server)
    assert isinstance(talk.hello, NoHello)
    assert "its endpoint is on another server, http" in talk.hello.tried[-1]
    assert not spoke_sse(talk.exchanges)
    assert all(path == "/sse" for path, _, _ in server.posts)


@pytest.mark.parametrize(
    ("first", "because"),
    [
        (b"", "no 'endpoint' event came within 0.3 s"),
        (b": ping\r\n\r\n", "no 'endpoint' event came within 0.3 s"),
        (event(b"{}"), "the first event is 'message', not 'endpoint'"),
        (b"data: " + b"x" * 100_000, "an event has more than 65536 bytes"),
        (event(b"http://[::1", b"endpoint"), "its endpoint is not an address"),
    ],
)
@pytest.mark.usefixtures("impatient")
def test_a_stream_without_an_endpoint_is_not_the_old_transport(first, because):
    with serving(first=first) as server:
        talk = Talk(server)
    assert isinstance(talk.hello, NoHello)
    assert because in talk.hello.tried[-1]
    assert isinstance(talk.hello.reaction, HttpStatus)  # what the POST got, for the hints


def test_a_stream_that_ends_is_no_answer():
    def say(method, said):
        return END if method == "tools/list" else sound(method, said)

    with serving(say) as server:
        first, second, _, third = Talk(server, LIST, PING, Fresh(), PING).reactions
    assert first == second == Disconnected("the event stream ended")
    assert third == Replied({})


@pytest.mark.parametrize("status", [400, 413, 500])
def test_a_refused_post_is_a_status(status):
    def say(method, said):
        return status if method == "tools/list" else sound(method, said)

    with serving(say) as server:
        refused, then = Talk(server, LIST, PING).reactions
    assert isinstance(refused, HttpStatus)
    assert refused.http.status == status
    assert then == Replied({})


def one(answer):
    def say(method, said):
        return answer if method == "tools/list" else sound(method, said)

    return say


def test_silence_garbage_and_strange_ids_are_what_they_are():
    def heard(answer):
        with serving(one(answer)) as server:
            return Talk(server, LIST._replace(timeout_s=0.3)).reactions[0]

    assert heard(b"") == TimedOut(0.3)
    assert heard(event(b"nonsense")) == Garbage("nonsense")
    assert heard(event(b"nonsense") * 5000) == Garbage("nonsense")
    assert heard(event(b'{"jsonrpc":"2.0","id":9999,"result":{}}')) == Misaddressed(("9999",))


def test_a_large_event_is_read_and_one_too_large_is_not():
    large = json.dumps({"jsonrpc": "2.0", "id": 5, "result": {"x": "y" * 10_000_000}}).encode()
    with serving(one(event(large))) as server:
        (read,) = Talk(server, LIST._replace(request_id=5), timeout_s=30).reactions
    assert len(read.result["x"]) == 10_000_000
    endless = b"data: " + b"z" * (17 * 1024 * 1024)
    with serving(one(endless)) as server:
        read, then = Talk(server, LIST, PING, timeout_s=30).reactions
    assert isinstance(read, Oversized)
    assert isinstance(then, Disconnected)
