"""`mcptest propose`, without a process: what is proposed, how, and what never is."""

import pytest
from pure_server import VERSION, PureServer, manifest_of

from mcptest_action.core.authoring.propose.assertions import LONGEST_TEXT, inside, pattern_of
from mcptest_action.core.authoring.propose.observe import (
    Answered,
    PassedOver,
    observe,
    review_of,
    why_passed_over,
)
from mcptest_action.core.authoring.propose.propose import propose
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.checks.suite.load import load_suite
from mcptest_action.core.protocol.exchange.handshake import handshake
from mcptest_action.core.protocol.exchange.pump import pump
from mcptest_action.core.protocol.exchange.reaction import Disconnected, NotSent, RpcError
from mcptest_action.core.protocol.exchange.step import CallTool
from mcptest_action.core.protocol.surface.collect import collect
from mcptest_action.core.safety.decide import Calls, ExecutionPolicy, Presumed
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.shell.calls.guard import Guard

EMPTY = {"type": "object"}
READER = {"name": "read", "annotations": {"readOnlyHint": True}, "inputSchema": EMPTY}
PLAIN = "tools:\n  - name: it reads\n    tool: read\n"
UUID = "0b0e7c3a-9d54-4c6e-8a55-0f6f2a7c1e11"


def case_of(text=PLAIN):
    return load_suite(text, "suite.yml", {}).cases[0]


def proposed(*results, text=PLAIN, secrets=()):
    """What is added to the one test, given these results, as `(target, matcher): operand`."""
    answers = tuple({"result": result} for result in results)
    made = propose([Answered(case_of(text), answers)], secrets)
    return {
        (one["target"], *(set(one) - {"target"})): next(v for k, v in one.items() if k != "target")
        for one in made.additions.get("it reads", ())
    }


def structured(one, other=None):
    results = ({"structuredContent": value} for value in (one, one if other is None else other))
    found = proposed(*results)
    return {key[0].removeprefix("result.structuredContent").lstrip("."): {key[1]: value}
            for key, value in found.items()}  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ({"a": 1}, {"a": 1}, {"": {"exact": {"a": 1}}}),
        ({"a": 1, "b": "x"}, {"a": 2, "b": "x"}, {"a": {"type": "integer"}, "b": {"exact": "x"}}),
        ({"a": 1}, {"a": 1.5}, {"a": {"type": "number"}}),
        ({"a": 0.5}, {"a": 1.5}, {"a": {"type": "number"}}),
        ({"a": True}, {"a": False}, {"a": {"type": "boolean"}}),
        ({"a": None, "b": 1}, {"a": None, "b": 2}, {"a": {"exact": None}, "b": {"type": "integer"}}),
        ({"a": None}, {"a": 1}, {"a": {"exists": True}}),
        ({"a": "x"}, {"a": "y"}, {"a": {"type": "string"}}),
        ({"a": "12"}, {"a": "13"}, {"a": {"regex": r"^-?\d+$"}}),
        ({"a": "1.5"}, {"a": "1.6"}, {"a": {"regex": r"^-?\d+\.\d+$"}}),
        ({"a": "12"}, {"a": "12"}, {"": {"exact": {"a": "12"}}}),
        ({"a": 1763377000}, {"a": 1763377000}, {"a": {"type": "integer"}}),
        ({"a": 1763377000.5}, {"a": 1763377000.5}, {"a": {"type": "number"}}),
        ({"a": "at 12:30:05"}, {"a": "at 12:30:05"}, {"a": {"type": "string"}}),
        ({"a": "see /tmp/x"}, {"a": "see /tmp/x"}, {"a": {"type": "string"}}),
        ({"a": [1, 2]}, {"a": [1]}, {"a": {"type": "array"}}),
        ({"a": [1, 2]}, {"a": [1, 3]}, {"a": {"length": 2}, "a[0]": {"exact": 1},
                                        "a[1]": {"type": "integer"}}),
        ({"a": {}}, {"a": {"b": 1}}, {"a": {"type": "object"}}),
        ({"a": {"c": 1}}, {"b": 1}, {"": {"type": "object"}}),
        ({"a.b": 1, 'q"': 1}, {"a.b": 2, 'q"': 2}, {'["a.b"]': {"type": "integer"},
                                                   "['q\"']": {"type": "integer"}}),
        ({"'\"": 1, "n": 1}, {"'\"": 2, "n": 2}, {"n": {"type": "integer"}}),
        ([1], [1], {"": {"exact": [1]}}),
    ],
)  # fmt: skip
def test_what_stays_is_exact_and_what_passes_is_told_by_its_kind(one, other, expected):
    assert structured(one, other) == expected


