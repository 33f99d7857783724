"""What is found by looking back at a run: ids, envelopes, codes, keys of `_meta`, schemas."""

import pytest
from examinees import LOOPBACK, MODERN, NOVEMBER, examinee, in_words

from mcptest_action.core.checks.conformance.checks import (
    base_answers,
    base_envelope,
    base_meta,
    base_schema,
)
from mcptest_action.core.checks.conformance.traffic import described, is_in_revision, listed, quoted
from mcptest_action.core.protocol.exchange.era import META_VERSION
from mcptest_action.core.protocol.exchange.reaction import (
    Accepted,
    Closed,
    Garbage,
    HttpAnswer,
    HttpStatus,
    InvalidUtf8,
    Misaddressed,
    Overheard,
    Replied,
    RpcError,
    TimedOut,
)
from mcptest_action.core.protocol.target.server_address import Address
from mcptest_action.core.protocol.transcript.lines import Exchange, Key

JUNE = "2025-06-18"
OVER_STDIO = examinee(MODERN, "tools", address=Address())
LEGACY = examinee(NOVEMBER, "tools", address=Address())
OVER_HTTP = examinee(MODERN, "tools", address=LOOPBACK)
OVER_SSE = examinee(MODERN, "tools", address=LOOPBACK._replace(sse=True))
HEADERS = {"MCP-Protocol-Version": MODERN}


def asked(reaction, *others, message_id=7, method="prompts/get", version=MODERN, **sent):
    """One exchange with a request in it."""
    message = {"jsonrpc": "2.0", "id": message_id, "method": method}
    message["params"] = {"_meta": {META_VERSION: version}}
    document = {"step": "Request", "message": message, "headers": HEADERS, **sent}
    return Exchange(Key("x", None, 1, 1), document, reaction, 1.0, others)


def did(step, reaction, *others, connection=1, **sent):
    return Exchange(Key("x", None, connection, 1), {"step": step, **sent}, reaction, 1.0, others)


def ruled(rule, known, *exchanges):
    return in_words(rule(known, exchanges))


def error(code=-32602, status=None, envelope=None):
    http = None if status is None else HttpAnswer(status, {})
    return RpcError(code, "no", None, http, envelope)


# BASE-01


@pytest.mark.parametrize(
    ("exchange", "flaw"),
    [
        (asked(Replied({}, None, {"id": 7, "result": {"…": 0}})), "the answer to `prompts/get` has no `jsonrpc`"),
        (asked(Replied({}, None, {"jsonrpc": "1.0", "id": 7, "result": {}})), "the answer to `prompts/get` has the jsonrpc '1.0'"),
        (asked(error(envelope={"jsonrpc": "2.0", "id": 7, "result": 1, "error": {}})), "the answer to `prompts/get` has a result and an error"),
        (asked(Replied([])), "the result for `prompts/get` is not an object"),
        (asked(Replied({}), {"notification": "a/b", "flaw": "its jsonrpc is not '2.0'"}), "`a/b` came while answering `prompts/get`, and its jsonrpc is not '2.0'"),
        (asked(Replied({}), {"request": "a/b", "flaw": "its id is neither"}), "`a/b` came while answering `prompts/get`, and its id is neither"),
        (asked(Garbage('{"jsonrpc":"2.0","id":7}')), """'{"jsonrpc":"2.0","id":7}' came while answering `prompts/get`, and is no kind of message"""),
        (did("Close", Closed("x"), {"noise": '{"result":{}}'}), """'{"result":{}}' came before the connection ended, and is no kind of message"""),
    ],
)  # fmt: skip
def test_a_message_that_breaks_json_rpc_is_found(exchange, flaw):
    found = ruled(base_envelope.messages, OVER_STDIO, exchange)
    assert found == {"BASE-01": f"failed: {flaw}"}


