"""The mock as a process: real clients use it, and each fault does what it says on each transport."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import httpx2
import pytest
from conftest import FIXTURES, ROOT
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from patience import GIVES_UP_S

from mcptest_action.cli import main
from mcptest_action.core.authoring.mock.faults import FORMS, MEANING, Kind

MODERN = "2026-07-28"
PREFIX = "io.modelcontextprotocol/"
META = {f"{PREFIX}protocolVersion": MODERN, f"{PREFIX}clientCapabilities": {}}
CLIENT = {"name": "test", "version": "0"}
GREETING = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": CLIENT}
HELLO = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": GREETING}
COMMAND = [sys.executable, "-m", "mcptest_action", "mock"]
GARBAGE = b"mock: this line is not JSON"
MIB = 1024 * 1024
MOMENT_S = 0.3  # long enough for an answer that must not come


def request(method, number=1, **params):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": {"_meta": META, **params}}


CALL = request("tools/call", 2, name="get_record", arguments={"id": "7"})
LIST = request("tools/list")


def run(conversation):
    """Nothing here may take longer than this, however slow the machine."""
    return asyncio.run(asyncio.wait_for(conversation, GIVES_UP_S))


@contextlib.asynccontextmanager
async def process(*words):
    """A mock, ended by its own id whatever happens."""
    pipe = asyncio.subprocess.PIPE
    made = await asyncio.create_subprocess_exec(
        *COMMAND, *words, stdin=pipe, stdout=pipe, stderr=pipe, limit=MIB
    )
    try:
        yield made
    finally:
        if made.returncode is None:
            made.kill()
        await made.wait()


async def silent(waiting):
    """Whether nothing comes of it for a moment."""
    try:
        await asyncio.wait_for(waiting, MOMENT_S)
    except TimeoutError:
        return True
    return False


class Pipes:
    """A raw stdio client."""

    def __init__(self, server):
        self.server, self.reader = server, server.stdout

    def send(self, *messages):
        for message in messages:
            data = message if isinstance(message, bytes) else json.dumps(message).encode()
            self.server.stdin.write(data + b"\n")

    async def said(self):
        return (await self.reader.readline()).removesuffix(b"\n")

    async def ask(self, message):
        self.send(message)
        return json.loads(await self.said())

    async def quiet(self):
        return await silent(self.reader.read(1))

    async def end(self):
        """The exit code after the input has ended."""
        self.server.stdin.close()
        return await self.server.wait()


class Answer(NamedTuple):
    status: int
    headers: dict
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def events(self):
        """The data of server-sent events."""
        parts = self.body.decode().split("\n\n")
        return [part.partition("data: ")[2] for part in parts if part]


class Web:
    """A raw HTTP client: one connection."""

    def __init__(self, server, port, reader=None, writer=None):
        self.server, self.port, self.reader, self.writer = server, port, reader, writer

    def send(self, message, headers=None, method="POST", path="/mcp", drop=()):
        """A request with the headers that it ought to have, but for those given or dropped."""
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        made = {"Host": f"127.0.0.1:{self.port}", "Content-Type": "application/json"}
        made["Content-Length"] = str(len(body))
        if isinstance(message, dict) and "_meta" in message.get("params", {}):
            params = message["params"]
            made["MCP-Protocol-Version"] = params["_meta"].get(f"{PREFIX}protocolVersion", MODERN)
            made["Mcp-Method"] = message["method"]
            name = params.get("name", params.get("uri"))
            made |= {"Mcp-Name": name} if name else {}
        made = {k: v for k, v in {**made, **(headers or {})}.items() if k not in drop}
        lines = [f"{method} {path} HTTP/1.1", *(f"{k}: {v}" for k, v in made.items()), "", ""]
        self.writer.write("\r\n".join(lines).encode() + body)

    async def head(self):
        first, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        return int(first.split()[1]), dict(line.lower().split(": ", 1) for line in lines if line)

    async def chunks(self):
        while size := int(await self.reader.readuntil(b"\r\n"), 16):
            piece = await self.reader.readexactly(size + 2)
            yield piece[:-2]
        await self.reader.readexactly(2)

    async def answer(self):
        status, headers = await self.head()
        if "content-length" in headers:
            body = await self.reader.readexactly(int(headers["content-length"]))
        else:
            body = b"".join([piece async for piece in self.chunks()])
        return Answer(status, headers, body)

    async def exchange(self, message, headers=None, **more):
        self.send(message, headers, **more)
        return await self.answer()

    async def said(self):
        return (await self.answer()).body

    async def ask(self, message, headers=None):
        return (await self.exchange(message, headers)).json

    async def quiet(self):
        return await silent(self.reader.read(1))

    async def end(self):
        self.server.terminate()
        return await self.server.wait()

    @contextlib.asynccontextmanager
    async def again(self):
        """Another connection to the same server."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            yield Web(self.server, self.port, reader, writer)
        finally:
            writer.close()


