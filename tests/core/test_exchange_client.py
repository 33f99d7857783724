"""What a client replies to a server that asks for something: the same each time, and never too much."""

import json

import pytest

from mcptest_action.core.protocol.exchange.client import NOBODY, Client, Says, answered
from mcptest_action.core.protocol.exchange.incoming import ServerRequest, reply_to
from mcptest_action.core.protocol.exchange.step import CallTool, StrayCall, gives_answers

SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}}
FORM = {"message": "Who?", "requestedSchema": SCHEMA}
PAGE = {"mode": "url", "message": "Sign in.", "url": "https://example.com"}
ALL = {"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}}
ABLE = Client(ALL, lambda schema: {"name": "x"} if schema == SCHEMA else None)
REJECTED = {"error": {"code": -1, "message": "the user said no"}}


def reply(method, params=None, client=ABLE, says=Says.ACCEPT):
    return answered(ServerRequest(1, method, params), client, says).reply


@pytest.mark.parametrize(
    ("params", "says", "told"),
    [
        (FORM, Says.ACCEPT, {"action": "accept", "content": {"name": "x"}}),
        (FORM, Says.DECLINE, {"action": "decline"}),
        (FORM, Says.CANCEL, {"action": "cancel"}),
        (PAGE, Says.CANCEL, {"action": "cancel"}),
        ({"message": "no schema"}, Says.ACCEPT, {"action": "decline"}),
        ({**FORM, "requestedSchema": {"type": "array"}}, Says.ACCEPT, {"action": "decline"}),
        (None, Says.ACCEPT, {"action": "decline"}),
    ],
)
def test_a_form_is_accepted_only_if_it_can_be_filled_in(params, says, told):
    assert reply("elicitation/create", params, says=says) == {"result": told}


def test_a_url_is_never_accepted_because_that_would_promise_to_open_it():
    assert reply("elicitation/create", PAGE) == {"result": {"action": "decline"}}


@pytest.mark.parametrize(
    ("declared", "params", "is_supported"),
    [
        ({}, FORM, True),
        ({}, PAGE, False),
        ({"url": {}}, FORM, False),
        ({"url": {}}, PAGE, True),
        ({"form": {}}, {**FORM, "mode": "form"}, True),
        ({"form": {}}, {**FORM, "mode": "voice"}, False),
        (True, FORM, True),
    ],
)
def test_a_mode_that_was_not_declared_is_invalid(declared, params, is_supported):
    said = reply("elicitation/create", params, Client({"elicitation": declared}))
    assert ("result" in said) is is_supported
    assert is_supported or said["error"]["code"] == -32602


def test_a_model_always_says_the_same_and_folders_are_always_none():
    said = reply("sampling/createMessage")["result"]
    assert said["content"] == {"type": "text", "text": "This is a fixed text from mcptest-action."}
    assert reply("sampling/createMessage", says=Says.DECLINE) == REJECTED
    for says in Says:
        assert reply("roots/list", says=says) == {"result": {"roots": []}}


def test_what_was_not_declared_is_unknown():
    said = reply("roots/list", client=Client({"sampling": {}}))
    assert said == {"error": {"code": -32601, "message": "this client has no roots"}}


@pytest.mark.parametrize(
    ("method", "client"), [("roots/list", NOBODY), ("ping", ABLE), ("tasks/list", ABLE)]
)
def test_anything_else_gets_the_usual_reply(method, client):
    request = ServerRequest(1, method)
    assert answered(request, client) == request


def test_the_reply_is_what_goes_back():
    sent = json.loads(reply_to(answered(ServerRequest("a", "roots/list"), ABLE)))
    assert sent == {"jsonrpc": "2.0", "id": "a", "result": {"roots": []}}


def test_only_a_call_with_responses_gives_answers():
    assert gives_answers(CallTool("x", {}, more={"inputResponses": {}}))
    assert not gives_answers(CallTool("x", {}, more={"requestState": "x"}))
    assert not gives_answers(StrayCall({"inputResponses": {}}))