@pytest.mark.parametrize(
    "exchange",
    [
        asked(Replied({})),
        asked(error(status=400, envelope={"id": "server-error"})),
        asked(Replied({}), {"noise": '{"level":30,"msg":"a log in JSON"}'}),
        asked(Replied({}), {"noise": '{"jsonrpc":"2.0","error":{"code":1}}'}),
        asked(Replied({}), {"noise": "Server running"}, {"notification": "a/b"}),
        asked(Garbage("an error object without an integer code", {"jsonrpc": "2.0", "id": 7, "error": 5})),
    ],
    ids=["plain", "id only", "log", "an error without an id", "banner", "an error that is none"],
)  # fmt: skip
def test_what_is_another_check_is_not_counted_twice(exchange):
    found = ruled(base_envelope.messages, OVER_STDIO, exchange)
    assert found == {"BASE-01": "passed: every message of the run was JSON-RPC 2.0"}


@pytest.mark.parametrize("noise", ["Server running", '{"hello":1}', "[1]"])
def test_over_http_an_event_is_a_message(noise):
    found = ruled(base_envelope.messages, examinee(), asked(Replied({}), {"noise": noise}))
    assert found == {
        "BASE-01": f"failed: the event '{noise}' came while answering `prompts/get`, and is not "
        "JSON-RPC"
    }


def test_over_http_only_one_revision_has_batches():
    batch = asked(Replied({}), {"noise": '[{"jsonrpc":"2.0"}]'})
    for revision, status in (("2025-03-26", "passed"), ("2025-06-18", "failed")):
        found = ruled(base_envelope.messages, examinee(revision), batch)
        assert found["BASE-01"].startswith(status)
    error_only = asked(Replied({}), {"noise": '{"error":{"code":1}}'})
    assert ruled(base_envelope.messages, examinee(), error_only)["BASE-01"].startswith("passed")


# BASE-03


@pytest.mark.parametrize(
    ("exchange", "flaw"),
    [
        (asked(Garbage("x", {"error": "no"})), "is not an object"),
        (asked(Garbage("x", {"error": {"code": "1", "message": "no"}})), "has the code '1'"),
        (asked(Garbage("x", {"error": {"message": "no"}})), "has no code"),
        (asked(error(envelope={"error": {"code": 1}})), "has no message"),
        (asked(error(envelope={"error": {"code": 1, "message": 5}})), "has a message that is not text"),
        (asked(Garbage('{"error":{"code":true,"message":""}}')), "has the code True"),
    ],
)  # fmt: skip
def test_an_error_needs_a_code_and_a_message(exchange, flaw):
    found = ruled(base_envelope.errors, OVER_STDIO, asked(error()), exchange)
    assert found == {"BASE-03": f"failed: the error for `prompts/get` {flaw}"}


def test_errors_that_nobody_waited_for_are_looked_at_as_well():
    bad = Overheard(({"message": {"id": None, "error": {"code": 1}}}, {"noise": "x"}))
    found = ruled(base_envelope.errors, OVER_STDIO, did("Listen", bad))
    assert found == {"BASE-03": "failed: the error for a message has no message"}
    assert ruled(base_envelope.errors, OVER_STDIO, asked(Replied({})), asked(error())) == {
        "BASE-03": "passed: all 1 errors of the run have a code and a message"
    }
    assert ruled(base_envelope.errors, OVER_STDIO, asked(Garbage("[]"))) == {
        "BASE-03": "not_applicable: no error came during the run"
    }


# BASE-04


@pytest.mark.parametrize(
    ("known", "exchange", "wrong"),
    [
        (OVER_HTTP, asked(error(status=200, envelope={"id": None})), "the id None"),
        (OVER_HTTP, asked(error(-32601, 404, {"id": None})), "the id None"),
        (OVER_HTTP, asked(error(envelope={"id": "7"})), "the id '7'"),
        (OVER_STDIO, asked(Misaddressed(("None",)), {"answer_to": "None", "error": -32601}), "the id None"),
        (OVER_STDIO, asked(Garbage('{"jsonrpc":"2.0","error":{"code":-32601}}')), "no id"),
        (OVER_HTTP, asked(HttpStatus(HttpAnswer(400, {}), '{"error":{"code":-32020}}')), "no id"),
    ],
)  # fmt: skip
def test_an_error_without_the_id_of_its_request_is_found(known, exchange, wrong):
    found = ruled(base_answers.errors_name_requests, known, exchange)
    assert found == {"BASE-04": f"failed: the error for `prompts/get` has {wrong}"}


