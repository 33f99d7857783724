"""Both eras, request by request."""

import json

import pytest
from conftest import FIXTURES
from hypothesis import given
from hypothesis import strategies as st
from mcp_types import methods

from mcptest_action.core.authoring.mock.arguments import complaint
from mcptest_action.core.authoring.mock.manifest import read_manifest
from mcptest_action.core.authoring.mock.message import encode, read_message
from mcptest_action.core.authoring.mock.model import Manifest, Tool
from mcptest_action.core.authoring.mock.presets import preset
from mcptest_action.core.authoring.mock.protocol import Mock, Session, answer
from mcptest_action.core.authoring.mock.revisions import LEGACY, MODERN, SERVER_KEY, Era
from mcptest_action.core.authoring.mock.sample import sample
from mcptest_action.core.authoring.mock.template import filled, variables

PREFIX = "io.modelcontextprotocol/"
META = {f"{PREFIX}protocolVersion": MODERN, f"{PREFIX}clientCapabilities": {}}
GREETING = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t"}}
DEMO = Mock(preset("demo"))
LENIENT = Mock(preset("lenient"))
PATH = FIXTURES / "mock" / "everything.yaml"
EVERYTHING = Mock(read_manifest(PATH.read_text(), PATH.name))


def request(method, params=None, number=1):
    made = {"jsonrpc": "2.0", "id": number, "method": method}
    return made if params is None else {**made, "params": params}


def converse(mock, *messages, session=Session()):  # noqa: B008 - it is frozen
    """The answers to the messages of one session."""
    answers = []
    for message in messages:
        data = message if isinstance(message, bytes) else encode(message)
        session, said = answer(mock, session, read_message(data))
        answers.append(said)
    return answers


def legacy(mock, method, params=None):
    """The result or error after a handshake."""
    _, said = converse(mock, request("initialize", GREETING), request(method, params))
    return said.get("result", said.get("error"))


def modern(mock, method, params=None, meta=META):
    (said,) = converse(mock, request(method, {**(params or {}), "_meta": meta}))
    return said.get("result", said.get("error"))


SPEAK = pytest.mark.parametrize("ask", [legacy, modern], ids=["legacy", "modern"])


# The handshake, and its absence


@pytest.mark.parametrize("revision", LEGACY)
def test_a_legacy_revision_is_agreed_on(revision):
    (said,) = converse(DEMO, request("initialize", {**GREETING, "protocolVersion": revision}))
    assert said["result"] == {
        "protocolVersion": revision,
        "capabilities": {"tools": {}, "resources": {}, "prompts": {}},
        "serverInfo": {"name": "records", "version": "1.0.0"},
        "instructions": "Search for a record before you change or delete it.",
    }


@pytest.mark.parametrize("revision", ["1900-01-01", MODERN, ""])
def test_an_unknown_revision_is_offered_the_newest(revision):
    (said,) = converse(DEMO, request("initialize", {**GREETING, "protocolVersion": revision}))
    assert said["result"]["protocolVersion"] == "2025-11-25"


@pytest.mark.parametrize("key", GREETING)
def test_a_handshake_must_be_complete(key):
    rest = {name: value for name, value in GREETING.items() if name != key}
    (said,) = converse(DEMO, request("initialize", rest))
    assert said["error"] == {"code": -32602, "message": f"initialize needs {key}"}


def test_nothing_but_ping_is_answered_before_the_handshake():
    early, ping = converse(DEMO, request("tools/list"), request("ping"))
    assert early["error"] == {
        "code": -32602,
        "message": "send initialize first, or the _meta of 2026-07-28 with each request",
    }
    assert ping["result"] == {}


def test_capabilities_and_instructions_are_only_what_the_manifest_has():
    bare = Mock(Manifest())
    (said,) = converse(bare, request("initialize", GREETING))
    assert said["result"]["capabilities"] == {}
    assert "instructions" not in said["result"]
    assert legacy(bare, "tools/list")["code"] == -32601


def test_discovery_tells_what_the_handshake_would():
    result = modern(DEMO, "server/discover")
    assert result == {
        "resultType": "complete",
        "supportedVersions": [MODERN],
        "capabilities": {"tools": {}, "resources": {}, "prompts": {}},
        "instructions": "Search for a record before you change or delete it.",
        "ttlMs": 0,
        "cacheScope": "private",
        "_meta": {SERVER_KEY: {"name": "records", "version": "1.0.0"}},
    }