@pytest.mark.parametrize(
    "text",
    ["2026-11-17", "2026-11-17T12:00:00Z", "2026-11-17 12:00", "12:00:00.5+01:00", UUID],
)
def test_times_and_ids_are_told_by_a_pattern_also_where_they_have_not_changed_yet(text):
    ((matcher, pattern),) = structured({"a": text})["a"].items()
    assert matcher == "regex"
    assert pattern == pattern_of([text])


def test_a_long_text_is_told_by_its_kind():
    assert structured({"a": "x" * LONGEST_TEXT}) == {"a": {"exact": "x" * LONGEST_TEXT}}
    assert structured({"a": "x" * (LONGEST_TEXT + 1)}) == {"a": {"type": "string"}}


def test_parts_are_named_only_so_deep_and_so_many():
    deep = {"a": {"a": {"a": {"a": {"a": {"n": 1}}}}}}
    other = {"a": {"a": {"a": {"a": {"a": {"n": 2}}}}}}
    assert structured(deep, other) == {"a.a.a.a": {"type": "object"}}
    long = [{"k": n, "text": "x" * 40} for n in range(9)]
    assert [key for key in structured(long) if key.startswith("[")] == ["[0]", "[1]", "[2]"]
    many = {f"k{n}": "y" * 30 for n in range(50)}
    assert len(structured(many)) == 20


def test_a_path_that_is_too_long_is_left_out():
    assert inside("result", "x" * 500) == ""
    found = structured({"x" * 500: 1, "n": 1}, {"x" * 500: 2, "n": 2})
    assert found == {"n": {"type": "integer"}}
    key = "y" * 474
    assert structured({key: [1, 2]}, {key: [1, 3]}) == {key: {"length": 2}}


@pytest.mark.parametrize("secret", ["hunter2", "AKIAABCDEFGHIJKLMNOP", "***"])
def test_a_secret_is_never_written_down(secret):
    result = {"structuredContent": {"a": f"x {secret} y", "l": [secret], "n": 1}}
    found = proposed(result, result, secrets=["hunter2", "x"])
    assert secret not in repr(found)
    assert found["result.structuredContent.a", "type"] == "string"
    assert found["result.structuredContent.n", "exact"] == 1


def test_a_name_that_is_a_secret_is_not_written_down_either():
    result = {"structuredContent": {"hunter2": 1, "n": 1}}
    assert set(proposed(result, result, secrets=["hunter2"])) == {
        ("result.structuredContent.n", "exact")
    }


def test_content_is_told_by_its_blocks():
    blocks = [{"type": "text", "text": "hello"}, {"type": "image", "mimeType": "a/b", "data": "x"}]
    assert proposed(
        {"content": blocks, "isError": False}, {"content": blocks, "isError": False}
    ) == {
        ("result.isError", "exact"): False,
        ("result.content", "length"): 2,
        ("result.content[0].type", "exact"): "text",
        ("result.content[0].text", "exact"): "hello",
        ("result.content[1].type", "exact"): "image",
        ("result.content[1].mimeType", "exact"): "a/b",
    }
    assert proposed({"content": [1]}, {"content": [1, 2]}) == {("result.content", "type"): "array"}
    assert proposed({"content": [1]}, {"content": [1]}) == {("result.content", "length"): 1}


def test_a_text_that_repeats_the_structure_is_not_told_twice():
    result = {"structuredContent": {"a": 1}, "content": [{"type": "text", "text": '{"a": 1}'}]}
    assert ("result.content[0].text", "exact") not in proposed(result, result)
    other = {"structuredContent": {"a": 1}, "content": [{"type": "text", "text": "a is 1"}]}
    assert proposed(other, other)["result.content[0].text", "exact"] == "a is 1"


