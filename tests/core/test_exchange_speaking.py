"""Who speaks JSON-RPC, however badly, is there; who does not is not."""

import json

import pytest
from examinees import http, status

from mcptest_action.core.protocol.exchange.incoming import reaction_of, read_message
from mcptest_action.core.protocol.exchange.reaction import (
    Disconnected,
    Garbage,
    InvalidUtf8,
    Misaddressed,
    Oversized,
    Replied,
    RpcError,
    TimedOut,
    TurnedAway,
    Unreachable,
)
from mcptest_action.core.protocol.exchange.speaking import speaks
from mcptest_action.core.protocol.exchange.sse import OLD_TRANSPORT
from mcptest_action.core.protocol.transcript.greeting import greeting, never_greeted, spoke
from mcptest_action.core.protocol.transcript.lines import Exchange, Key

MESSAGE = '{"jsonrpc": "2.0", "error": {"code": -32000, "message": "no"}}'
SPEAKING = {
    "a result": Replied({}),
    "a result that is nothing": Replied(None, http()),
    "an error": RpcError(-32603, "no"),
    "an error with status 500": RpcError(-32603, "no", None, http(500)),
    "an answer to somebody else": Misaddressed(("7",)),
    "an error without a code": reaction_of(read_message(b'{"id": 1, "error": {}}')),
    "neither result nor error": Garbage('{"jsonrpc":"2.0","id":1}'),
    "a batch": Garbage(f" [{MESSAGE}]"),
    "a batch that was cut off": Garbage(f"[{MESSAGE}"[:-9]),
    "a status with a message": status(400, MESSAGE),
}
SILENT = {
    "nothing": TimedOut(8),
    "an end": Disconnected("exited with code 1"),
    "nobody": Unreachable("connection refused"),
    "words": Garbage("Listening on port 3000, jsonrpc: yes"),
    "JSON of another kind": Garbage('{"level": "info"}'),
    "the older transport": Garbage(OLD_TRANSPORT),
    "bytes": InvalidUtf8("/w=="),
    "a flood": Oversized(16),
    "a page": status(200, "<!DOCTYPE html>"),
    "a page that is not there": status(404, "<html>Cannot POST /mcp</html>"),
    "no time": TurnedAway(429, 3, 1.0),
    "a wish for credentials": RpcError(-32001, "who are you?", None, http(401)),
    "a refused Host": RpcError(-32000, "Invalid Host", None, http(421)),
    "a refusal": status(403, MESSAGE),
}  # fmt: skip


@pytest.mark.parametrize("reaction", SPEAKING.values(), ids=SPEAKING)
def test_what_is_json_rpc(reaction):
    assert speaks(reaction)


@pytest.mark.parametrize("reaction", SILENT.values(), ids=SILENT)
def test_what_is_not(reaction):
    assert not speaks(reaction)


HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}}
DISCOVERED = {"supportedVersions": ["2026-07-28"]}


def said(method, reaction, step=1, check="handshake"):
    sent = {"step": "Request", "message": {"method": method}}
    return Exchange(Key(check, None, 1, step), sent, reaction, 1.0)


REFUSED = [
    said("server/discover", RpcError(-32601, "no")),
    said("initialize", RpcError(-32603, "no"), 2),
]
SILENCE = said("server/discover", TimedOut(8))


def test_only_the_last_attempt_counts():
    assert greeting([*REFUSED, SILENCE, said("tools/list", Replied({}), 1, "surface")]) == [SILENCE]
    assert spoke(REFUSED)
    assert not spoke([*REFUSED, SILENCE])


def test_who_is_silent_may_answer_a_knock():
    assert spoke([SILENCE, said("ping", RpcError(-32600, "no"), 1, "knock")])
    assert never_greeted([SILENCE, said("ping", Replied({}), 1, "knock")])


@pytest.mark.parametrize(
    ("exchanges", "expected"),
    [
        (REFUSED, True),
        ([SILENCE], False),
        ([said("initialize", Replied(HELLO))], False),
        ([said("server/discover", Replied(DISCOVERED))], False),
        ([said("server/discover", Replied(HELLO))], True),
        ([said("initialize", Replied(DISCOVERED))], True),
        ([Exchange(Key("handshake", None, 1, 1), {"step": "Fresh"}, Replied({}), 1.0)], True),
        ([], False),
    ],
    ids=lambda value: json.dumps(value, default=str)[:60],
)
def test_a_hello_answers_its_own_question(exchanges, expected):
    assert never_greeted(exchanges) is expected
