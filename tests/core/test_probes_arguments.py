"""Arguments that are wrong in one way, and only where the tool's own schema says so."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.checks.probes import (
    alive_after_error,
    deep_nesting,
    extra_field,
    missing_required,
    null_argument,
    out_of_range,
    oversized,
    repeated_call,
    unknown_tool,
    wrong_type,
)
from mcptest_action.core.checks.probes.model import NO_TOOL, Subject
from mcptest_action.core.checks.probes.spoil import refuter, stripped, text_argument
from mcptest_action.core.checks.results.ruling import Skip, Status
from mcptest_action.core.checks.samples.model import NoSample
from mcptest_action.core.checks.samples.synthesize import synthesize
from mcptest_action.core.checks.samples.validator import violations
from mcptest_action.core.protocol.exchange.reaction import Replied, RpcError
from mcptest_action.core.protocol.exchange.step import CallTool


def subject(schema, **sample):
    """The tool with this schema, and the given sample or one made for it."""
    whole = {"type": "object", **schema}
    return Subject("search", whole, sample or synthesize(whole).arguments)


def sent(probe, given_subject):
    """The arguments of the first call; None when the probe does not apply."""
    try:
        step = next(probe.PROBE.script(given_subject))
    except StopIteration as done:
        assert done.value.skip == Skip.NOT_APPLICABLE
        return None
    assert isinstance(step, CallTool)
    return step.arguments


def props(required=(), **properties):
    return {"properties": properties, "required": list(required)}


CLOSED = {"additionalProperties": False}
TEXT, WHOLE = {"type": "string"}, {"type": "integer"}
DIALECT_7 = "http://json-schema.org/draft-07/schema#"


@pytest.mark.parametrize(
    "schema",
    [
        CLOSED,
        {"unevaluatedProperties": False},
        {"allOf": [props(query=TEXT)], "unevaluatedProperties": False},
        {"$ref": "#/$defs/input", "$defs": {"input": CLOSED}},
        {"allOf": [{"$ref": "#/$defs/input"}], "$defs": {"input": {**props(query=TEXT), **CLOSED}}},
        {"anyOf": [{**props(a=TEXT), **CLOSED}, {**props(b=TEXT), **CLOSED}]},
        {"$schema": DIALECT_7, "allOf": [{"$ref": "#/definitions/x"}], "definitions": {"x": CLOSED}},
        {"patternProperties": {"^x-": TEXT}, **CLOSED},
    ],
    ids=["closed", "unevaluated", "unevaluated beside allOf", "ref", "allOf and ref", "every way is closed",
         "draft-07", "closed beside a pattern"],
)  # fmt: skip
def test_an_extra_field_is_forbidden_by_what_amounts_to_a_closed_schema(schema):
    found = sent(extra_field, subject(schema))
    assert found is not None
    assert set(found) - set(subject(schema).arguments) == {"mcptest_unexpected"}


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"additionalProperties": TEXT},
        {"additionalProperties": WHOLE},
        {"additionalProperties": {"type": "null"}},
        {"unevaluatedProperties": WHOLE},
        {"anyOf": [CLOSED, {}]},
        {"patternProperties": {"^mcptest": TEXT}, **CLOSED},
        {"patternProperties": {"": WHOLE}, **CLOSED},
        {"additionalProperties": {"enum": ["mcptest"]}},
        # Too much to check: what is not proved is not claimed.
        {"allOf": [{"pattern": "(a|b)*c"}] * 3, "$ref": "#"},
    ],
    ids=["open", "any text", "any number", "any null", "unevaluated numbers", "one way is open",
         "a pattern allows it", "a pattern allows numbers", "one value is allowed", "round in circles"],
)  # fmt: skip
def test_an_extra_field_is_not_tried_where_some_would_be_allowed(schema):
    assert sent(extra_field, Subject("search", {"type": "object", **schema}, {})) is None


@pytest.mark.parametrize(
    ("schema", "missing"),
    [
        (props(["b", "a"], a=TEXT, b=TEXT), "a or b"),
        ({"anyOf": [props(["a"], a=TEXT), props(["b"], b=TEXT)]}, "a or b"),
        ({"allOf": [props(["a"], a=TEXT)]}, "a"),
    ],
    ids=["required", "one of two", "through allOf"],
)
def test_a_required_argument_is_left_out(schema, missing):
    tool = subject(schema)
    rest = sent(missing_required, tool)
    (gone,) = set(tool.arguments) - set(rest)
    assert gone in missing
    assert violations(tool.schema, rest)


def test_an_optional_argument_of_the_users_sample_is_not_missed():
    assert sent(missing_required, subject(props(limit=WHOLE), limit=3)) is None
    assert sent(missing_required, subject(props(["q"], q=TEXT, limit=WHOLE), limit=3, q="x")) == {
        "limit": 3
    }


def test_null_is_sent_for_required_arguments_only():
    """For an optional one, many a client's null means that it was left out."""
    tool = props(["q"], q={"type": ["string", "null"]}, limit=WHOLE)
    assert sent(null_argument, subject(tool, q="x", limit=3)) is None
    assert sent(null_argument, subject(props(["q"], q=TEXT), q="x")) == {"q": None}


