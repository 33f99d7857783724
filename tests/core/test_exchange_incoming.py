"""Bytes from a server: only a response is taken for one, and nothing makes the reader fall over."""

import json
import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mcptest_action.core.protocol.exchange.incoming import (
    DEEPEST_ANSWER,
    Noise,
    Notification,
    NotText,
    Response,
    ServerRequest,
    reaction_of,
    read_message,
    reply_to,
    same_id,
)
from mcptest_action.core.protocol.exchange.reaction import Garbage, HttpAnswer, Replied, RpcError

FINE = HttpAnswer(200, {})


def kind_and_value(incoming):
    """Named tuples of one shape are equal, whatever they are called."""
    return type(incoming), incoming


def content(incoming):
    """The message without what is said about its form, which has tests of its own."""
    if isinstance(incoming, Response):
        return incoming._replace(envelope=None)
    return incoming._replace(flaw="") if hasattr(incoming, "flaw") else incoming


@pytest.mark.parametrize(
    ("data", "incoming"),
    [
        (b'{"jsonrpc":"2.0","id":1,"result":{"a":1}}', Response(1, {"a": 1}, None)),
        (b'{"id":"1","result":null}', Response("1", None, None)),
        (b'{"id":null,"error":{"code":-32700}}', Response(None, None, {"code": -32700})),
        (b'{"id":1,"error":"no"}', Response(1, None, "no")),
        (b' \t{"id":1,"result":[]} \r\n', Response(1, [], None)),
        (b'{"id":1,"method":"ping"}', ServerRequest(1, "ping")),
        (b'{"id":1,"method":"ping","result":{}}', ServerRequest(1, "ping")),
        (b'{"id":null,"method":"ping"}', ServerRequest(None, "ping")),
        (b'{"id":1,"method":"notifications/a"}', Notification("notifications/a", None)),
        (b'{"method":"notifications/message","params":{"a":1}}', Notification("notifications/message", {"a": 1})),
        (b'{"method":"notifications/message"}', Notification("notifications/message", None)),
        (b'{"method":"x","result":{}}', Notification("x", None)),
        (b'{"id":1}', Noise('{"id":1}')),
        (b'{"result":{}}', Noise('{"result":{}}')),
        (b'{"error":{}}', Noise('{"error":{}}')),
        (b'{"method":5}', Noise('{"method":5}')),
        (b'[{"id":1,"result":{}}]', Noise('[{"id":1,"result":{}}]')),
        (b"[]", Noise("[]")),
        (b"null", Noise("null")),
        (b'"result"', Noise('"result"')),
        (b"", Noise("")),
        (b"Server listening on 3000", Noise("Server listening on 3000")),
        (b'{"id":1,"result":{}', Noise('{"id":1,"result":{}')),
        (b'{"id":1,"result":{}} {}', Noise('{"id":1,"result":{}} {}')),
        (b"{'id':1,'result':{}}", Noise("{'id':1,'result':{}}")),
        ("\ufeff{}".encode(), Noise("\ufeff{}")),
        (b'\xff{"id":1,"result":{}}', NotText(b'\xff{"id":1,"result":{}}', None)),
        (b'{"id":7,"result":"\xe9"}', NotText(b'{"id":7,"result":"\xe9"}', 7)),
        (b'{"result":"\xe9"}', NotText(b'{"result":"\xe9"}', None)),
        (b'[{"id":7,"result":"\xe9"}]', NotText(b'[{"id":7,"result":"\xe9"}]', None)),
        ('{"id":1,"result":"é"}'.encode("utf-16"), NotText('{"id":1,"result":"é"}'.encode("utf-16"), None)),
    ],
    ids=lambda value: repr(value)[:40] if isinstance(value, bytes) else "",
)  # fmt: skip
def test_a_message_is_what_it_is(data, incoming):
    assert kind_and_value(content(read_message(data))) == kind_and_value(incoming)


def test_half_a_character_is_text():
    assert content(read_message(b'{"id":1,"result":"\\ud800"}')) == Response(1, "\ud800", None)


def test_a_number_beyond_counting_is_no_reason_to_fall_over():
    assert isinstance(read_message(b'{"id":1,"result":' + b"9" * 5000 + b"}"), Response | Noise)


def test_a_bottomless_message_is_noise():
    data = b'{"id":1,"result":' + b"[" * 100_000
    assert isinstance(read_message(data), Noise)
    assert isinstance(read_message(data + b"\xff"), NotText)


def test_a_message_too_deep_for_a_transcript_is_noise():
    data = b'{"id":1,"result":' + b"[" * 300 + b"]" * 300 + b"}"
    assert isinstance(read_message(data), Noise)


@pytest.mark.parametrize(
    ("opening", "closing"), [(b"[", b"]"), (b'{"x":', b"}")], ids=["lists", "objects"]
)
def test_the_depth_of_a_message_has_one_limit(opening, closing):
    def nested(levels):
        inner = opening * (levels - 2) + b"[]" + closing * (levels - 2)
        return read_message(b'{"id":1,"result":' + inner + b"}")

    assert isinstance(nested(DEEPEST_ANSWER), Response)
    assert isinstance(nested(DEEPEST_ANSWER + 1), Noise)


def test_many_brackets_side_by_side_are_not_deep():
    message = read_message(b'{"id":1,"result":[' + b"[{}]," * 1000 + b"[]]}")
    assert len(message.result) == 1001


LARGEST = 1.7976931348623157e308