def test_errors_are_told_by_their_kind_and_never_by_their_text():
    failed = {"isError": True, "content": [{"type": "text", "text": "hunter2"}]}
    assert proposed(failed, failed) == {("result.isError", "exact"): True}
    assert proposed(failed, {}) == {}
    error = {"error": {"code": -32602, "message": "hunter2", "data": None}}
    made = propose([Answered(case_of(), (error, error))])
    assert made.additions == {"it reads": ({"target": "error.code", "exact": -32602},)}
    for other in ({"error": {"code": 1, "message": "", "data": None}}, {"result": {}}):
        assert propose([Answered(case_of(), (error, other))]).additions == {}


def test_results_that_are_none_get_nothing():
    made = propose([Answered(case_of(), ({"result": 1}, {"result": 1}))])
    assert made.additions == {}
    assert made.notes == ("it reads: there is nothing to add",)


def test_what_the_test_says_already_is_not_said_again():
    text = PLAIN + (
        "    expect:\n"
        "      - {target: result.structuredContent.a, exact: 1}\n"
        "      - {target: result.structuredContent.b, type: integer}\n"
        "      - {target: result.structuredContent.c, exact: {d: 1}}\n"
        "      - {target: result.structuredContent.e, not: {exact: 9}}\n"
        "      - {target: duration_ms, range: {max: 1}}\n"
    )
    one = {"a": 1, "b": 2, "c": {"d": 1}, "e": {"f": 1}, "n": 1}
    found = proposed({"structuredContent": one}, {"structuredContent": {**one, "n": 2}}, text=text)
    assert {key[0].rpartition(".")[2]: key[1] for key in found} == {"b": "exact", "n": "type"}


def test_part_of_what_is_exact_already_is_not_said_again():
    text = (
        PLAIN + "    expect:\n      - {target: result.structuredContent.c, exact: {d: 1, n: 1}}\n"
    )
    one = {"structuredContent": {"c": {"d": 1, "n": 1}, "x": 1}}
    other = {"structuredContent": {"c": {"d": 1, "n": 1}, "x": 2}}
    assert set(proposed(one, other, text=text)) == {("result.structuredContent.x", "type")}


def test_a_test_that_does_not_hold_gets_nothing():
    text = PLAIN + "    expect:\n      - {target: result.a, exact: 1}\n"
    answers = ({"result": {"a": 2}}, {"result": {"a": 2}})
    made = propose([Answered(case_of(text), answers)])
    assert made.additions == {}
    assert made.notes[0].startswith("it reads: what it expects does not hold: result.a: expected")


def test_what_cannot_be_written_is_left_out():
    bad = {"structuredContent": {"a": "\ud800", "n": 1}}
    worse = {"structuredContent": {"a": "\ud800", "n": 2}}
    assert set(proposed(bad, worse)) == {("result.structuredContent.n", "type")}
    only = {"structuredContent": "\ud800"}
    made = propose([Answered(case_of(), ({"result": only}, {"result": only}))])
    assert made.notes == ("it reads: what it answered cannot be written down",)


def look(*tools, text=PLAIN, spoil=lambda _step, _key: None, policy=None):
    policy = policy or ExecutionPolicy()
    server = PureServer(manifest_of(*tools), spoil=spoil)
    met = server.run(handshake(RunConfig().choice, VERSION), "handshake")
    server.era = met.era
    surface = server.run(collect(met), "surface")
    plan = make_plan(surface.tools, policy, {})
    server.guard = Guard(plan, policy, over_http=False)
    looking = observe(load_suite(text, "suite.yml", {}).cases, plan)
    return pump(looking, lambda task: server.run(task.script, task.check, task.tool)), server


def test_every_test_is_made_once_and_then_once_more():
    text = f"{PLAIN}  - name: again\n    tool: other\n"
    (one, other), server = look(READER, {**READER, "name": "other"}, text=text)
    assert server.calls == ["read", "other", "read", "other"]
    assert isinstance(one, Answered)
    assert len(one.answers) == len(other.answers) == 2


