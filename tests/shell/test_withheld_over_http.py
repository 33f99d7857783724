"""What a confidential tool says on its own stream, or on one that stays open, is not passed on."""

import asyncio

from mcptest_action.core.protocol.exchange import EVENTS, CallTool, Fresh, Http, Listen, Request
from mcptest_action.core.protocol.target.flags import url_server
from mcptest_action.core.safety import ExecutionPolicy, make_plan
from mcptest_action.shell.calls.guard import Guard
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.line import Line
from mcptest_action.shell.wire.recorder import Recorder

SECRET = b"8472-hunter"
READS = {"inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}}
CONFIDENTIAL = {"_meta": {"mcp.dev/resultSensitivity": "confidential"}}
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
LOG = (
    b'data: {"jsonrpc":"2.0","method":"notifications/message","params":{"data":"%s"}}\n\n' % SECRET
)
STREAM = Http("GET", {"Accept": EVENTS}, waits=False)
CALL = CallTool("tell", {})
LISTEN = Listen("notifications/message", timeout_s=5.0)


def heard(path, *steps, **declared):
    """The transcript of these steps, with a server that logs on the stream of each call, and then
    on the open one.
    """
    opened = []

    async def serve(reader, writer):
        head = await reader.readuntil(b"\r\n\r\n")
        writer.write(HEAD)
        if head.startswith(b"GET"):
            opened.append(writer)
            return
        message = await reader.readuntil(b"}}")
        number = message.partition(b'"id":')[2].partition(b",")[0]
        if b"tools/call" in message:
            writer.write(LOG)
        result = b"{}" if b"ping" in message else b'{"said":"%s"}' % SECRET
        writer.write(b'data: {"jsonrpc":"2.0","id":%s,"result":%s}\n\n' % (number, result))
        writer.close()
        if b"tools/call" in message:
            for each in opened:
                each.write(LOG)

    async def talk():
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/mcp"
        dialer = Dialer(url_server(url, {}, None, None).target, {})
        recorder = Recorder(str(path), dialer.redactor, {"now": "x"})
        line = Line(dialer, recorder, 10.0, "1", thorough=True)
        plan = make_plan([{"name": "tell", **READS, **declared}], ExecutionPolicy(), {})
        line.guard = Guard(plan, ExecutionPolicy(call_delay_s=0), over_http=True)
        async with server:
            for step in steps:
                await line.run(one(step), "test")
            await line.close()
        for writer in opened:
            writer.close()
        recorder.close()

    asyncio.run(talk())
    return path.read_bytes()


def one(step):
    yield step


def test_what_comes_with_the_answer_is_withheld_from_who_listens(tmp_path):
    said = heard(tmp_path / "t.jsonl", CALL, LISTEN, **CONFIDENTIAL)
    assert SECRET not in said
    assert b'"overheard"' in said
    assert b'"withheld":{"digest":' in said


def test_what_comes_on_an_open_stream_is_withheld_from_who_listens_and_from_the_next(tmp_path):
    steps = (STREAM, CALL, LISTEN, CALL, LISTEN, Request("ping", {}))
    said = heard(tmp_path / "t.jsonl", *steps, **CONFIDENTIAL)
    assert SECRET not in said
    assert b'"notification":"notifications/message"' in said


def test_so_is_what_is_left_over_when_the_connection_ends(tmp_path):
    said = heard(tmp_path / "t.jsonl", STREAM, CALL, Fresh(), **CONFIDENTIAL)
    assert SECRET not in said


def test_of_other_tools_all_of_it_is_heard(tmp_path):
    """Or the tests above would prove nothing."""
    call, listen, fresh = heard(tmp_path / "t.jsonl", CALL, LISTEN, Fresh()).splitlines()[1:4]
    assert [SECRET in line for line in (call, listen, fresh)] == [True, True, False]
    _, _, listen, *_ = heard(tmp_path / "t.jsonl", STREAM, CALL, LISTEN).splitlines()[1:]
    assert SECRET in listen