@pytest.mark.parametrize(
    ("known", "exchange"),
    [
        (LEGACY, asked(error(-32601, 404, {"id": None}))),
        (OVER_HTTP, asked(error(-32600, 400, {"id": None}))),
        (OVER_HTTP, asked(error(-32602, 400, {"id": None}), version="1900-01-01")),
        (OVER_HTTP, asked(HttpStatus(HttpAnswer(400, {}), "Bad Request"))),
        (OVER_HTTP, asked(HttpStatus(HttpAnswer(400, {}), '{"error":"no"}'))),
        (OVER_HTTP, asked(HttpStatus(HttpAnswer(401, {}), '{"error":{"code":-32602}}'))),
        (OVER_HTTP, asked(HttpStatus(HttpAnswer(400, {}), "[]"))),
        (OVER_STDIO, asked(Misaddressed(("9",)), {"answer_to": "9"})),
        (OVER_STDIO, did("Notify", Accepted(), message={"method": "a/b"})),
        (OVER_STDIO, asked(TimedOut(5))),
    ],
)
def test_what_was_not_read_has_no_id_to_name(known, exchange):
    found = ruled(base_answers.errors_name_requests, known, exchange)
    assert found == {"BASE-04": "not_applicable: no request got an error during the run"}


def test_errors_with_the_right_id_are_counted():
    odd = error(envelope={"id": 7, "error": {"code": 1}})
    found = ruled(base_answers.errors_name_requests, OVER_STDIO, asked(error()), asked(odd))
    assert found == {"BASE-04": "passed: all 2 errors for requests have the id of the request"}


# BASE-10


def one_each(*exchanges):
    return ruled(base_answers.one_each, OVER_STDIO, *exchanges)["BASE-10"]


@pytest.mark.parametrize(
    ("exchanges", "flaw"),
    [
        ([asked(Replied({}), {"answer_to": "7"})], "a second response to the id 7 came while answering `prompts/get`"),
        ([asked(Accepted(), {"answer_to": "7"}, {"answer_to": "7"})], "two responses to the id 7 came while answering `prompts/get`"),
        ([asked(Replied({}), {"answer_to": "'x'"})], "a response to the id 'x', which was never used, came while answering `prompts/get`"),
        ([asked(Replied({}), {"answer_to": "'x'", "error": -32603})], "a response to the id 'x', which was never used, came while answering `prompts/get`"),
    ],
)  # fmt: skip
def test_a_response_too_many_is_found(exchanges, flaw):
    assert one_each(*exchanges) == f"failed: {flaw}"


@pytest.mark.parametrize(
    "exchanges",
    [
        [asked(TimedOut(5)), asked(Replied({}), {"answer_to": "7"}, message_id=8)],
        [asked(Replied({}), {"answer_to": "None", "error": None})],
        [asked(Replied({}), {"answer_to": "withheld (9 characters, sha256:…)"})],
    ],
    ids=["late", "null", "withheld"],
)  # fmt: skip
def test_a_response_that_may_come_is_no_fault(exchanges):
    assert one_each(*exchanges).startswith("passed")


# BASE-12


def keys(known, **meta):
    return ruled(base_meta.keys, known, asked(Replied({"tools": [{"_meta": meta}]})))["BASE-12"]


@pytest.mark.parametrize(
    "key",
    ["-x", "x y", "_fastmcp", "a..b/c", "1a/b", "a-/b", "/x", "a/b/c", "é", "x\n"],
)
def test_a_key_outside_of_the_grammar_is_found(key):
    assert keys(LEGACY, **{key: 1}).endswith("does not follow the grammar of keys")


@pytest.mark.parametrize(
    "key", ["progressToken", "com.example/", "a-1.b/c.d_e-f", "ui/resourceUri", "x"]
)
def test_a_key_of_ones_own_is_fine(key):
    assert keys(LEGACY, **{key: 1}) == f"passed: looked at {key}"