@pytest.mark.parametrize(
    ("tool", "text", "because"),
    [
        ({**READER, "annotations": {}}, PLAIN, "the tool is not declared read-only"),
        ({**READER, "annotations": {"destructiveHint": True}}, PLAIN,
         "the tool is held back: destructiveHint is true [destructive]"),
        ({**READER, "annotations": {"idempotentHint": False}}, PLAIN, "may not be called freely"),
        ({**READER, "_meta": {"mcp.dev/resultSensitivity": "restricted"}}, PLAIN, "nobody may see"),
        ({**READER, "name": "other"}, PLAIN, "the server does not list the tool"),
        (READER, f"{PLAIN}    skip: not now\n", "it is skipped: not now"),
        (READER, f"{PLAIN}    negative_path: {{}}\n", "it sends bad requests only"),
        (READER, "prompts:\n  - {name: it reads, prompt: x}\n", "it does not call a tool"),
    ],
)  # fmt: skip
def test_what_is_passed_over_is_told_why(tool, text, because):
    (one,), server = look(tool, text=text)
    assert isinstance(one, PassedOver)
    assert because in one.because
    assert server.calls == []
    assert propose([one]).notes == (f"it reads: {one.because}",)


def test_what_is_presumed_on_the_users_word_is_asked_twice():
    policy = ExecutionPolicy(presumed=Presumed.EXECUTE)
    _, server = look({**READER, "annotations": {}}, policy=policy)
    assert server.calls == ["read", "read"]


def test_a_test_with_bad_requests_and_expectations_is_asked_about():
    text = f"{PLAIN}    negative_path: {{}}\n    expect: [{{target: result, exists: true}}]\n"
    (one,), _ = look(READER, text=text)
    assert isinstance(one, Answered)


def test_a_server_that_goes_is_not_asked_again():
    text = f"{PLAIN}  - name: again\n    tool: read\n"

    def spoil(step, _key):
        return Disconnected("gone") if isinstance(step, CallTool) else None

    (one, other), server = look(READER, text=text, spoil=spoil)
    assert server.calls == ["read"]
    assert one.because.startswith("the server closed the connection")
    assert other.because == "the server had gone"


def test_a_budget_that_is_used_up_leaves_tests_out():
    (one,), _ = look(READER, policy=ExecutionPolicy(max_calls=1))
    assert isinstance(one, PassedOver)
    assert "budget" in one.because


def test_without_calls_nothing_is_called():
    plan = make_plan([READER], ExecutionPolicy(calls=Calls.NONE), {})
    assert why_passed_over(case_of(), plan) == (
        "the tool is held back: calls are switched off [calls_off]"
    )
    assert review_of(case_of(), plan) == ""


@pytest.mark.parametrize(
    ("tool", "text", "review"),
    [
        ({"destructiveHint": True}, PLAIN, "destructiveHint is true [destructive]"),
        ({"readOnlyHint": False}, PLAIN, "readOnlyHint is false [presumed]"),
        ({"idempotentHint": False}, PLAIN, None),
        ({"destructiveHint": True}, f"{PLAIN}    skip: not now\n", None),
        ({"destructiveHint": True}, "tools: [{name: it reads, tool: other}]\n", None),
        ({"destructiveHint": True}, "prompts:\n  - {name: it reads, prompt: read}\n", None),
    ],
)
def test_a_tool_that_is_held_back_is_to_be_reviewed(tool, text, review):
    (one,), server = look({**READER, "annotations": tool}, text=text)
    assert server.calls == []
    assert propose([one]).reviews == ({"it reads": review} if review else {})


def test_a_rejection_is_an_answer():
    (one,), _ = look(READER, spoil=lambda s, _: RpcError(-1, "no") if isinstance(s, CallTool)
                     else None)  # fmt: skip
    assert propose([one]).additions["it reads"] == ({"target": "error.code", "exact": -1},)


def test_what_was_not_sent_is_no_answer():
    (one,), _ = look(READER, spoil=lambda s, _: NotSent("x", "no") if isinstance(s, CallTool)
                     else None)  # fmt: skip
    assert isinstance(one, PassedOver)