@pytest.mark.parametrize(
    ("meta", "code"),
    [
        ({}, -32602),
        ({f"{PREFIX}clientCapabilities": {}}, -32602),
        ({f"{PREFIX}protocolVersion": MODERN}, -32602),
        ({**META, f"{PREFIX}protocolVersion": 7}, -32602),
        ({**META, f"{PREFIX}logLevel": "loud"}, -32602),
        ({**META, f"{PREFIX}protocolVersion": "1900-01-01"}, -32022),
        ({**META, f"{PREFIX}protocolVersion": "2025-11-25"}, -32022),
        ({**META, f"{PREFIX}logLevel": "info", "com.example/x": 1}, None),
    ],
    ids=["empty", "no version", "no capabilities", "version is a number", "unknown log level",
         "unknown version", "legacy version", "more than needed"],
)  # fmt: skip
def test_each_modern_request_must_say_what_it_speaks(meta, code):
    assert modern(DEMO, "server/discover", meta=meta).get("code") == code


def test_an_unknown_revision_is_told_the_known_ones():
    error = modern(DEMO, "tools/list", meta={**META, f"{PREFIX}protocolVersion": "1900-01-01"})
    assert error["data"] == {"supported": [MODERN], "requested": "1900-01-01"}


def test_a_peer_that_spoke_modern_must_go_on_doing_so():
    first, second, third = converse(
        DEMO, request("tools/list", {"_meta": META}), request("tools/list"), request("ping")
    )
    assert "result" in first
    assert (second["error"]["code"], third["error"]["code"]) == (-32602, -32602)


def test_a_legacy_session_may_ask_one_modern_question():
    _, aside, back = converse(
        DEMO, request("initialize", GREETING), request("ping", {"_meta": META}), request("ping")
    )
    assert aside["error"]["code"] == -32601
    assert back["result"] == {}


@pytest.mark.parametrize("method", ["ping", "logging/setLevel", "resources/subscribe", "nope"])
def test_removed_and_unknown_methods_are_not_found(method):
    assert modern(DEMO, method) == {"code": -32601, "message": f"there is no method '{method}'"}


def test_a_server_of_one_era_does_not_speak_the_other():
    old, new = Mock(preset("demo"), Era.LEGACY), Mock(preset("demo"), Era.MODERN)
    assert legacy(old, "server/discover")["code"] == -32601
    assert "tools" in legacy(old, "tools/list", {"_meta": META})
    (said,) = converse(new, request("initialize", GREETING))
    assert said["error"]["code"] == -32601
    assert said["error"]["data"] == {"supported": [MODERN]}
    assert "tools" in modern(new, "tools/list")


# Messages that are none


@pytest.mark.parametrize(
    ("data", "code", "number"),
    [
        (b'{"jsonrpc": "2.0"', -32700, None),
        (b"", -32700, None),
        (b"\xff\xfe", -32700, None),
        (b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32700, None),
        (b"[" * 100_000, -32700, None),
        (b"42", -32600, None),
        (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, None),
        (b'{"id":1,"method":"ping"}', -32600, 1),
        (b'{"jsonrpc":"1.0","id":"a","method":"ping"}', -32600, "a"),
        (b'{"jsonrpc":"2.0","id":1}', -32600, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":7}', -32600, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32600, 1),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600, None),
    ],
)  # fmt: skip
def test_what_is_not_a_message_gets_an_error(data, code, number):
    (said,) = converse(DEMO, data)
    assert (said["error"]["code"], said["id"]) == (code, number)


@pytest.mark.parametrize("number", [1, 0, 2**53 - 1, -5, "abc-é", ""])
def test_an_answer_carries_the_id_of_its_question(number):
    (said,) = converse(DEMO, request("ping", number=number))
    assert (said["id"], type(said["id"])) == (number, type(number))


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "method": "notifications/unknown", "params": {"_meta": META}},
        {"jsonrpc": "2.0", "id": 1, "result": {}},
        {"jsonrpc": "2.0", "id": 1, "error": {}},
    ],
)
def test_notifications_and_stray_answers_are_not_answered(message):
    assert converse(DEMO, message) == [None]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)
METHOD = st.sampled_from(
    ["tools/list", "tools/call", "resources/list", "resources/read", "prompts/get", "prompts/list",
     "resources/templates/list", "server/discover", "initialize", "ping", "x"]
)  # fmt: skip
PARAMS = st.dictionaries(
    st.sampled_from(["name", "uri", "arguments", "cursor", "_meta", "protocolVersion"]),
    JSON | st.sampled_from(["greet", "review", META]),
)