@pytest.mark.parametrize(
    ("revision", "key", "is_reserved"),
    [
        (JUNE, "mcp.example/x", True),
        (JUNE, "api.modelcontextprotocol.org/x", True),
        (JUNE, "io.modelcontextprotocol/x", False),
        (NOVEMBER, "io.modelcontextprotocol/x", True),
        (NOVEMBER, "com.mcp.tools/x", True),
        (NOVEMBER, "com.example.mcp/x", False),
        (NOVEMBER, "mcp.example/x", False),
        (NOVEMBER, "mcp/x", False),
        (NOVEMBER, "io.modelcontextprotocol/related-task", False),
        (MODERN, "io.modelcontextprotocol/serverInfo", False),
        (JUNE, "mcp.dev/effect", False),
        (MODERN, "dev.mcp/effect", False),
    ],
)
def test_no_key_is_invented_under_a_reserved_prefix(revision, key, is_reserved):
    found = keys(examinee(revision), **{key: 1})
    assert found.startswith("failed" if is_reserved else "passed")


def test_an_official_extension_has_keys_of_its_own():
    known = examinee(MODERN)
    declared = {"extensions": {"io.modelcontextprotocol/ui": {}}}
    extended = known._replace(hello=known.hello._replace(capabilities=declared))
    assert keys(extended, **{"io.modelcontextprotocol/ui": {}}).startswith("passed")
    assert keys(known, **{"io.modelcontextprotocol/ui": {}}).startswith("failed")
    assert keys(extended, **{"io.modelcontextprotocol/other": {}}).startswith("failed")


@pytest.mark.parametrize(
    ("extension", "key", "is_known"),
    [
        ("skills", "io.modelcontextprotocol.skills/version", True),
        ("ui", "io.modelcontextprotocol.skills/version", False),
        ("tasks", "io.modelcontextprotocol/related-task-of-theirs", True),
        ("skills", "io.modelcontextprotocol/other", False),
    ],
)
def test_only_extensions_that_we_do_not_know_have_any_key(extension, key, is_known):
    known = examinee(MODERN)
    declared = {"extensions": {f"io.modelcontextprotocol/{extension}": {}}}
    extended = known._replace(hello=known.hello._replace(capabilities=declared))
    assert keys(extended, **{key: 1}).startswith("passed" if is_known else "failed")


@pytest.mark.parametrize(
    ("key", "value", "is_right"),
    [
        ("traceparent", "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01", True),
        ("traceparent", "01-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01-more", True),
        ("traceparent", "00-00000000000000000000000000000000-00f067aa0ba902b7-01", False),
        ("traceparent", "00-0AF7651916CD43DD8448EB211C80319C-00f067aa0ba902b7-01", False),
        ("traceparent", 7, False),
        ("tracestate", "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE, ", True),
        ("tracestate", "rojo", False),
        ("tracestate", "", True),
        ("tracestate", " ,a=b", True),
        ("tracestate", "a=b,rojo", False),
        ("tracestate", "a=b\n", False),
        ("tracestate", "a=\tb", True),
        ("tracestate", "\n", False),
        ("baggage", "a=b\n", False),
        ("traceparent", "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01\n", False),
        ("baggage", "user = a%20b;property;key=value , other=1", True),
        ("baggage", "", False),
    ],
)
def test_trace_context_can_be_followed(key, value, is_right):
    found = keys(examinee(MODERN), **{key: value})
    assert found.startswith("passed" if is_right else f"failed: '{key}' (with `prompts/get`) is ")
    assert keys(LEGACY, **{key: value}).startswith("passed")


def test_keys_are_looked_for_where_the_protocol_has_them():
    schema = {"inputSchema": {"properties": {"_meta": {"no key!": 1}}}, "_meta": "text"}
    told = {
        "notification": "notifications/message",
        "params": {"_meta": {"-": 1}, "data": {"_meta": {"+": 1}}},
    }
    assert ruled(base_meta.keys, LEGACY, asked(Replied({"tools": [schema]})), asked(error())) == {
        "BASE-12": "not_applicable: the server put nothing into any _meta"
    }
    assert ruled(base_meta.keys, LEGACY, asked(Replied({}), told)) == {
        "BASE-12": "failed: '-' (with `prompts/get`) does not follow the grammar of keys"
    }  # fmt: skip