@contextlib.asynccontextmanager
async def stdio(*words):
    async with process(*words) as server:
        yield Pipes(server)


@contextlib.asynccontextmanager
async def http(*words):
    async with process("--http", "0", *words) as server:
        said = (await server.stderr.readline()).decode()
        assert said.startswith("listening on http://127.0.0.1:"), said
        port = int(said.removesuffix("/mcp\n").rpartition(":")[2])
        async with Web(server, port).again() as web:
            yield web


BOTH = pytest.mark.parametrize("transport", [stdio, http], ids=["stdio", "http"])


def converse(transport, check, *words):
    """Let the check talk to a mock of the demo preset."""

    async def conversation():
        async with transport("--preset", "demo", *words) as peer:
            await check(peer)

    run(conversation())


# The official client


async def use(target, mode):
    async with Client(target, mode=mode, read_timeout_seconds=GIVES_UP_S, cache=None) as client:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools][::4] == ["search_records", "delete_record"]
        assert tools[0].annotations.read_only_hint is True
        called = await client.call_tool("get_record", {"id": "7"})
        assert called.structured_content == {"id": "7", "title": "Quarterly report"}
        assert (await client.call_tool("get_record", {"id": 7})).is_error
        assert [r.name for r in (await client.list_resources()).resources] == ["schema"]
        assert (await client.list_resource_templates()).resource_templates[0].name == "record"
        read = await client.read_resource("records://records/9")
        assert read.contents[0].text.startswith("id: 9\n")
        assert [p.name for p in (await client.list_prompts()).prompts] == ["summarize_record"]
        prompt = await client.get_prompt("summarize_record", {"id": "3"})
        assert "record 3" in prompt.messages[0].content.text
        return client.protocol_version


@pytest.mark.parametrize(
    ("mode", "era", "revision"),
    [("legacy", "both", "2025-11-25"), (MODERN, "both", MODERN), ("auto", "both", MODERN),
     ("auto", "legacy", "2025-11-25"), ("auto", "modern", MODERN)],
)  # fmt: skip
def test_the_official_client_uses_it_over_stdio(mode, era, revision):
    words = [*COMMAND[1:], "--preset", "demo", "--era", era]
    target = StdioServerParameters(command=sys.executable, args=words)
    assert run(use(target, mode)) == revision


@pytest.mark.parametrize("framing", [[], ["--sse"]], ids=["json", "sse"])
@pytest.mark.parametrize(("mode", "revision"), [("legacy", "2025-11-25"), (MODERN, MODERN)])
def test_the_official_client_uses_it_over_http(mode, revision, framing):
    async def check(web):
        async with httpx2.AsyncClient() as client:
            url = f"http://127.0.0.1:{web.port}/mcp"
            assert await use(streamable_http_client(url, http_client=client), mode) == revision

    converse(http, check, *framing)


# Both transports


@BOTH
def test_malformed_tools_arrive_as_they_are_written(transport):
    served = json.loads((FIXTURES / "mock" / "malformed.served.json").read_text())
    expected = [tool["listed"] for tool in served["tools"]]

    async def conversation():
        async with transport("--tools-from", str(FIXTURES / "mock" / "malformed.yaml")) as peer:
            return (await peer.ask(LIST))["result"]["tools"]

    assert expected[0]["annotations"] == {"destructiveHint": "yes", "readOnlyHint": 1}
    assert run(conversation()) == expected