@pytest.mark.parametrize(
    ("number", "kept"),
    [
        (b"1e999", LARGEST),
        (b"-1e999", -LARGEST),
        (b"9" * 5000, LARGEST),
        (b"-" + b"9" * 5000, -LARGEST),
        (b"9" * 4000, int("9" * 4000)),
        (b"1e308", 1e308),
        (b"1e-999", 0.0),
        (b"-5", -5),
    ],
    ids=["1e999", "-1e999", "long", "long below zero", "4000 digits", "1e308", "1e-999", "-5"],
)
def test_every_number_is_kept_as_one_that_can_be_written_again(number, kept):
    message = read_message(b'{"id":1,"result":' + number + b"}")
    assert (type(message.result), message.result) == (type(kept), kept)
    assert json.loads(json.dumps(message.result, allow_nan=False)) == kept


def test_a_result_beside_an_empty_error_is_a_result():
    message = read_message(b'{"jsonrpc":"2.0","id":1,"result":{},"error":null}')
    assert content(message) == Response(1, {}, None)


def test_an_empty_error_is_no_result():
    message = read_message(b'{"jsonrpc":"2.0","id":1,"error":null}')
    assert not (isinstance(message, Response) and isinstance(reaction_of(message), Replied))


@pytest.mark.parametrize("word", [b"NaN", b"Infinity", b"-Infinity"])
def test_words_that_only_python_takes_for_numbers_are_noise(word):
    assert isinstance(read_message(b'{"id":1,"result":' + word + b"}"), Noise)


def test_a_request_with_a_broken_method_is_not_a_response():
    assert isinstance(read_message(b'{"id":1,"method":5,"result":{}}'), Noise)


@given(st.binary(max_size=80))
@example(b"\xed\xa0\x80")
def test_no_bytes_break_the_reader(data):
    assert isinstance(read_message(data), Noise | NotText)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters()), inner),
    max_leaves=10,
)
MESSAGE = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": JSON,
        "id": JSON,
        "method": st.text(max_size=3) | JSON,
        "params": JSON,
        "result": JSON,
        "error": JSON,
    },
)


@given(MESSAGE | st.lists(MESSAGE) | JSON)
def test_only_an_object_with_an_id_and_an_outcome_and_no_method_is_a_response(message):
    incoming = read_message(json.dumps(message).encode())
    if isinstance(incoming, Response):
        assert "id" in message
        assert "result" in message or "error" in message
        assert "method" not in message
        assert isinstance(reaction_of(incoming), Replied | RpcError | Garbage)
    elif isinstance(incoming, ServerRequest):
        assert json.loads(reply_to(incoming))["jsonrpc"] == "2.0"


@pytest.mark.parametrize(
    ("error", "reaction"),
    [
        (None, Replied({"a": 1}, FINE)),
        ({"code": -32601, "message": "no"}, RpcError(-32601, "no", None, FINE)),
        ({"code": 0, "message": "no", "data": [1]}, RpcError(0, "no", [1], FINE)),
        ({"code": 1}, RpcError(1, "", None, FINE)),
        ({"code": 1, "message": 5}, RpcError(1, "5", None, FINE)),
        ({"code": True}, Garbage("an error object without an integer code: {'code': True}")),
        ({"code": "1"}, Garbage("an error object without an integer code: {'code': '1'}")),
        ({"code": 1.0}, Garbage("an error object without an integer code: {'code': 1.0}")),
        ({"code": math.inf}, Garbage("an error object without an integer code: {'code': inf}")),
        ({}, Garbage("an error object without an integer code: {}")),
        ([], Garbage("an error object without an integer code: []")),
        (False, Garbage("an error object without an integer code: False")),
        ("no", Garbage("an error object without an integer code: 'no'")),
    ],
    ids=repr,
)
def test_an_error_is_an_error_and_a_broken_one_is_garbage(error, reaction):
    found = reaction_of(Response(1, {"a": 1}, error), FINE)
    assert kind_and_value(found) == kind_and_value(reaction)


def test_a_long_error_is_cut():
    assert len(reaction_of(Response(1, None, "x" * 10_000)).text) == 500


IDS = [1, 0, -1, 1.0, True, False, "1", "", None, math.inf]


@pytest.mark.parametrize("received", IDS, ids=repr)
@pytest.mark.parametrize("sent", IDS, ids=repr)
def test_an_id_is_only_the_same_as_itself(sent, received):
    assert same_id(sent, received) == (repr(sent) == repr(received))


@pytest.mark.parametrize("received", [[1], {"a": 1}], ids=repr)
def test_an_id_that_is_no_id_answers_nothing_of_ours(received):
    assert not same_id(1, received)
    assert not same_id("1", received)


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        (ServerRequest(1, "ping"), {"jsonrpc": "2.0", "id": 1, "result": {}}),
        (
            ServerRequest("\ud800", "roots/list"),
            {"jsonrpc": "2.0", "id": "\ud800",
             "error": {"code": -32601, "message": "this client offers no capabilities"}},
        ),
    ],
    ids=["ping", "anything else"],
)  # fmt: skip
def test_a_server_may_ping_and_nothing_more(request_, answer):
    reply = reply_to(request_)
    assert b"\n" not in reply
    assert json.loads(reply) == answer


def test_an_answer_may_be_wide():
    wide = [[] for _ in range(2 * DEEPEST_ANSWER)]
    data = json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"rows": wide}}).encode()
    assert read_message(data) == Response(1, {"rows": wide}, None)