@given(METHOD, PARAMS, st.sampled_from([Session(), Session(Era.LEGACY, LEGACY[-1])]))
def test_no_params_upset_the_server(method, params, session):
    for mock in (EVERYTHING, LENIENT):
        (said,) = converse(mock, request(method, params), session=session)
        assert ("result" in said) != ("error" in said)
        assert json.loads(encode(said)) == said


# Lists, calls, resources, prompts


@SPEAK
def test_lists_come_in_pages(ask):
    shown, cursor, pages = [], {}, 0
    while True:
        page = ask(EVERYTHING, "tools/list", cursor)
        shown += [tool["name"] for tool in page["tools"]]
        pages += 1
        if "nextCursor" not in page:
            break
        cursor = {"cursor": page["nextCursor"]}
    assert (shown, pages) == (["greet", "fail", "silent"], 2)
    assert len(ask(EVERYTHING, "resources/list")["resources"]) == 2
    assert len(ask(EVERYTHING, "resources/templates/list")["resourceTemplates"]) == 2
    assert len(ask(EVERYTHING, "prompts/list")["prompts"]) == 2


@SPEAK
@pytest.mark.parametrize("cursor", ["bogus", "", 7, "746f6f6c733a31"])
def test_a_cursor_that_was_not_handed_out_is_refused(ask, cursor):
    error = ask(EVERYTHING, "tools/list", {"cursor": cursor})
    assert error == {"code": -32602, "message": "this cursor was not handed out"}
    assert ask(LENIENT, "tools/list", {"cursor": cursor})["tools"]


@SPEAK
def test_a_call_is_answered_with_its_arguments(ask):
    arguments = {"name": "${args.times}", "times": None}
    result = ask(EVERYTHING, "tools/call", {"name": "greet", "arguments": arguments})
    assert result["content"][0]["text"] == "hello ${args.times}, null times, !"
    assert result["structuredContent"] == {"greeting": "hello ${args.times}"}
    failed = ask(EVERYTHING, "tools/call", {"name": "fail"})
    assert failed["isError"] is True
    silent = ask(EVERYTHING, "tools/call", {"name": "silent"})
    assert silent["content"] == [{"type": "text", "text": "ok"}]


def test_the_first_of_two_tools_with_one_name_answers():
    hostile = Mock(preset("hostile"))
    result = legacy(hostile, "tools/call", {"name": "twin", "arguments": {"text": "!"}})
    assert result["content"][0]["text"] == "The first of two tools with one name. !"


@SPEAK
@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"name": "nope"}, "there is no tool 'nope'"),
        ({}, "name must be text"),
        ({"name": 7}, "name must be text"),
        ({"name": "greet", "arguments": [1]}, "arguments must be an object"),
    ],
)
def test_a_call_that_names_no_tool_is_an_error(ask, params, message):
    assert ask(EVERYTHING, "tools/call", params) == {"code": -32602, "message": message}
    assert ask(LENIENT, "tools/call", params)["content"] == [{"type": "text", "text": "ok"}]


@SPEAK
@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({}, "the argument 'name' is missing"),
        ({"name": 7}, "the argument 'name' is not of type string"),
        ({"name": "x", "times": 1.5}, "the argument 'times' is not of type integer or null"),
        ({"name": "x", "more": 1}, "there is no argument 'more'"),
    ],
)
def test_wrong_arguments_are_an_error_of_the_tool(ask, arguments, text):
    result = ask(EVERYTHING, "tools/call", {"name": "greet", "arguments": arguments})
    assert result["isError"] is True
    assert result["content"] == [{"type": "text", "text": text}]


def test_a_lenient_server_takes_any_arguments():
    wrong = {"name": "get_record", "arguments": {"id": 7, "more": True}}
    result = legacy(LENIENT, "tools/call", wrong)
    assert result["structuredContent"] == {"id": "7", "title": "Quarterly report"}
    assert "isError" not in result


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("null", [None], [0, False]),
        ("boolean", [True], [0, None]),
        ("integer", [0, 2.0], [0.5, True, "1"]),
        ("number", [0, 0.5], [False, "1"]),
        ("string", [""], [1, None]),
        ("array", [[]], [{}, ""]),
        ("object", [{}], [[], None]),
        ("no such type", [1, None], []),
        (7, [1, None], []),
        ([], [1, None], []),
    ],
)
def test_json_types_are_told_apart(kind, good, bad):
    schema = {"properties": {"x": {"type": kind}}}
    assert [complaint(schema, {"x": value}) for value in good] == [None] * len(good)
    assert None not in [complaint(schema, {"x": value}) for value in bad]