def test_the_hostile_preset_survives_the_wire():
    async def conversation():
        async with stdio("--preset", "hostile", "--page-size", "5") as pipes:
            first = (await pipes.ask(LIST))["result"]
            following = request("tools/list", cursor=first["nextCursor"])
            second = (await pipes.ask(following))["result"]
            return [tool["name"] for tool in first["tools"] + second["tools"]]

    names = run(conversation())
    assert (len(names), names[6]) == (10, "surrogate\ud800")


@pytest.mark.parametrize(
    ("transport", "note"), [(stdio, b"interrupted\n"), (http, b"")], ids=["stdio", "http"]
)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it(transport, note, number):
    async def check(peer):
        await peer.ask(LIST)
        peer.server.send_signal(number)
        assert await peer.server.wait() == 130
        assert await peer.server.stderr.read() == note

    converse(transport, check)


# stdio


def test_stdio_answers_until_its_input_ends():
    async def check(pipes):
        pipes.send(b"", b"{nonsense", b'{"jsonrpc":"2.0","id":"a","method":"ping"}\r', b"[1]")
        said = [json.loads(await pipes.said()) for _ in range(3)]
        assert (said[0]["id"], said[0]["error"]["code"]) == (None, -32700)
        assert said[1] == {"jsonrpc": "2.0", "id": "a", "result": {}}
        assert said[2]["error"]["code"] == -32600
        too_long = await pipes.ask(b'{"jsonrpc":"2.0","id":1,"method":"' + b"x" * 9 * MIB + b'"}')
        assert too_long["error"]["message"] == "the message is longer than 4194304 bytes"
        pipes.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        assert (await pipes.ask(HELLO))["result"]["serverInfo"]["name"] == "records"
        assert await pipes.end() == 0
        assert await pipes.server.stderr.read() == b""

    converse(stdio, check)


def test_stdio_answers_what_was_asked_before_the_end():
    async def check(pipes):
        pipes.send(*(request("tools/list", number) for number in range(20)))
        pipes.server.stdin.close()
        said = (await pipes.reader.read()).splitlines()
        assert [json.loads(line)["id"] for line in said] == list(range(20))

    converse(stdio, check, "--fault", "slow:10ms")


def test_a_client_that_goes_away_ends_it_quietly():
    async def check(pipes):
        await pipes.ask(LIST)
        pipes.reader._transport.close()
        await asyncio.sleep(0)  # which is when the pipe is closed; an answer before that is taken
        pipes.send(LIST)
        assert await pipes.server.wait() == 0
        assert await pipes.server.stderr.read() == b""

    converse(stdio, check)


