"""What is kept of messages that break JSON-RPC, and nothing of those that do not."""

import json

import pytest

from mcptest_action.core.protocol.exchange.incoming import read_message

PLAIN = {"jsonrpc": "2.0", "id": 1}
ERROR = {"code": -32601, "message": "no"}


def read(message):
    return read_message(json.dumps(message).encode())


@pytest.mark.parametrize(
    "message",
    [
        {**PLAIN, "result": {}},
        {**PLAIN, "error": ERROR},
        {**PLAIN, "error": {**ERROR, "data": [1]}},
        {**PLAIN, "id": None, "error": ERROR},
    ],
    ids=["result", "error", "error with data", "error without an id"],
)
def test_nothing_is_kept_of_a_plain_answer(message):
    assert read(message).envelope is None


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ({"id": 1, "result": {}}, {"id": 1, "result": {"…": 0}}),
        ({**PLAIN, "jsonrpc": "1.0", "result": {"a": 1}}, {**PLAIN, "jsonrpc": "1.0", "result": {"…": 1}}),
        ({**PLAIN, "result": {}, "error": None}, {**PLAIN, "result": {"…": 0}, "error": None}),
        ({**PLAIN, "result": [1]}, {**PLAIN, "result": [1]}),
        ({**PLAIN, "error": "no"}, {**PLAIN, "error": "no"}),
        ({**PLAIN, "error": {"code": "1", "message": "no", "data": 5}}, {**PLAIN, "error": {"code": "1", "message": "no"}}),
        ({**PLAIN, "error": {"code": 1}}, {**PLAIN, "error": {"code": 1}}),
        ({**PLAIN, "error": {"code": True, "message": "no"}}, {**PLAIN, "error": {"code": True, "message": "no"}}),
    ],
    ids=["no jsonrpc", "old jsonrpc", "both", "array", "error is text", "code is text", "no message", "code is true"],
)  # fmt: skip
def test_an_odd_answer_is_kept_without_its_content(message, kept):
    assert read(message).envelope == kept


@pytest.mark.parametrize(
    ("message", "flaw"),
    [
        ({"jsonrpc": "2.0", "method": "a"}, ""),
        ({"jsonrpc": "2.0", "method": "a", "params": {}, "id": "x"}, ""),
        ({"method": "a"}, "its jsonrpc is not '2.0'"),
        ({"jsonrpc": "2.0", "method": "a", "result": {}}, "it has a method and a result or an error"),
        ({"jsonrpc": "2.0", "method": "a", "params": [1]}, "its params are not an object"),
        ({"jsonrpc": "2.0", "method": "a", "id": None}, "its id is neither text nor a whole number"),
        ({"jsonrpc": "2.0", "method": "a", "id": True}, "its id is neither text nor a whole number"),
        ({"jsonrpc": "2.0", "method": "notifications/a", "id": 1}, "it is a notification, and has an id"),
        ({"jsonrpc": "2.0", "method": "a", "id": 1, "params": {"_meta": {"progressToken": 1}}}, ""),
        ({"jsonrpc": "2.0", "method": "a", "id": 1, "params": {"_meta": {}}}, ""),
        ({"jsonrpc": "2.0", "method": "a", "id": 1, "params": {"_meta": 5}}, ""),
        ({"jsonrpc": "2.0", "method": "a", "id": 1, "params": {"_meta": {"progressToken": True}}}, "its progress token is neither text nor a whole number"),
    ],
    ids=["notification", "request", "no jsonrpc", "result", "array", "null", "true", "with id", "token", "no token", "no meta", "odd token"],
)  # fmt: skip
def test_a_flaw_of_a_call_is_named_without_quoting_it(message, flaw):
    assert read(message).flaw == flaw