# BASE-18, BASE-19, BASE-20


@pytest.mark.parametrize(
    "exchange", [asked(InvalidUtf8("/w==")), asked(Replied({}), {"not_text": "/w=="})]
)
def test_bytes_that_are_no_text_are_found(exchange):
    assert ruled(base_envelope.utf_8, OVER_STDIO, exchange) == {
        "BASE-18": "failed: bytes that are not UTF-8 came while answering `prompts/get`"
    }
    assert ruled(base_envelope.utf_8, OVER_STDIO, asked(Replied({}))) == {
        "BASE-18": "passed: everything was UTF-8"
    }


@pytest.mark.parametrize(
    ("code", "failing"),
    [
        (-32099, {"BASE-19"}),
        (-32023, {"BASE-19"}),
        (-32042, {"BASE-19"}),
        (-32002, {"BASE-19", "BASE-20"}),
        (-32019, {"BASE-20"}),
        (-32000, {"BASE-20"}),
        (-32022, {"BASE-19"}),
        *((code, set()) for code in (-32021, -32020, -32100, -31999, -32602, -32700, 1)),
    ],
)
def test_some_codes_are_taken(code, failing):
    found = ruled(base_envelope.codes, OVER_HTTP, asked(error(code)))
    assert {check for check, why in found.items() if why.startswith("failed")} == failing


def test_there_are_no_headers_over_stdio_to_disagree_with():
    found = ruled(base_envelope.codes, OVER_STDIO, asked(error(-32020)))
    assert found["BASE-19"] == "failed: `prompts/get` got error -32020"


def test_codes_count_only_where_the_revision_was_spoken():
    legacy = asked(error(-32000), version="2025-11-25")
    assert set(ruled(base_envelope.codes, OVER_HTTP, legacy, asked(Replied({}))).values()) == {
        "not_applicable: no error came during the run"
    }


# BASE-08


def schema(known, *exchanges):
    return ruled(base_schema.valid, known, *exchanges)["BASE-08"]


LISTED = {"tools": [{"name": "a", "inputSchema": {"type": "object"}}]}
COMPLETE = {"resultType": "complete"}
CACHED = {**COMPLETE, "ttlMs": 0, "cacheScope": "public"}


@pytest.mark.parametrize("flag", ["true", 1])
def test_a_text_is_no_truth_value(flag):
    result = {"content": [], "isError": flag}
    assert schema(LEGACY, asked(Replied(result), method="tools/call")) == (
        "failed: the result of `tools/call`: isError: Input should be a valid boolean"
    )


@pytest.mark.parametrize(("ttl", "status"), [(5.0, "passed"), (5.5, "failed"), ("5", "failed")])
def test_a_whole_number_may_have_a_fraction_of_zero(ttl, status):
    result = {**CACHED, **LISTED, "ttlMs": ttl}
    assert schema(examinee(), asked(Replied(result), method="tools/list")).startswith(status)


@pytest.mark.parametrize(
    ("size", "status"),
    [(1024.0, "passed"), (1.7976931348623157e308, "passed"), (0.5, "failed")],
)
def test_of_several_types_one_may_have_whole_numbers(size, status):
    link = {"type": "resource_link", "uri": "file:///a", "name": "a", "size": size}
    answer = asked(Replied({"content": [link]}), method="tools/call")
    assert schema(LEGACY, answer).startswith(status)


def test_members_that_came_later_can_hold_anything():
    link = {"type": "text", "text": "a", "annotations": 5}
    for revision, status in (("2024-11-05", "passed"), ("2025-03-26", "failed")):
        answer = asked(Replied({"content": [link]}), method="tools/call")
        assert schema(examinee(revision, address=Address()), answer).startswith(status)


def test_results_are_held_against_the_schema_of_their_method():
    assert schema(LEGACY, asked(Replied(LISTED), method="tools/list")) == (
        "passed: every result and notification has its shape"
    )
    assert schema(LEGACY, asked(Replied({"tools": [{"name": 5}]}), method="tools/list")) == (
        "failed: the result of `tools/list`: tools.0.inputSchema: Field required"
    )