@pytest.mark.parametrize(
    ("schema", "value", "complained"),
    [
        ({"enum": ["a", "b"]}, "c", "the argument 'x' is not one of the choices"),
        ({"enum": ["a", "b"]}, "a", None),
        ({"minLength": 1}, "", "the argument 'x' is too small"),
        ({"maxLength": 1}, "ab", "the argument 'x' is too large"),
        ({"minimum": 0}, -1, "the argument 'x' is too small"),
        ({"maximum": 1}, 1.5, "the argument 'x' is too large"),
        ({"maximum": 0}, True, None),
        ({"minItems": 1}, [], "the argument 'x' is too small"),
        ({"minimum": "0"}, -1, None),
    ],
)
def test_limits_are_kept(schema, value, complained):
    assert complaint({"properties": {"x": schema}}, {"x": value}) == complained


@pytest.mark.parametrize(
    "schema",
    [None, "text", [], {"required": "x"}, {"required": [7]}, {"properties": [1]}, {"properties": {"x": 1}},
     {"additionalProperties": False, "patternProperties": {"^x": {}}}],
)  # fmt: skip
def test_a_malformed_schema_asks_for_nothing(schema):
    assert complaint(schema, {"x": 1}) is None


@SPEAK
def test_resources_are_read(ask):
    def read(uri):
        return ask(EVERYTHING, "resources/read", {"uri": uri})["contents"]

    readme = {"uri": "file:///readme.md", "mimeType": "text/markdown", "text": "# Read me"}
    assert read("file:///readme.md") == [readme]
    assert read("file:///pixel.png")[0]["blob"] == "iVBORw0KGgo="
    assert read("file:///empty") == [{"uri": "file:///empty", "text": ""}]
    assert read("users://ann/posts/7")[0]["text"] == "post 7 of ann"


@pytest.mark.parametrize("uri", ["file:///nope", "users://a/b/posts/7", "listed://x"])
def test_an_unknown_resource_has_another_code_in_each_era(uri):
    expected = {"message": "there is no such resource", "data": {"uri": uri}}
    assert legacy(EVERYTHING, "resources/read", {"uri": uri}) == {"code": -32002, **expected}
    assert modern(EVERYTHING, "resources/read", {"uri": uri}) == {"code": -32602, **expected}
    assert legacy(LENIENT, "resources/read", {"uri": uri}) == {"contents": []}


@SPEAK
def test_a_resource_is_named_by_text(ask):
    assert ask(EVERYTHING, "resources/read", {"uri": 7})["message"] == "uri must be text"


@SPEAK
def test_prompts_are_filled_in(ask):
    arguments = {"file": "a.py", "tone": "kind"}
    result = ask(EVERYTHING, "prompts/get", {"name": "review", "arguments": arguments})
    assert result["description"] == "Ask for a review."
    content = {"type": "text", "text": "Review a.py in a kind tone."}
    assert result["messages"] == [{"role": "user", "content": content}]
    assert "description" not in ask(EVERYTHING, "prompts/get", {"name": "bare"})


@SPEAK
@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"name": "nope"}, "there is no prompt 'nope'"),
        ({"name": "review"}, "the argument 'file' is missing"),
        ({"name": "review", "arguments": []}, "arguments must be an object"),
    ],
)
def test_a_prompt_that_cannot_be_made_is_an_error(ask, params, message):
    assert ask(EVERYTHING, "prompts/get", params) == {"code": -32602, "message": message}


def test_a_lenient_server_makes_any_prompt():
    assert legacy(LENIENT, "prompts/get", {"name": "nope"}) == {"messages": []}
    made = legacy(LENIENT, "prompts/get", {"name": "summarize_record"})
    assert made["messages"][0]["content"]["text"] == "Summarize the record  in one sentence."


# The official models agree

QUESTIONS = [
    ("tools/list", {}),
    ("tools/call", {"name": "get_record", "arguments": {"id": "1"}}),
    ("tools/call", {"name": "get_record"}),
    ("resources/list", {}),
    ("resources/templates/list", {}),
    ("resources/read", {"uri": "records://schema"}),
    ("prompts/list", {}),
    ("prompts/get", {"name": "summarize_record", "arguments": {"id": "1"}}),
]