def test_stdio_starts_without_asyncio_and_yaml():
    program = (
        "import sys; from mcptest_action.cli import main; main(sys.argv[1:]);"
        "sys.exit(','.join(n for n in ('asyncio', 'mcp', 'httpx2', 'yaml') if n in sys.modules))"
    )
    command = [sys.executable, "-c", program, "mock", "--preset", "demo"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert done.stderr.strip() == b""


# HTTP


@pytest.fixture(scope="module")
def port():
    """One server for the many small questions."""
    command = [*COMMAND, "--preset", "demo", "--http", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        yield int(server.stderr.readline().removesuffix("/mcp\n").rpartition(":")[2])
        server.terminate()
        assert server.wait(GIVES_UP_S) == 130


def ask_at(port, message, headers=None, **more):
    async def conversation():
        async with Web(None, port).again() as web:
            return await web.exchange(message, headers, **more)

    return run(conversation())


def test_a_legacy_session_over_http(port):
    ping = {"jsonrpc": "2.0", "id": 2, "method": "ping"}
    note = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    stray = {"jsonrpc": "2.0", "id": 1, "result": {}}

    async def conversation():
        async with Web(None, port).again() as web:

            async def status(message, headers=None, **more):
                return (await web.exchange(message, headers, **more)).status

            welcome = await web.exchange(HELLO)
            assert welcome.json["result"]["protocolVersion"] == "2025-11-25"
            name = welcome.headers["mcp-session-id"]
            assert len(name) == 32
            session = {"Mcp-Session-Id": name, "MCP-Protocol-Version": "2025-11-25"}
            done = await web.exchange(note, session)
            assert (done.status, done.body) == (202, b"")
            assert await status(stray, session) == 202
            assert await web.ask(ping, session) == {"jsonrpc": "2.0", "id": 2, "result": {}}
            unknown = await web.exchange({**ping, "method": "nope"}, session)
            assert (unknown.status, unknown.json["error"]["code"]) == (200, -32601)
            assert await status(ping, {**session, "MCP-Protocol-Version": "1900-01-01"}) == 400
            assert await status(ping) == 400
            assert await status(ping, {"Mcp-Session-Id": "bogus"}) == 404
            assert await status(b"", session, method="GET") == 405
            assert await status(b"", session, method="DELETE") == 200
            assert await status(b"", session, method="DELETE") == 404
            assert await status(ping, session) == 404
            bad = await web.exchange({**HELLO, "params": {}})
            assert (bad.status, bad.json["error"]["code"]) == (200, -32602)
            assert "mcp-session-id" not in bad.headers

    run(conversation())


OLD = {**META, f"{PREFIX}protocolVersion": "1900-01-01"}


@pytest.mark.parametrize(
    ("message", "headers", "drop", "expected"),
    [
        (LIST, {}, (), (200, None)),
        (LIST, {"mcp-METHOD": "tools/list"}, ("Mcp-Method",), (200, None)),
        (LIST, {"Mcp-Method": "  tools/list  "}, (), (200, None)),
        (LIST, {"Mcp-Session-Id": "bogus", "Last-Event-ID": "1"}, (), (200, None)),
        (LIST, {"MCP-Protocol-Version": "2025-11-25"}, (), (400, -32020)),
        (LIST, {}, ("MCP-Protocol-Version",), (400, -32020)),
        (LIST, {}, ("Mcp-Method",), (400, -32020)),
        (LIST, {"Mcp-Method": "tools/call"}, (), (400, -32020)),
        (LIST, {"Mcp-Method": "TOOLS/LIST"}, (), (400, -32020)),
        (CALL, {}, (), (200, None)),
        (CALL, {}, ("Mcp-Name",), (400, -32020)),
        (CALL, {"Mcp-Name": "other"}, (), (400, -32020)),
        (CALL, {"Mcp-Name": "=?base64?Z2V0X3JlY29yZA==?="}, (), (200, None)),
        (CALL, {"Mcp-Name": "=?base64?%%%?="}, (), (400, -32020)),
        (request("resources/read", uri="records://schema"), {}, ("Mcp-Name",), (400, -32020)),
        (request("tools/list", _meta={}), {}, (), (400, -32602)),
        (request("tools/list", _meta=OLD), {}, (), (400, -32022)),
        (request("tools/list", _meta=OLD), {"MCP-Protocol-Version": MODERN}, (), (400, -32020)),
        (request("ping"), {}, (), (404, -32601)),
        (request("nope"), {}, (), (404, -32601)),
        (request("prompts/get", name="nope"), {}, (), (400, -32602)),
        (b"{", {}, (), (400, -32700)),
        (b"[]", {}, (), (400, -32600)),
        ({"jsonrpc": "2.0", "method": "notifications/x", "params": {"_meta": META}}, {}, (), (202, None)),
    ],
)  # fmt: skip
def test_modern_headers_must_agree_with_the_body(port, message, headers, drop, expected):
    said = ask_at(port, message, headers, drop=drop)
    error = said.json.get("error", {}) if said.body else {}
    assert (said.status, error.get("code")) == expected
    assert "mcp-session-id" not in said.headers


@pytest.mark.parametrize(
    ("headers", "more", "status"),
    [
        ({"Origin": "http://evil.example.com"}, {}, 403),
        ({"Origin": "null"}, {}, 403),
        ({"Origin": "http://localhost:3000"}, {}, 200),
        ({"Host": "evil.example.com"}, {}, 403),
        ({"Content-Type": "text/plain"}, {}, 415),
        ({"Content-Type": "application/json; charset=utf-8"}, {}, 200),
        ({}, {"path": "/other"}, 404),
        ({}, {"path": "/mcp?x=1"}, 200),
        ({}, {"method": "GET"}, 405),
        ({}, {"method": "PUT"}, 405),
        ({"Content-Length": str(5 * MIB)}, {}, 413),
        ({"Content-Length": "many"}, {}, 400),
        ({"Transfer-Encoding": "chunked"}, {}, 400),
        ({"Bad Header": "x"}, {}, 400),
        ({"X-Long": "x" * 70_000}, {}, 431),
        ({}, {"method": "no-method"}, 400),
    ],
)  # fmt: skip
def test_http_is_spoken_strictly(port, headers, more, status):
    assert ask_at(port, LIST, headers, **more).status == status


def test_bodies_may_come_in_chunks_and_connections_stay(port):
    body = json.dumps(LIST).encode()
    pieces = b"5\r\n%b\r\n%x;x=y\r\n%b\r\n0\r\nX-Trailer: 1\r\n\r\n"
    pieces %= (body[:5], len(body) - 5, body[5:])
    headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": "tools/list"}
    chunked = {**headers, "Transfer-Encoding": "chunked"}
    drop = ("Content-Length",)

    async def conversation():
        async with Web(None, port).again() as web:
            web.send(pieces, {**chunked, "Expect": "100-continue"}, drop=drop)
            assert (await web.head())[0] == 100
            assert (await web.answer()).status == 200
            assert (await web.exchange(LIST)).status == 200
            too_long = b"%x\r\n" % (5 * MIB)
            assert (await web.exchange(too_long, chunked, drop=drop)).status == 413

    run(conversation())
    for nonsense in (b"zz\r\n", b"1\r\nabc"):
        assert ask_at(port, nonsense, chunked, drop=drop).status == 400


def test_ten_connections_at_once_get_their_own_answers(port):
    async def one(number):
        async with Web(None, port).again() as web:
            return (await web.ask(request("tools/list", number)))["id"]

    async def conversation():
        return await asyncio.gather(*map(one, range(10)))

    assert run(conversation()) == list(range(10))


def test_an_argument_may_be_wanted_in_a_header(tmp_path):
    where = {"type": "string", "x-mcp-header": "Region"}
    deep = {"type": "object", "properties": {"dry": {"type": "boolean", "x-mcp-header": "Dry"}}}
    schema = {"type": "object", "properties": {"where": where, "options": deep}}
    path = tmp_path / "tools.json"
    path.write_text(json.dumps({"tools": [{"name": "x", "inputSchema": schema}]}))
    call = request("tools/call", name="x", arguments={"where": "é", "options": {"dry": True}})
    right = {"Mcp-Param-Region": "=?base64?w6k=?=", "Mcp-Param-Dry": "true"}

    async def conversation():
        async with http("--tools-from", str(path), "--sse", "--era", "modern") as web:
            said = await web.exchange(call, right)
            assert (said.status, said.headers["content-type"]) == (200, "text/event-stream")
            assert said.headers["x-accel-buffering"] == "no"
            assert json.loads(said.events[0])["result"]["content"]
            assert (await web.ask(call))["error"]["code"] == -32020
            assert (await web.ask(call, {**right, "Mcp-Param-Dry": "false"}))["error"]
            assert (await web.exchange(b"", method="DELETE")).status == 405
            assert (await web.ask(HELLO))["error"]["data"] == {"supported": [MODERN]}

    run(conversation())


# Faults, where both transports do the same


@pytest.mark.parametrize(("late", "comes"), [("50ms", True), ("600s", False)])
@BOTH
def test_slow(transport, late, comes):
    async def check(peer):
        assert "result" in await peer.ask(LIST)
        for _ in range(2 if comes else 0):
            assert (await peer.ask(CALL))["id"] == 2
        peer.send(CALL)
        assert comes or await peer.quiet()

    converse(transport, check, "--fault", f"slow:{late}@tools/call")


@BOTH
def test_crash_after(transport):
    async def check(peer):
        assert (await peer.ask(request("tools/list")))["id"] == 1
        assert "result" in await peer.ask(CALL)
        peer.send(CALL)
        assert await peer.reader.read() == b""
        assert await peer.server.wait() == 3

    converse(transport, check, "--fault", "crash-after:3")


@BOTH
def test_recover_after(transport):
    async def check(peer):
        assert "result" in await peer.ask(request("tools/list"))
        codes = [(await peer.ask(CALL)).get("error", {}).get("code") for _ in range(3)]
        assert codes == [-32603, -32603, None]

    converse(transport, check, "--fault", "recover-after:2")


@BOTH
def test_wrong_id(transport):
    async def check(peer):
        assert (await peer.ask(CALL))["id"] == 1_000_002

    converse(transport, check, "--fault", "wrong-id")


@BOTH
def test_invalid_utf8(transport):
    async def check(peer):
        peer.send(CALL)
        said = await peer.said()
        with pytest.raises(UnicodeDecodeError):
            said.decode()
        assert json.loads(said.decode(errors="replace"))["id"] == 2

    converse(transport, check, "--fault", "invalid-utf8")


@pytest.mark.parametrize(
    ("fault", "garbage", "answers"),
    [("garbage-stdout", 1, 1), ("garbage-only", 1, 0), ("duplicate-answer", 0, 2)],
)
@BOTH
def test_more_or_less_than_an_answer(transport, fault, garbage, answers):
    async def check(peer):
        peer.send(CALL)
        lines = [await peer.said() for _ in range(1 if transport is http else garbage + answers)]
        lines = b"\n".join(lines).splitlines()
        assert lines[:garbage] == [GARBAGE] * garbage
        assert [json.loads(line)["id"] for line in lines[garbage:]] == [2] * answers
        assert await peer.quiet()

    converse(transport, check, "--fault", fault)


@BOTH
def test_half_line(transport):
    async def check(peer):
        peer.send(CALL)
        length = int((await peer.head())[1]["content-length"]) if transport is http else None
        half = await peer.reader.read()
        assert half.startswith(b'{"jsonrpc":"2.0","id":2,')
        assert not half.endswith((b"}", b"\n"))
        assert length in (None, 2 * len(half), 2 * len(half) + 1)
        assert await peer.server.wait() == 3

    converse(transport, check, "--fault", "half-line")


@BOTH
def test_disconnect(transport):
    async def check(peer):
        assert "result" in await peer.ask(request("tools/list"))
        peer.send(CALL)
        assert await peer.reader.read() == b""
        assert peer.server.returncode is None
        assert await peer.end() == (0 if transport is stdio else 130)

    converse(transport, check, "--fault", "disconnect@tools/call")


# Faults, where the transports differ


def test_stdio_hang():
    async def check(pipes):
        pipes.send(CALL)
        assert (await pipes.ask(request("tools/list", 3)))["id"] == 3
        assert await pipes.quiet()
        assert await pipes.end() == 0

    converse(stdio, check, "--fault", "hang")


def test_http_hang():
    async def check(web):
        assert "result" in await web.ask(LIST)
        web.send(CALL)
        assert await web.quiet()
        async with web.again() as other:
            assert "result" in await other.ask(LIST)

    converse(http, check, "--fault", "hang")


def test_stdio_wedged():
    async def check(pipes):
        pipes.send(request("server/discover"), b"{")
        assert await pipes.quiet()
        assert await pipes.end() == 0

    converse(stdio, check, "--fault", "wedged")


def test_http_wedged():
    async def check(web):
        async with web.again() as other:
            web.send(CALL)
            other.send(b"", method="GET")
            assert await asyncio.gather(web.quiet(), other.quiet()) == [True, True]
        assert await web.end() == 130

    converse(http, check, "--fault", "wedged")


def peak_memory(number):
    """The most that the process has ever held, in bytes."""
    status = Path(f"/proc/{number}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


def test_stdio_oversized():
    async def check(pipes):
        assert "result" in await pipes.ask(CALL)
        before = peak_memory(pipes.server.pid)
        pipes.send(LIST)
        total, last = 0, b""
        while not last.endswith(b"\n"):
            last = await pipes.reader.read(MIB)
            total += len(last)
        assert total == 64 * MIB + 1
        assert peak_memory(pipes.server.pid) - before < 2 * MIB
        pipes.send(LIST)
        await pipes.reader.read(1)
        assert await pipes.end() == 0  # though most of it was never read

    converse(stdio, check, "--fault", "oversized")


@pytest.mark.parametrize(("words", "frame"), [((), 0), (("--sse",), 8)], ids=["json", "sse"])
def test_http_oversized(words, frame):
    async def check(web):
        assert (await web.exchange(CALL)).status == 200
        before = peak_memory(web.server.pid)
        web.send(LIST)
        assert "content-length" not in (await web.head())[1]
        assert sum([len(piece) async for piece in web.chunks()]) == 64 * MIB + frame
        assert peak_memory(web.server.pid) - before < 4 * MIB

    converse(http, check, "--fault", "oversized", *words)


def test_stdio_dribble():
    async def check(pipes):
        pipes.send(CALL)
        first = await pipes.reader.read(MIB)
        both = first + await pipes.reader.read(MIB)
        assert len(first) < len(both) < 100  # of 300 bytes, which take as many seconds
        assert both.startswith(b'{"')
        assert await pipes.end() == 0

    converse(stdio, check, "--fault", "dribble")


def test_http_dribble():
    async def check(web):
        web.send(CALL)
        await web.head()
        pieces = web.chunks()
        assert [await anext(pieces), await anext(pieces)] == [b"{", b'"']

    converse(http, check, "--fault", "dribble")


def test_stdio_flood():
    async def check(pipes):
        pipes.send(CALL)
        many = await pipes.reader.readexactly(4 * MIB)
        (line,) = set(many.splitlines()[:-1])
        assert json.loads(line)["method"] == "notifications/message"
        assert await pipes.end() == 0  # though the pipe is full

    converse(stdio, check, "--fault", "flood")


def test_http_flood():
    async def check(web):
        web.send(CALL)
        assert (await web.head())[1]["content-type"] == "text/event-stream"
        total, pieces = 0, web.chunks()
        while total < 4 * MIB:
            piece = await anext(pieces)
            total += len(piece)
        assert piece.startswith(b"event: message\ndata: ")
        assert piece.count(b"notifications/message") == 100
        async with web.again() as other:  # it does not drown the others
            other.send(CALL)
            assert (await other.head())[0] == 200
        assert await web.end() == 130

    converse(http, check, "--fault", "flood")


def test_stdio_never_close():
    async def check(pipes):
        assert "result" in await pipes.ask(CALL)
        pipes.server.stdin.close()
        assert await silent(pipes.server.wait())
        pipes.server.terminate()
        assert await silent(pipes.server.wait())
        pipes.server.send_signal(signal.SIGINT)
        assert await pipes.server.wait() == 130

    converse(stdio, check, "--fault", "never-close")


@pytest.mark.parametrize("words", [(), ("--sse",)], ids=["json", "sse"])
def test_http_never_close(words):
    async def check(web):
        web.send(CALL)
        status, headers = await web.head()
        assert status == 200
        if words:
            assert b'"id":2' in await anext(web.chunks())
        else:
            assert int(headers["content-length"]) > 100
        assert await web.quiet()
        web.server.terminate()
        assert await silent(web.server.wait())
        web.server.send_signal(signal.SIGINT)
        assert await web.server.wait() == 130

    converse(http, check, "--fault", "never-close", *words)


def read_only(said):
    return said["result"]["tools"][0]["annotations"]["readOnlyHint"]


def test_stdio_flaky_hints(tmp_path):
    words = ("--preset", "demo", "--fault", "flaky-hints", "--state", str(tmp_path / "count"))

    async def hint():
        async with stdio(*words) as pipes:
            first, second = await pipes.ask(LIST), await pipes.ask(LIST)
            assert first == second
            return read_only(first)

    async def conversation():
        assert [await hint() for _ in range(3)] == [True, False, True]
        assert sorted(await asyncio.gather(hint(), hint())) == [False, True]

    run(conversation())


def test_http_flaky_hints():
    async def check(web):
        assert [read_only(await web.ask(LIST)) for _ in range(2)] == [True, True]
        async with web.again() as other:
            assert read_only(await other.ask(LIST)) is False
        hints = []
        for _ in range(2):
            session = {"Mcp-Session-Id": (await web.exchange(HELLO)).headers["mcp-session-id"]}
            plain = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
            hints += [read_only(await web.ask(plain, session)) for _ in range(2)]
        assert hints == [True, True, False, False]

    converse(http, check, "--fault", "flaky-hints")


@pytest.mark.parametrize("content", ["some text", " " * 100, "\n", "1", "1\n2\n"])
def test_a_file_that_holds_no_count_is_left_alone(tmp_path, capfd, content):
    path = tmp_path / "precious"
    path.write_text(content)
    words = ["mock", "--preset", "demo", "--fault", "flaky-hints", "--state", str(path)]
    assert main(words) == 2
    assert "does not hold a number of sessions (name another file)" in capfd.readouterr().err
    assert path.read_text() == content


def test_http_500():
    async def check(web):
        said = await web.exchange(CALL)
        assert (said.status, said.body) == (500, b"something broke\n")

    converse(http, check, "--fault", "http-500")


def test_http_html():
    async def check(web):
        assert (await web.ask(LIST))["id"] == 1
        said = await web.exchange(CALL)
        assert (said.status, said.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert said.body.startswith(b"<!doctype html>")

    converse(http, check, "--fault", "http-html@tools/call")


def test_events_carry_the_same_lines():
    async def check(web):
        said = (await web.exchange(CALL)).events
        assert said[0] == GARBAGE.decode()
        assert json.loads(said[1])["id"] == 2

    converse(http, check, "--fault", "garbage-stdout", "--sse")


def test_every_fault_is_tested_on_each_transport():
    together = {"none", "garbage-stdout", "garbage-only", "duplicate-answer"}
    for kind in set(Kind) - together:
        word = kind.replace("-", "_")
        alone = {f"test_stdio_{word}", f"test_http_{word}"} <= set(globals())
        assert alone or f"test_{word}" in globals(), kind


# The command


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "one of the arguments --tools-from --preset is required"),
        (["--preset", "evil"], "invalid choice: 'evil'"),
        (["--preset", "demo", "--fault", "hangs"], "'hangs' is not a fault (did you mean hang?"),
        (["--preset", "demo", "--fault", "http-500"], "--fault: http-500 is for HTTP only (add --http PORT)"),
        (["--preset", "demo", "--fault", "flaky-hints"],
         "flaky-hints over stdio must count its processes (add --state FILE)"),
        (["--preset", "demo", "--state", "x"], "--state: is for --fault flaky-hints only"),
        (["--preset", "demo", "--sse"], "--sse: is for HTTP only (add --http PORT)"),
        (["--preset", "demo", "--host", "::1"], "--host: is for HTTP only"),
        (["--preset", "demo", "--http", "70000"], "--http: 70000 is not a port (0 to 65535)"),
        (["--preset", "demo", "--http", "0", "--host", "192.0.2.1"], "--http: cannot listen on 192.0.2.1, port 0"),
        (["--preset", "demo", "--page-size", "0"], "--page-size: 0 is not a page size (1 or more)"),
        (["--tools-from", "nope.yaml"], "nope.yaml: cannot be read: no such file"),
        (["--tools-from", str(FIXTURES / "mock" / "bad-misspelt-key.yaml")], "bad-misspelt-key.yaml:3:3: "),
        (["--preset", "demo", "--fault", "flaky-hints", "--state", os.devnull + "/x"], "cannot be used to count"),
    ],
)  # fmt: skip
def test_wrong_words_are_refused(words, said, capfd):
    assert main(["mock", *words]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert said in err
    assert "Traceback" not in err


def test_a_port_in_use_is_said_in_one_sentence(port, capfd):
    assert main(["mock", "--preset", "demo", "--http", str(port)]) == 2
    assert f"--http: cannot listen on 127.0.0.1, port {port}: " in capfd.readouterr().err


def test_the_page_on_the_mock_names_every_fault():
    page = (ROOT / "docs" / "mock.md").read_text()
    for kind, form in zip(Kind, FORMS, strict=True):
        assert f"| `{form}` | {MEANING[kind]} |" in page, kind