@pytest.mark.parametrize(
    ("schema", "wrong"),
    [
        (TEXT, {"mcptest": "wrong type"}),
        (WHOLE, "mcptest"),
        ({"type": "number"}, "mcptest"),
        ({"type": "boolean"}, "mcptest"),
        ({"type": "array", "items": TEXT}, "mcptest"),
        ({"type": "object"}, "mcptest"),
        ({"type": ["string", "object"]}, 42),
        ({"anyOf": [TEXT, WHOLE]}, {"mcptest": "wrong type"}),
        ({"$ref": "#/$defs/text"}, {"mcptest": "wrong type"}),
        ({"type": "string", "enum": ["a", "b"]}, {"mcptest": "wrong type"}),
        ({"oneOf": [{"type": "integer", "minimum": 1}, {"type": "boolean"}]}, "mcptest"),
    ],
)
@pytest.mark.parametrize("required", [True, False])
def test_another_type_is_one_that_no_generous_server_converts(schema, wrong, required):
    whole = {**props(["x"] if required else [], x=schema), "$defs": {"text": TEXT}}
    found = sent(wrong_type, subject(whole))
    assert found == {"x": wrong}


def test_an_argument_without_a_type_is_not_spoiled():
    assert sent(wrong_type, subject(props(["x"], x={}))) is None
    assert sent(wrong_type, subject({"properties": {"x": True}})) is None
    # That an object is not among the choices says nothing about types.
    assert sent(wrong_type, subject(props(["x"], x={"enum": ["a", "b"]}))) is None
    assert sent(wrong_type, subject(props(["x"], x={"const": "a"}))) is None
    # Without their limits both ways are open, so that nothing is proved.
    ways = {"oneOf": [{"type": "string", "maxLength": 9}, {"type": "string", "minLength": 10}]}
    assert sent(wrong_type, subject(props(["x"], x=ways))) is None