@pytest.mark.parametrize(("method", "params"), QUESTIONS, ids=lambda value: str(value)[:40])
def test_results_are_valid_in_every_revision(method, params):
    for revision in LEGACY:
        methods.validate_server_result(method, revision, legacy(DEMO, method, params))
    result = modern(DEMO, method, params)
    methods.validate_server_result(method, MODERN, result)
    assert result["resultType"] == "complete"
    assert result["_meta"][SERVER_KEY]["name"] == "records"
    cached = method not in ("tools/call", "prompts/get")
    assert ("ttlMs" in result, "cacheScope" in result) == (cached, cached)


def test_discovery_and_handshake_are_valid():
    methods.validate_server_result("server/discover", MODERN, modern(DEMO, "server/discover"))
    (said,) = converse(DEMO, request("initialize", GREETING))
    methods.validate_server_result("initialize", "2025-11-25", said["result"])


@pytest.mark.parametrize(("meta", "kept"), [({"a": 1}, {"a": 1}), (7, 7)])
def test_a_manifest_may_put_its_own_meta_in_a_modern_result(meta, kept):
    tool = Tool("x", {"name": "x"}, {"content": [], "_meta": meta, "resultType": "other"})
    result = modern(Mock(Manifest(tools=(tool,))), "tools/call", {"name": "x"})
    assert result["resultType"] == "other"
    if isinstance(kept, dict):
        kept = {SERVER_KEY: {"name": "mcptest-mock", "version": "0.0.0"}, **kept}
    assert result["_meta"] == kept


# Small parts


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("${args.text}", "a"),
        ("${args.number} ${args.list} ${args.nothing}", '1.5 [1,"é"] null'),
        ("${args.missing}|${args.}|${argstext}|$${args.text}", "|${args.}|${argstext}|$a"),
        ("${args.with space}", "yes"),
    ],
)
def test_slots_are_filled_with_arguments(template, text):
    arguments = {"text": "a", "number": 1.5, "list": [1, "é"], "nothing": None, "with space": "yes"}
    assert filled({"k": [template, 7]}, arguments) == {"k": [text, 7]}


@pytest.mark.parametrize(
    ("template", "uri", "found"),
    [
        ("a://{x}", "a://1", {"x": "1"}),
        ("a://{x}/{y}.txt", "a://1/2.txt", {"x": "1", "y": "2"}),
        ("a://{x}", "a://1/2", None),
        ("a://{x}", "a://", None),
        ("a.b", "axb", None),
        ("a://", "a://", {}),
    ],
)
def test_addresses_are_matched_with_templates(template, uri, found):
    assert variables(template, uri) == found


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "object", "properties": {"a": {"type": "string"}, "b": {}}, "required": ["a"]}, {"a": ""}),
        ({"properties": {"a": {"type": "integer", "minimum": 3}}, "required": ["a", 7]}, {"a": 3}),
        ({"type": "object", "required": "a", "properties": 7}, {}),
        ({"type": "array", "items": {"type": "boolean"}, "minItems": 2}, [False, False]),
        ({"type": "array", "items": {}, "minItems": 1000}, [None] * 3),
        ({"type": "string", "minLength": 2}, "xx"),
        ({"type": ["number", "null"]}, 0),
        ({"type": []}, None),
        ({"type": "null"}, None),
        ({"const": 7}, 7),
        ({"default": "d", "type": "string"}, "d"),
        ({"enum": ["a", "b"]}, "a"),
        ({"enum": [], "type": "string"}, ""),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, ""),
        ({"$ref": "#/$defs/x", "$defs": {"x": {"const": 1}}}, 1),
        ({"$ref": "#/$defs/y/z", "$defs": {"y": 7}}, None),
        ({"$ref": "https://example.com/x"}, None),
        ({"$ref": "#"}, None),
        (True, None),
    ],
)  # fmt: skip
def test_a_schema_has_a_plain_value(schema, value):
    assert sample(schema) == value


def test_a_captured_tool_keeps_what_its_output_schema_promises():
    path = FIXTURES / "mock" / "captured.json"
    mock = Mock(read_manifest(path.read_text(), path.name))
    result = legacy(mock, "tools/call", {"name": "forecast"})
    assert result["structuredContent"] == {"days": [{"high": 0}]}
    assert json.loads(result["content"][0]["text"]) == {"days": [{"high": 0}]}
