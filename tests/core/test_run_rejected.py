"""A server that rejects every call that its own schemas allow, and sound ones that seem to."""

import json

import pytest
from examinees import fed
from pure_server import PureServer, manifest_of, run_everything

from mcptest_action.core.checks.probes import Observation, RequestKind, Subject, repeated_call
from mcptest_action.core.checks.results import Skip, Status
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.checks.run.rejected import all_rejected
from mcptest_action.core.checks.samples import Binding, binding_of
from mcptest_action.core.checks.suite.load import load_suite
from mcptest_action.core.protocol.exchange import (
    HttpAnswer,
    HttpStatus,
    Replied,
    RpcError,
    TimedOut,
)
from mcptest_action.core.protocol.exchange.step import CallTool

ENUM = {"unit": {"enum": ["metric", "imperial"]}}
NUMBER = {"number": {"type": "integer", "minimum": 1}}
FEW = {"count": {"type": "integer", "minimum": 1, "maximum": 10}}
CODE = {"code": {"type": "string", "pattern": "^[A-Z]{3}$"}}
TEXT = {"query": {"type": "string"}}


def schema(properties, **more):
    return {"type": "object", "properties": properties, **more}


@pytest.mark.parametrize(
    ("properties", "arguments", "binding"),
    [
        (ENUM, {"unit": "metric"}, Binding.LISTED),
        ({"on": {"type": "boolean"}}, {"on": True}, Binding.LISTED),
        ({"on": {"const": 7}}, {"on": 7}, Binding.LISTED),
        ({"on": {"type": "null"}}, {"on": None}, Binding.LISTED),
        (FEW, {"count": 1}, Binding.SHAPED),
        ({"n": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}}, {"n": 0.5}, Binding.SHAPED),
        (NUMBER, {"number": 1}, Binding.SHAPED),
        ({"n": {"type": "integer", "minimum": 1, "maximum": 2**53 - 1}}, {"n": 1}, Binding.SHAPED),
        (CODE, {"code": "AAA"}, Binding.SHAPED),
        ({**ENUM, **NUMBER}, {"unit": "metric", "number": 1}, Binding.SHAPED),
        (TEXT, {"query": "a"}, Binding.FREE),
        ({**ENUM, **TEXT}, {"unit": "metric", "query": "a"}, Binding.FREE),
        ({**ENUM, **TEXT}, {"unit": "metric"}, Binding.LISTED),
        ({}, {}, Binding.LISTED),
        ({**FEW, **CODE, **ENUM, "a": {"const": "b"}}, {}, Binding.FREE),
        (TEXT, {}, Binding.FREE),
        ({"query": {"type": "string", "pattern": ".*"}}, {}, Binding.FREE),
        ({"query": {"type": "string", "pattern": "^[^\\n]+$"}}, {}, Binding.FREE),
        ({"query": {"type": "string", "pattern": "^(?=a)b$"}}, {}, Binding.FREE),
        ({"day": {"type": "string", "format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}}, {}, Binding.FREE),
        ({"query": {"anyOf": [{"type": "string"}, {"type": "null"}]}}, {}, Binding.FREE),
        ({"limit": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}, {}, Binding.FREE),
    ],
)  # fmt: skip
def test_how_far_a_schema_decides_the_arguments(properties, arguments, binding):
    assert binding_of(schema(properties), arguments) is binding


def test_a_schema_that_cannot_be_used_decides_nothing():
    assert binding_of({"type": "nonsense"}, {}) is Binding.FREE


INVALID = RpcError(-32602, "Invalid params")
FINE = Replied({"content": [{"type": "text", "text": "ok"}]})


def tool_error(text):
    return Replied({"isError": True, "content": [{"type": "text", "text": text}]})


def called(reaction, properties=None, arguments=None, name="t", **more):
    properties = ENUM if properties is None else properties
    made = {"unit": "metric"} if arguments is None else arguments
    subject = Subject(name, schema(properties), made)
    return Observation(RequestKind.VALID_CALL, reaction, subject=subject, **more)


@pytest.mark.parametrize(
    "seen",
    [
        [called(INVALID)],
        [called(INVALID), called(tool_error("Input validation error: unit"), name="u")],
        [called(RpcError(-32601, "Method not found"))],
        [called(tool_error("Unknown tool: t"))],
        [called(RpcError(-32602, "Unsupported unit: metric"))],
        [called(INVALID, NUMBER, {"number": 1})],
        [called(INVALID, CODE, {"code": "AAA"})],
        [called(INVALID, {}, {})],
        [called(INVALID), called(tool_error("no result for 'a'"), TEXT, {"query": "a"})],
        [called(INVALID), called(RpcError(-32602, "Unsupported code AAA"), CODE, {"code": "AAA"})],
        [called(INVALID), called(TimedOut(1))],
        [called(HttpStatus(HttpAnswer(400, {}), "Bad Request"))],
        [called(INVALID), called(RpcError(-32602, "withheld"), withheld=True)],
        [called(INVALID), Observation(RequestKind.BAD_REQUEST, FINE)],
        [called(RpcError(-32601, "no"), TEXT, {"query": "a"})],
        [called(tool_error("Unknown tool: t"), TEXT, {"query": "a"})],
        [called(INVALID), called(tool_error("Missing API key"), FEW, {"count": 1}, name="u")],
    ],
)
def test_every_call_that_a_schema_allows_is_rejected(seen):
    assert all_rejected(seen).startswith("every call that a schema allows was rejected: t")


@pytest.mark.parametrize(
    "seen",
    [
        [],
        [called(TimedOut(1))],
        [called(INVALID), called(FINE, TEXT, {"query": "a"})],
        [called(INVALID), called(FINE, withheld=True)],
        [called(INVALID, withheld=True)],
        [called(INVALID), called(tool_error("no such id: 1"), NUMBER, {"number": 1})],
        [called(RpcError(-32602, "unknown issue 1"), NUMBER, {"number": 1})],
        [called(RpcError(-32602, "Invalid issue number"), NUMBER, {"number": 1})],
        [called(RpcError(-32602, "AAA rejected"), CODE, {"code": "AAA"})],
        [called(INVALID, TEXT, {"query": "a"})],
        [called(INVALID, TEXT, {})],
        [called(tool_error("boom"))],
        [called(RpcError(-32603, "Internal error"))],
        [called(tool_error("Keine Daten gefunden"))],
        [called(tool_error("Request failed with status code 500"))],
        [called(RpcError(-32602, "Задача не найдена"), NUMBER, {"number": 1})],
        [called(RpcError(-32602, "Give me something"), FEW, {})],
        [called(RpcError(-32602, "You have to pick a database with use_database"), {}, {})],
        [
            called(
                RpcError(-32602, "a is not before b"),
                {"a": FEW["count"], "b": FEW["count"]},
                {"a": 1, "b": 1},
            )
        ],
        [called(tool_error("boom"), {}, {})],
        [called(tool_error("boom"), NUMBER, {"number": 1})],
        [called(RpcError(-32603, "Internal error"), CODE, {"code": "AAA"})],
        [called(HttpStatus(HttpAnswer(404, {}), ""))],
        [called(HttpStatus(HttpAnswer(400, {}), "no such unit"))],
        [called(tool_error("There is nothing in the database"))],
        [called(RpcError(-32602, "connect ECONNREFUSED 127.0.0.1:5432"))],
        [called(RpcError(-32602, "Invalid params: pass query, too"), {**ENUM, **TEXT})],
        [Observation(RequestKind.BAD_REQUEST, INVALID)],
        [Observation(RequestKind.NO_SUCH_TOOL, INVALID)],
    ],
)
def test_a_server_of_which_nobody_can_say_that(seen):
    assert all_rejected(seen) == ""


def test_the_reason_names_the_tools_and_an_answer():
    seen = [called(INVALID, name="b"), called(INVALID, name="b"), called(INVALID, name="a")]
    assert all_rejected(seen) == (
        "every call that a schema allows was rejected: a, b (a with JSON-RPC error -32602: "
        "Invalid params)"
    )
    assert all_rejected([called(HttpStatus(HttpAnswer(422, {}), "no"))]).endswith(
        ": t (t with HTTP status 422: no)"
    )


def test_words_that_libraries_use_for_any_argument_name_none():
    error = RpcError(-32602, "path: unit, message: expected number, received string")
    assert all_rejected([called(error, {**ENUM, "path": {"type": "string"}})])


READS = {"readOnlyHint": True}
TOOLS = manifest_of(
    {"name": "get_unit", "annotations": READS, "input_schema": schema(ENUM, required=["unit"])},
    {"name": "list_few", "annotations": READS, "input_schema": schema(FEW, required=["count"])},
)
IMPERIAL = {"name": "it works", "tool": "get_unit", "args": {"unit": "imperial"}}
RESOURCE = {"name": "read", "uri": "x:y"}


def rejecting(*, tests):
    """Rejects every call; those of the user's tests only if `tests`."""

    def spoil(step, key):
        mine = isinstance(step, CallTool) and key.tool in ("get_unit", "list_few")
        return INVALID if mine and (tests or not key.check.startswith("s.yml")) else None

    return spoil


def run(**more):
    suite = load_suite(json.dumps({"tools": [IMPERIAL], "resources": [RESOURCE]}), "s.yml", {})
    config = RunConfig(suites=(suite,))
    return run_everything(PureServer(TOOLS, spoil=rejecting(**more)), config)


def test_a_run_says_that_nothing_works():
    assert run(tests=True).hopeless == (
        "every call that a schema allows was rejected: get_unit, list_few (get_unit with JSON-RPC "
        "error -32602: Invalid params)"
    )


def test_a_test_of_the_user_that_gets_a_result_shows_that_something_works():
    record = run(tests=False)
    assert [test.attempts for test in record.tests if test.case.tool] != [()]
    assert record.hopeless == ""


def test_no_probe_passes_for_a_call_that_was_rejected():
    rulings = {result.id: result.ruling for result in run(tests=True).results}
    for name in ("repeated_call:get_unit", "repeated_call:list_few", "concurrent_calls:get_unit"):
        assert (rulings[name].status, rulings[name].skip) == (Status.SKIPPED, Skip.CALL_REJECTED)
        assert rulings[name].because == (
            "not verified: the tool rejected the valid call, with JSON-RPC error -32602: Invalid "
            "params"
        )
    assert rulings["alive_after_error:get_unit"].because == (
        "still lists its tools after the bad requests; a valid call got JSON-RPC error -32602: "
        "Invalid params"
    )


def test_nobody_may_see_how_a_tool_rejects_but_that_it_does_is_seen():
    subject = Subject("t", {}, {}, withheld=True)
    hidden = Replied({"withheld": {}, "isError": True})
    ruling, _ = fed(repeated_call.script(subject), hidden, hidden)
    assert (ruling.status, ruling.skip) == (Status.SKIPPED, Skip.CALL_REJECTED)
    ruling, _ = fed(repeated_call.script(subject), hidden, Replied({"withheld": {}}))
    assert ruling.status is Status.PASSED