@pytest.mark.parametrize(
    ("server", "status"),
    [
        (LEGACY, "passed"),
        (LEGACY._replace(hello=LEGACY.hello._replace(capabilities={"completions": {}})), "failed"),
        (examinee("2024-11-05", address=Address()), "failed"),
    ],
)
def test_only_completions_that_are_declared_have_a_shape(server, status):
    for rule, result in ((base_envelope.messages, None), (base_schema.valid, {})):
        answer = asked(Replied(result), method="completion/complete")
        (found,) = ruled(rule, server, answer).values()
        assert found.startswith(status)


@pytest.mark.parametrize(
    ("result", "flaw"),
    [
        ({**COMPLETE, "content": []}, ""),
        (COMPLETE, "content: Field required"),
        ({"resultType": 5, "content": []}, "resultType: Input should be a valid string"),
        ({"content": []}, "resultType: Field required"),
        ({"resultType": "input_required", "requestState": "x"}, ""),
        ({"resultType": "input_required", "requestState": 5}, "requestState: Input should be a valid string"),
    ],
)  # fmt: skip
def test_a_result_is_held_against_the_outcome_that_it_says_it_is(result, flaw):
    found = schema(OVER_HTTP, asked(Replied(result), method="tools/call"))
    assert found == (
        f"failed: the result of `tools/call`: {flaw}"
        if flaw
        else "passed: every result and notification has its shape"
    )


@pytest.mark.parametrize(
    "exchange",
    [
        asked(Replied({}), method="mcptest/doesNotExist"),
        asked(Replied({}), method="tools/list", version="2025-11-25"),
        asked(Replied([]), method="tools/list"),
        asked(Replied({"withheld": {}}), method="tools/call"),
        asked(Replied({"resultType": "task"}), method="tools/call"),
        asked(error(), {"notification": "notifications/message", "params_left_out": True}),
        asked(error(), {"notification": "notifications/message", "params": {"withheld": {}}}),
        asked(error(), {"notification": "notifications/ours"}),
    ],
)
def test_what_has_no_schema_here_is_left_alone(exchange):
    assert schema(OVER_HTTP, exchange) == "passed: every result and notification has its shape"


@pytest.mark.parametrize(
    ("params", "flaw"),
    [
        ({"level": "info", "data": 1}, ""),
        ({"level": "loud", "data": 1}, "params.level: Input should be 'alert'"),
        (None, "params: Field required"),
    ],
)
def test_notifications_are_held_against_their_schema(params, flaw):
    told = {"notification": "notifications/message", "params": params}
    found = schema(LEGACY, asked(error(), told))
    assert found.startswith(
        f"failed: `notifications/message`: {flaw}" if flaw else "passed: every result"
    )


# what all of them share


def test_a_request_is_in_a_revision_if_it_says_so_everywhere():
    assert is_in_revision(asked(error()), OVER_HTTP)
    assert is_in_revision(asked(error(), headers={}), OVER_STDIO)
    assert not is_in_revision(asked(error(), headers={}), OVER_HTTP)
    assert is_in_revision(asked(error(), headers={}), OVER_SSE), "it has no such header"
    assert not is_in_revision(asked(error(), version=5), OVER_STDIO)
    assert not is_in_revision(did("Raw", Accepted(), message={"params": [1]}), OVER_STDIO)
    assert not is_in_revision(did("Raw", Accepted(), message={"params": {"_meta": 1}}), OVER_STDIO)
    assert is_in_revision(did("Raw", Accepted(), text="{"), LEGACY)


def test_findings_are_shown_shortly():
    assert listed(["a", "b", "a", "c"]) == "a; b; c"
    assert listed(["a", "b", "c", "d", "e"]) == "a; b; c; and 2 more"
    assert quoted("two\nlines") == "'two lines'"
    assert quoted("x" * 81) == "'" + "x" * 79 + "…'"
    assert described(did("Http", Accepted())) == "an HTTP request"
    assert described(did("Raw", Accepted(), message={"method": 7})) == "a raw message"