@pytest.mark.parametrize(
    ("schema", "beyond"),
    [
        ({"type": "integer", "minimum": 1}, -1),
        ({"type": "integer", "minimum": 0}, -1),
        ({"type": "integer", "maximum": 10}, 10**9),
        ({"type": "integer", "maximum": 2**53 - 1, "minimum": -(2**53 - 1)}, 10**16),
        ({"type": "number", "exclusiveMinimum": 0}, -1),
        ({"type": "number", "maximum": -1.5, "minimum": -5e9}, -1),
        ({"type": "integer", "enum": [-1, 0, 1]}, 10**9),
        ({"type": "integer", "multipleOf": 5}, -1),
        ({"type": "string", "minLength": 1}, ""),
        ({"type": "string", "maxLength": 30}, "x" * 10_000),
        ({"type": "string", "pattern": "^[a-z]+$"}, "mcptest-out-of-range"),
        ({"enum": ["a", "b"]}, "mcptest-out-of-range"),
        ({"const": "a"}, "mcptest-out-of-range"),
        ({"type": "array", "items": TEXT, "minItems": 1}, []),
        ({"type": "array", "items": TEXT, "minItems": 1, "maxItems": 9}, []),
        ({"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]}, -1),
    ],
)
@pytest.mark.parametrize("required", [True, False])
def test_a_limit_is_broken_by_a_value_of_the_right_type(schema, beyond, required):
    found = sent(out_of_range, subject(props(["x"] if required else [], x=schema)))
    assert found == {"x": beyond}


def test_a_list_that_is_too_long_repeats_what_it_may_hold():
    items = {"type": "array", "items": TEXT, "maxItems": 3}
    found = sent(out_of_range, subject(props(["x"], x=items), x=["a"]))
    assert found == {"x": ["a"] * 1000}


@pytest.mark.parametrize(
    "schema",
    [WHOLE, TEXT, {"type": "boolean", "enum": [True]}, {"type": "object"}, {"type": "null"},
     {"type": "string", "format": "date"}, {"type": "array"}, True],
)  # fmt: skip
@pytest.mark.parametrize("required", [True, False])
def test_what_has_no_limit_is_not_out_of_range(schema, required):
    tool = subject(props(["x"] if required else [], x=schema))
    assert sent(out_of_range, tool) is None


def test_an_optional_argument_that_excludes_the_others_is_not_blamed_for_its_value():
    """Adding `b` is wrong whatever it is, so a rejection would not prove that its limit is kept."""
    exclusive = {**props(["a"], a=TEXT, b=TEXT), "not": {"required": ["a", "b"]}}
    assert sent(out_of_range, subject(exclusive)) is None


def test_the_argument_of_a_schema_that_is_no_schema_is_left_alone():
    odd = Subject("search", {"type": "object", "properties": {"x": 7}}, {})
    assert sent(wrong_type, odd) is None
    assert sent(out_of_range, Subject("search", {"properties": []}, {})) is None


def test_an_optional_argument_without_any_valid_value_is_left_alone():
    impossible = {"type": "integer", "minimum": 3, "maximum": 2}
    assert sent(out_of_range, subject(props(x=impossible))) is None
    assert sent(out_of_range, Subject("search", {**props(x=impossible), "required": 7}, {})) is None


@pytest.mark.parametrize(
    ("schema", "sample", "name"),
    [
        (props(["q"], q=TEXT), {"q": "x"}, "q"),
        (props(q=TEXT), {}, "q"),
        (props(q={"type": ["string", "null"]}), {}, "q"),
        (props(q={"anyOf": [TEXT, {"type": "null"}]}), {}, "q"),
        (props(q={"oneOf": [{"type": "null"}, TEXT]}), {}, "q"),
        (props(["n"], n=WHOLE, q=TEXT), {"n": 1}, "q"),
        (props(["u"], u={"enum": ["a"]}, q=TEXT), {"u": "a"}, "q"),
        (props(["u"], u={"enum": ["a"]}), {"u": "a"}, None),
        (props(u={"anyOf": [{"type": "string", "enum": ["a"]}]}), {}, None),
        (props(u={"type": "string", "const": "a"}), {}, None),
        (props(["n"], n=WHOLE), {"n": 1}, None),
        (props(n={"anyOf": 7}, m=True), {}, None),
        ({"properties": 7}, {}, None),
        ({}, {"free": "x"}, "free"),
    ],
)
def test_the_argument_that_takes_any_text(schema, sample, name):
    tool = Subject("search", {"type": "object", **schema}, sample)
    assert text_argument(tool) == name
    large = sent(oversized, tool)
    assert large == (None if name is None else {**sample, name: "x" * 1024 * 1024})


def test_deep_nesting_finds_a_place_in_any_call():
    assert list(sent(deep_nesting, subject({}))) == ["mcptest_text"]


def test_one_mebibyte_is_one_mebibyte():
    (text,) = sent(oversized, subject(props(["q"], q=TEXT))).values()
    assert len(text.encode()) == 2**20


def test_the_unknown_tool_is_the_one_that_this_server_does_not_have():
    other = NO_TOOL._replace(unknown="mcptest_no_such_tool_")
    assert next(unknown_tool.PROBE.script(other)).name == "mcptest_no_such_tool_"


def test_a_keyword_is_dropped_at_every_level_but_not_an_argument_of_its_name():
    schema = {
        "properties": {"format": TEXT, "day": {"type": "string", "format": "date"}},
        "allOf": [{"format": "x"}, True],
        "$defs": {"format": {"format": "x", "properties": 7}},
        "format": "x",
    }
    assert stripped(schema, "format") == {
        "properties": {"format": TEXT, "day": TEXT},
        "allOf": [{}, True],
        "$defs": {"format": {"properties": 7}},
    }


@pytest.mark.parametrize(
    "schema",
    [7, {"$schema": "https://example.com/mine"}, {"type": "nonsense"}, {"$ref": "#/nowhere"}],
    ids=["no schema", "unknown dialect", "malformed", "dangling reference"],
)
def test_a_schema_that_cannot_be_used_proves_nothing(schema):
    assert refuter(schema)({"anything": 1}) is False


def play(script, *answers):
    answer = None
    for answer in (None, *answers):
        try:
            script.send(answer)
        except StopIteration as done:
            return done.value
    raise AssertionError("the script wants more")


OK = Replied({"content": []})
LISTED = Replied({"tools": [{"name": "search"}]})


def test_a_call_that_worked_before_must_still_work():
    worked = subject({})._replace(worked=True)
    ruling = play(
        alive_after_error.PROBE.script(worked), LISTED, RpcError(-32603, "out of handles")
    )
    assert ruling.status is Status.FAILED
    assert ruling.because == (
        "a valid call, which had worked before, after the bad requests got JSON-RPC error -32603: out of handles"
    )
    assert play(alive_after_error.PROBE.script(worked), LISTED, OK).status is Status.PASSED


def test_without_a_tool_the_list_is_enough_even_if_it_is_empty():
    ruling = play(alive_after_error.PROBE.script(NO_TOOL), Replied({"tools": []}))
    assert ruling.because == "still lists its tools after the bad requests"


def test_of_a_server_without_tools_something_else_is_asked():
    nobody = NO_TOOL._replace(ordinary="prompts/list")
    ruling = play(alive_after_error.PROBE.script(nobody), Replied({"prompts": []}))
    assert (ruling.status, ruling.because) == (
        Status.PASSED, "still answers `prompts/list` after the bad requests"
    )  # fmt: skip
    ruling = play(alive_after_error.PROBE.script(nobody), RpcError(-32603, "worn out"))
    assert (ruling.status, ruling.because) == (
        Status.FAILED,
        "sent `prompts/list` after the bad requests, the server answered with JSON-RPC error -32603: worn out",
    )


def test_withheld_results_are_not_compared():
    ruling = play(repeated_call.PROBE.script(subject({})._replace(withheld=True)), OK, Replied(7))
    assert (ruling.status, ruling.unstable) == (Status.PASSED, False)
    assert ruling.because == "answered the same call twice; nobody may see how"


def test_two_ways_of_answering_are_unstable_and_no_failure():
    unstable = play(repeated_call.PROBE.script(subject({})), OK, Replied({"content": [1]}))
    assert (unstable.status, unstable.unstable) == (Status.PASSED, True)
    stable = play(repeated_call.PROBE.script(subject({})), OK, OK)
    assert stable.unstable is False


KINDS = st.sampled_from(["string", "integer", "number", "boolean", "array", "object", "null"])
LIMITS = st.fixed_dictionaries(
    {},
    optional={
        "type": KINDS | st.lists(KINDS, min_size=1, max_size=2, unique=True),
        "minimum": st.integers(-5, 5),
        "maximum": st.integers(-5, 5),
        "minLength": st.integers(0, 3),
        "maxLength": st.integers(0, 3),
        "enum": st.lists(
            st.integers(0, 3) | st.text(max_size=2), min_size=1, max_size=3, unique=True
        ),
        "minItems": st.integers(0, 2),
        "maxItems": st.integers(0, 2),
    },
)
SCHEMAS = st.fixed_dictionaries(
    {
        "type": st.just("object"),
        "properties": st.dictionaries(st.sampled_from("abc"), LIMITS, max_size=3),
    },
    optional={
        "required": st.lists(st.sampled_from("abc"), max_size=3, unique=True),
        "additionalProperties": st.booleans() | LIMITS,
        "not": st.just({"required": ["a", "b"]}),
    },
)


@given(SCHEMAS)
def test_what_is_sent_as_wrong_is_wrong_and_one_step_from_what_is_right(schema):
    made = synthesize(schema)
    if isinstance(made, NoSample):
        return
    tool = Subject("search", schema, made.arguments)
    assert violations(schema, made.arguments) == []
    for probe in (missing_required, wrong_type, extra_field, null_argument, out_of_range):
        arguments = sent(probe, tool)
        if arguments is None:
            continue
        assert violations(schema, arguments), probe.PROBE.id
        keys = set(arguments) ^ set(made.arguments)
        changed = {
            k
            for k in set(arguments) & set(made.arguments)
            if json.dumps(arguments[k]) != json.dumps(made.arguments[k])
        }
        assert len(keys | changed) == 1, (probe.PROBE.id, arguments, made.arguments)
