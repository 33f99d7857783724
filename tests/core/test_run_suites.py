"""Tests of suites, run on a server without a process: what is sent, held back, and said about it."""

import json

import pytest
from conftest import ROOT
from jsonschema import Draft202012Validator
from pure_server import VERSION, PureServer, manifest_of, run_everything

from mcptest_action.core.authoring.mock.presets import preset
from mcptest_action.core.checks.results.ruling import Status, failed, inconclusive, passed, skipped
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.checks.run.document import run_document
from mcptest_action.core.checks.run.model import no_time
from mcptest_action.core.checks.run.rebuild import rebuild
from mcptest_action.core.checks.suite import as_added
from mcptest_action.core.checks.suite.allot import for_one
from mcptest_action.core.checks.suite.load import load_suite
from mcptest_action.core.protocol.exchange.reaction import (
    Disconnected,
    Replied,
    RpcError,
    TimedOut,
    Unreachable,
)
from mcptest_action.core.protocol.exchange.step import CallTool, Fresh, Request
from mcptest_action.core.protocol.transcript.lines import RESTART
from mcptest_action.core.safety.decide import Calls, ExecutionPolicy

OBJECT = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
ANSWER = {"content": [{"type": "text", "text": "found ${args.q}"}]}


def tool(name, **more):
    return {"name": name, "inputSchema": OBJECT, "response": ANSWER, **more}


READ = {"annotations": {"readOnlyHint": True}}
MANIFEST = manifest_of(
    tool("find", **READ),
    tool("look", **READ),
    tool("search"),
    tool("create_note"),
    tool("delete_note"),
    tool("ask", **READ, _meta={"mcp.dev/requiresConfirmation": True}),
    tool("secret", **READ, _meta={"mcp.dev/resultSensitivity": "confidential"}),
    tool("anything", **READ) | {"inputSchema": {"type": "object"}},
    tool("ask_back", **READ),
)
HANG, CRASH = TimedOut(1), Disconnected("exited with code 3")


def case(name, **more):
    return {"name": name, "tool": "find", "args": {"q": "rain"}, **more}


def suite(*cases, **more):
    return load_suite(json.dumps({"tools": list(cases), **more}), "s.yml", {})


def run(*cases, spoil=lambda _step, _key: None, manifest=MANIFEST, suites=None, **more):
    """The record, the same as from its transcript; and the server."""
    suites = suites or (suite(*cases),)
    config = RunConfig(suites=suites, **{"probing": False, **more})
    server = PureServer(manifest, spoil=spoil)
    record = run_everything(server, config, restart=config.probing)
    again = rebuild(server.exchanges, config, VERSION, relisted=config.probing)
    if record.ended is None:  # nobody knows before the end that too little came of it
        record = record._replace(ended=again.record.ended)
    assert again.record == record
    return server, record


def rulings(record):
    return {result.case.name: result.ruling for result in record.tests}


def only(record):
    (result,) = record.tests
    return result.ruling


def when(reaction, *, check=None, kind=CallTool, times=99):
    left = [times]

    def spoil(step, key):
        fits = isinstance(step, kind) and key.check not in ("surface", "handshake", RESTART)
        fits = fits and (check is None or f"s.yml::{check}" in key.check)
        if not fits or left[0] == 0:
            return None
        left[0] -= 1
        return reaction

    return spoil


def expect(**matcher):
    return {"expect": [{"target": "result.content[0].text", **matcher}]}


def test_a_test_that_expects_nothing_asks_that_the_call_succeeds():
    server, record = run(case("one"))
    assert only(record) == passed("the request succeeded")
    assert server.calls == ["find"]
    assert (record.results, record.active_probe.ran) == ((), False)


@pytest.mark.parametrize(
    ("reaction", "status", "because"),
    [
        (
            RpcError(-32602, "no"),
            Status.FAILED,
            "the request failed with JSON-RPC error -32602: no",
        ),
        (
            Replied({"isError": True, "content": [{"text": "boom"}]}),
            Status.FAILED,
            "the request failed with a tool error: boom",
        ),
        (HANG, Status.FAILED, "the server did not answer within 1 s"),
        (CRASH, Status.FAILED, "the server closed the connection: exited with code 3"),
        (Unreachable("gone"), Status.FAILED, "the server could not be reached: gone"),
        (
            Replied({"resultType": "input_required"}),
            Status.FAILED,
            "the server asks for input, and there is nobody to give it",
        ),
    ],
    ids=["error", "tool error", "hang", "crash", "gone", "asks for input"],
)
@pytest.mark.parametrize("expectation", [{}, expect(type="string")], ids=["nothing", "a text"])
def test_what_failed_is_no_pass_whatever_is_expected_of_its_text(
    reaction, status, because, expectation
):
    _, record = run(case("one", **expectation), spoil=when(reaction))
    assert only(record).status is status
    assert because in only(record).because


def test_who_expects_an_error_gets_one():
    expected = [
        {"target": "error.code", "exact": -32602},
        {"target": "error.message", "contains": "no"},
        {"target": "error.data.x", "exact": 1},
    ]
    spoil = when(RpcError(-32602, "no such place", {"x": 1}))
    _, record = run(case("one", expect=expected), spoil=spoil)
    assert only(record).because == "3 expectations hold"
    _, record = run(case("one", expect=expected[:1]), spoil=when(RpcError(-1, "no")))
    assert only(record).because == "error.code: expected to be -32602, found -1"
    _, record = run(case("one", expect=expected[:1]))
    wanted = "error.code: expected to be -32602, found nothing: the answer has result, duration_ms"
    assert only(record) == failed(wanted)


def test_who_expects_a_tool_error_gets_one():
    _, record = run(
        case("one", expect=[{"target": "result.isError", "exact": True}]),
        spoil=when(Replied({"isError": True, "content": []})),
    )
    assert only(record).because == "1 expectation holds"


def test_who_expects_to_be_asked_may_be_asked():
    asked = [{"target": "result.resultType", "exact": "input_required"}]
    spoil = when(Replied({"resultType": "input_required"}))
    assert only(run(case("one", expect=asked), spoil=spoil)[1]).status is Status.PASSED


def test_every_expectation_that_does_not_hold_is_named():
    wrong = [{"target": "result", "contains": f"x{n}"} for n in range(7)]
    because = only(run(case("one", expect=wrong))[1]).because
    assert because.count("expected to contain") == 5
    assert because.endswith("; and 2 more")


def test_what_cannot_be_told_is_inconclusive():
    _, record = run(
        case("one", **expect(contains="z")),
        spoil=when(Replied({"content": [{"text": "x" * 30_000}]})),
    )
    assert only(record).status is Status.INCONCLUSIVE
    assert "too long to be kept whole" in only(record).because


def test_how_long_it_took_can_be_expected():
    _, record = run(case("one", expect=[{"target": "duration_ms", "range": {"min": 1000}}]))
    assert only(record).because.startswith("duration_ms: expected to be at least 1000, found ")
    assert no_time(("x", None)) == 0.0


def test_results_that_nobody_may_see_are_never_a_pass():
    seen = [
        {"target": "duration_ms", "range": {"min": 0}},
        {"target": "result.isError", "exact": False},
    ]
    withheld = when(Replied({"withheld": {"digest": "x", "length": 3}, "isError": False}))
    _, record = run(
        case("seen", tool="secret", expect=seen),
        case("unseen", tool="secret", **expect(exists=True)),
        case("nothing", tool="secret"),
        case("no error", tool="secret", expect=[{"target": "error", "exists": False}]),
        spoil=withheld,
    )
    told = rulings(record)
    assert told["seen"].status is Status.PASSED
    assert told["nothing"].status is Status.PASSED
    assert told["no error"].status is Status.PASSED
    because = "result.content[0].text: the tool's results are withheld from everybody"
    assert told["unseen"] == inconclusive(because)


def test_what_the_policy_holds_back_is_skipped_with_its_reason():
    server, record = run(
        case("destroys", tool="delete_note"),
        case("asks", tool="ask"),
        case("marked", skip="not yet"),
        case("runs"),
    )
    skips = {name: (r.status, r.skip) for name, r in rulings(record).items()}
    assert skips == {
        "destroys": (Status.SKIPPED, "destructive"),
        "asks": (Status.SKIPPED, "requires_confirmation"),
        "marked": (Status.SKIPPED, "marked"),
        "runs": (Status.PASSED, ""),
    }
    assert rulings(record)["marked"].because == "not yet"
    assert "--execute-destructive" in rulings(record)["destroys"].because
    assert server.calls == ["find"]


def test_what_changes_something_is_called_once():
    server, record = run(case("a", tool="create_note"), case("b", tool="create_note"))
    told = rulings(record)
    assert (told["a"].status, told["b"].skip) == (Status.PASSED, "mutating_once")
    assert server.calls == ["create_note"]


def test_a_test_that_a_pull_request_adds_does_not_use_up_the_only_call():
    added = as_added(suite(case("a", tool="create_note", **bad()), case("b")))
    server, record = run(suites=(added,))
    told = rulings(record)
    assert (told["a"].status, told["a"].skip) == (Status.SKIPPED, "not_merged")
    assert "it runs after the merge" in told["a"].because
    assert told["b"].status is Status.PASSED
    assert server.calls == ["find"]
    assert record.tests[0].bad_requests == ()


@pytest.mark.parametrize("names", [("a",), ("a", "b")])
def test_a_test_that_a_pull_request_adds_keeps_no_probe_from_a_tool_that_hangs(names):
    """A test may ask for an answer within a millisecond; the base's probes wait longer."""
    cases = suite(*(case(name, timeout="1s") for name in names))
    spoil = when(HANG, check="")
    unsent = "not sent: the tool did not answer an earlier request"

    def probes_of_it(suites):
        _, record = run(suites=(suites,), spoil=spoil, probing=True)
        return [one.ruling.because for one in record.results if one.tool == "find"]

    assert unsent in probes_of_it(cases)
    assert unsent not in probes_of_it(as_added(cases))


def test_who_asks_for_it_may_destroy_once():
    execution = ExecutionPolicy(execute_destructive=True)
    server, record = run(case("a", tool="delete_note"), execution=execution)
    assert only(record).status is Status.PASSED
    assert server.calls == ["delete_note"]


def test_a_budget_that_is_used_up_is_no_pass():
    _, record = run(case("a"), case("b"), execution=ExecutionPolicy(max_calls=1, concurrency=1))
    assert [r.status for r in rulings(record).values()] == [Status.PASSED, Status.INCONCLUSIVE]
    assert rulings(record)["b"].skip == "budget_exhausted"
    assert record.incomplete == (
        "the budget of 1 call was used up, and at least 1 planned call could not be made: raise --max-calls,"
        " or narrow the plan with --filter or --tag"
    )


def test_without_calls_nothing_runs():
    _, record = run(case("a"), execution=ExecutionPolicy(calls=Calls.NONE))
    assert only(record).skip == "calls_off"


def test_a_tool_that_is_not_there_fails_the_test():
    _, record = run(case("a", tool="fnd"), case("b", tool="something else"))
    told = rulings(record)
    assert told["a"].because == "the server lists no tool 'fnd', did you mean find?"
    assert told["b"] == failed("the server lists no tool 'something else'")


def test_the_test_of_another_server_is_not_run_here():
    servers = {"servers": {"a": {"command": "x"}, "b": {"command": "x"}}}
    both = suite(case("one", server="a"), case("two", server="b"), **servers)
    _, record = run(suites=(for_one(both, "a"),))
    told = rulings(record)
    assert told["two"] == skipped("it is for the server 'b'", "other_server")
    assert told["one"].status is Status.PASSED


def test_resources_and_prompts_are_asked_for():
    text = json.dumps(
        {
            "resources": [
                {"name": "r", "uri": "records://schema", "expect": [{"target": "result.contents[0].text", "type": "string"}]},
                {"name": "none", "uri": "records://nothing"},
            ],
            "prompts": [
                {"name": "p", "prompt": "summarize_record", "args": {"id": "7"}},
                {"name": "none of that", "prompt": "nothing"},
            ],
        }
    )  # fmt: skip
    _, record = run(suites=(load_suite(text, "s.yml", {}),), manifest=preset("demo"))
    told = {name: ruling.status for name, ruling in rulings(record).items()}
    assert told == {
        "r": Status.PASSED,
        "none": Status.FAILED,
        "p": Status.PASSED,
        "none of that": Status.FAILED,
    }


def bad(*checks, **more):
    return {"negative_path": {"checks": list(checks), **more} if checks else {**more}}


def test_bad_requests_are_sent_and_nothing_else():
    server, record = run(case("bad", **bad("unknown_tool", "missing_required", "wrong_type")))
    assert only(record).because == "3 bad requests, and every one was answered well"
    assert server.calls == ["mcptest_no_such_tool", "find", "find"]
    (result,) = record.tests
    assert [one.check for one in result.bad_requests] == [
        "unknown_tool",
        "missing_required",
        "wrong_type",
    ]


def test_the_default_gate_fails_on_what_was_accepted():
    _, record = run(
        case("bad", **bad("missing_required", "wrong_type")), spoil=when(Replied({"content": []}))
    )
    assert only(record).status is Status.FAILED
    assert only(record).because.startswith("2 of 2 bad requests failed: missing_required: accepted")


def test_the_gate_may_be_told_otherwise():
    one = {"target": "negative_path.failures", "range": {"max": 1}}
    passed = {"target": "negative_path.gate_passed", "exact": 1}
    run_2 = {"target": "negative_path.checks_run", "exact": 2}
    accepts = when(Replied({"content": []}), times=1)
    _, record = run(
        case("bad", **bad("missing_required", "wrong_type", expect=[one, run_2])), spoil=accepts
    )
    assert only(record).because == "2 expectations hold"
    accepts = when(Replied({"content": []}), times=1)
    _, record = run(
        case("bad", **bad("missing_required", "wrong_type", expect=[passed])), spoil=accepts
    )
    assert only(record).because.startswith(
        "negative_path.gate_passed: expected to be 1, found 0 (missing_required: accepted"
    )


def test_bad_requests_go_no_further_than_the_policy_allows():
    server, record = run(case("bad", tool="create_note", **bad()))
    (result,) = record.tests
    assert [str(one.ruling.skip) for one in result.bad_requests] == [
        "", "", "mutating_once", "mutating_once", "mutating_once",
    ]  # fmt: skip
    assert server.calls == ["mcptest_no_such_tool", "create_note"]


def test_bad_requests_that_do_not_apply_are_a_skip():
    _, record = run(case("bad", tool="anything", args={}, **bad("missing_required")))
    assert only(record).skip == "not_applicable"
    assert only(record).because == "no bad request was sent: the tool requires no argument"


def test_bad_requests_start_from_arguments_that_fit():
    _, record = run(case("bad", args={"q": 5}, **bad("missing_required")))
    assert only(record).skip == "no_sample"
    assert "the test's args do not fit the tool's schema" in only(record).because
    _, record = run(case("bad", args={}, **bad("missing_required")))
    assert only(record).status is Status.PASSED
    odd = manifest_of(
        tool("find", **READ)
        | {"inputSchema": {"type": "object", "required": ["q"], "properties": {"q": False}}}
    )
    _, record = run(case("bad", args={}, **bad("missing_required")), manifest=odd)
    assert only(record).skip == "no_sample"


def test_a_secret_in_the_arguments_is_not_held_against_the_schema():
    short = manifest_of(
        tool("find", **READ)
        | {
            "inputSchema": {
                **OBJECT,
                "properties": {"q": {"type": "string", "maxLength": 3}, "n": {}},
            }
        }
    )
    text = json.dumps(
        {
            "variables": {"key": {"from_env": "LONG_NAME"}},
            "tools": [case("bad", args={"q": "${key}", "n": [1, "x"]}, **bad("missing_required"))],
        }
    )
    suites = (load_suite(text, "s.yml", {"LONG_NAME": "abcd"}),)
    assert only(run(suites=suites, manifest=short)[1]).status is Status.PASSED


def test_after_a_break_no_more_bad_requests_are_sent():
    _, record = run(
        case("bad", **bad("missing_required", "wrong_type")), spoil=when(CRASH, times=1)
    )
    (result,) = record.tests
    assert [one.ruling.status for one in result.bad_requests] == [
        Status.FAILED,
        Status.INCONCLUSIVE,
    ]
    assert result.ruling.status is Status.FAILED


def test_a_bad_request_without_a_result_is_no_pass():
    execution = ExecutionPolicy(max_calls=1)
    _, record = run(
        case("bad", **bad("missing_required", "wrong_type")),
        case(
            "told",
            **bad("missing_required", expect=[{"target": "negative_path.failures", "exact": 0}]),
        ),
        execution=execution,
    )
    assert [r.status for r in rulings(record).values()] == [Status.INCONCLUSIVE] * 2


def test_a_test_with_both_is_as_good_as_its_worse_half():
    both = {**expect(contains="rain"), **bad("missing_required")}
    server, record = run(case("good", **both), case("bad", **both | expect(contains="snow")))
    told = rulings(record)
    assert (told["good"].status, told["bad"].status) == (Status.PASSED, Status.FAILED)
    assert len(server.calls) == 4


def test_a_test_may_be_less_patient():
    waited = []

    def spoil(step, _key):
        if isinstance(step, CallTool | Request):
            waited.append(step.timeout_s)

    run(case("a", timeout="2s"), case("b", timeout="3s", **bad("missing_required")), spoil=spoil)
    assert waited[-2:] == [2.0, 3.0]


def test_after_a_crash_the_rest_runs_on_a_new_connection():
    server, record = run(
        case("a"), case("b"), case("c"), case("d"), case("e"),
        spoil=when(CRASH, check="b"), execution=ExecutionPolicy(concurrency=1),
    )  # fmt: skip
    told = {name: ruling.status for name, ruling in rulings(record).items()}
    assert told.pop("b") is Status.FAILED
    assert set(told.values()) == {Status.PASSED}
    assert server.connections == 2


def test_tests_that_saw_the_same_break_say_so():
    server, record = run(
        case("a"), case("b"), case("c", tool="look"),
        spoil=when(CRASH, times=2), execution=ExecutionPolicy(concurrency=2),
    )  # fmt: skip
    told = rulings(record)
    for name in "ab":
        assert told[name].because.endswith(
            "(2 tests that ran side by side saw it; serial: true tells them apart)"
        )
    assert told["c"].status is Status.PASSED
    assert server.connections == 2


def test_every_break_is_told_with_those_who_saw_it():
    """Also from the transcript, in which nothing says which tests were begun together."""
    crashes = when(CRASH, times=4)
    _, record = run(
        case("a", retry=1), case("b"), case("c"), case("d"), case("e", tool="look"),
        spoil=crashes, execution=ExecutionPolicy(concurrency=2),
    )  # fmt: skip
    told = rulings(record)
    side_by_side = "2 tests that ran side by side saw it"
    assert [name for name in "abcde" if side_by_side in told[name].because] == ["a", "b", "c"]
    assert told["a"].because.endswith("(attempt 2)")
    assert told["d"].status is told["e"].status is Status.PASSED


def test_a_tool_that_hangs_is_not_waited_for_again():
    _, record = run(
        case("a"), case("b"), case("c", tool="look"),
        spoil=when(HANG, check="a"), execution=ExecutionPolicy(concurrency=1),
    )  # fmt: skip
    told = rulings(record)
    assert told["a"].status is Status.FAILED
    assert told["b"] == inconclusive("not sent: the tool did not answer an earlier request")
    assert told["c"].status is Status.PASSED


def test_a_server_that_always_hangs_is_left_alone():
    _, record = run(
        case("a"), case("b", tool="look"), case("c", tool="search"),
        spoil=when(HANG), execution=ExecutionPolicy(concurrency=2),
    )  # fmt: skip
    told = rulings(record)
    assert told["c"].because.startswith("not sent: 2 tools or requests were never answered")
    assert record.incomplete


def test_a_server_that_does_not_come_back_ends_the_run():
    def spoil(step, key):
        if isinstance(step, Fresh):
            return Unreachable("nobody is there")
        return when(CRASH, check="a")(step, key)

    _, record = run(case("a"), case("b", serial=True), spoil=spoil)
    assert "did not come back" in record.incomplete
    assert rulings(record)["b"].status is Status.INCONCLUSIVE


def test_what_must_be_alone_is_alone():
    server, record = run(
        case("a"), case("b", serial=True), case("c"), case("d", tool="create_note")
    )
    assert {r.status for r in rulings(record).values()} == {Status.PASSED}
    order = [e.key.check for e in server.exchanges if e.key.check.startswith("s.yml")]
    assert order == [f"s.yml::{name}" for name in "abcd"]


def test_a_failure_of_the_transport_is_tried_again_where_that_is_asked_for():
    server, record = run(case("a", retry=2), spoil=when(CRASH, check="a", times=1))
    (result,) = record.tests
    assert result.ruling.status is Status.PASSED
    assert result.attempts == ("s.yml::a", "attempt 2 of s.yml::a")
    assert server.connections == 2


def test_attempts_come_to_an_end():
    _, record = run(case("a", retry=1), case("b"), spoil=when(CRASH, check="a"))
    told = rulings(record)
    assert told["a"].because.endswith("exited with code 3 (attempt 2)")
    assert told["b"].status is Status.PASSED


def test_an_answer_is_not_tried_again():
    server, record = run(case("a", retry=3), spoil=when(RpcError(-32603, "busy")))
    assert only(record).status is Status.FAILED
    assert server.calls == ["find"]


def test_what_may_do_harm_is_not_tried_again():
    server, record = run(case("a", tool="search", retry=1), spoil=when(CRASH))
    assert only(record).because.endswith(
        "(not tried again: the tool is declared neither read-only nor idempotent)"
    )
    assert server.calls == ["search"]


def test_who_only_reads_a_resource_may_try_again():
    text = json.dumps({"resources": [{"name": "r", "uri": "records://schema", "retry": 1}]})
    suites = (load_suite(text, "s.yml", {}),)
    spoil = when(CRASH, check="r", kind=Request, times=1)
    _, record = run(suites=suites, manifest=preset("demo"), spoil=spoil)
    assert only(record).status is Status.PASSED


def test_an_attempt_that_is_not_made_leaves_the_last_word_to_the_one_before():
    def spoil(step, key):
        if isinstance(step, Fresh):
            return Unreachable("nobody is there")
        return when(CRASH, check="a")(step, key)

    _, record = run(case("a", retry=1), spoil=spoil)
    assert only(record).status is Status.FAILED


def test_an_attempt_that_the_budget_forbids_does_not_hide_the_crash():
    _, record = run(
        case("a", retry=2), spoil=when(CRASH, check="a"), execution=ExecutionPolicy(max_calls=1)
    )
    assert only(record).status is Status.FAILED
    assert "exited with code 3" in only(record).because


def test_fail_fast_starts_nothing_more():
    server, record = run(
        case("a"), case("b", **expect(contains="snow")), case("c"), case("d", serial=True),
        fail_fast=True, execution=ExecutionPolicy(concurrency=1),
    )  # fmt: skip
    told = rulings(record)
    assert told["b"].status is Status.FAILED
    because = "an earlier test did not pass (--fail-fast)"
    assert told["c"] == told["d"] == skipped(because, "fail_fast")
    assert server.calls == ["find", "find"]
    assert record.incomplete == ""


def test_fail_fast_waits_for_the_last_attempt():
    _, record = run(
        case("a", retry=1), case("b"), spoil=when(CRASH, check="a", times=1), fail_fast=True
    )
    assert {r.status for r in rulings(record).values()} == {Status.PASSED}


def test_probes_run_after_the_tests_and_on_a_sound_connection():
    server, record = run(case("a"), spoil=when(CRASH, check="a"), probing=True)
    assert rulings(record)["a"].status is Status.FAILED
    assert {r.ruling.status for r in record.results} <= {Status.PASSED, Status.SKIPPED}
    assert record.results
    assert server.exchanges[-1].key.check != "s.yml::a"


def cut(exchanges, config, keep):
    kept = [e for e in exchanges if keep(e)]
    return rebuild(kept, config, VERSION, relisted=False).record


def test_a_transcript_that_lacks_tests_is_no_pass():
    config = RunConfig(suites=(suite(case("a"), case("b")),), probing=False)
    server = PureServer(MANIFEST)
    run_everything(server, config, restart=False)
    record = cut(server.exchanges, config, lambda e: e.key.check != "s.yml::b")
    assert record.incomplete == "the transcript is not complete: it lacks tests"
    assert rulings(record)["b"].status is Status.INCONCLUSIVE


def test_a_transcript_that_lacks_an_answer_is_no_pass():
    both = case("a", **bad("missing_required", "wrong_type"))
    config = RunConfig(suites=(suite(both, case("b", serial=True)),), probing=False)
    server = PureServer(MANIFEST)
    run_everything(server, config, restart=False)
    record = cut(
        server.exchanges,
        config,
        lambda e: not (e.key.check.startswith("s.yml") and (e.key.step == 2 or "b" in e.key.check)),
    )
    told = rulings(record)
    assert told["a"].because.startswith("cut off: the transcript is not complete")
    assert told["b"].because.startswith("not sent: the transcript is not complete")


def document_of(*cases, spoil=lambda _s, _k: None, **more):
    config = RunConfig(suites=(suite(*cases),), **{"probing": False, **more})
    server = PureServer(MANIFEST, spoil=spoil)
    run_everything(server, config, restart=config.probing)
    return run_document(rebuild(server.exchanges, config, VERSION, relisted=config.probing))


def test_the_document_counts_tests_and_probes_together():
    document = document_of(
        case("a"), case("b", **bad("missing_required")), case("c", skip="no"),
        case("d", tool="delete_note"), probing=True,
    )  # fmt: skip
    schema = json.loads((ROOT / "src/mcptest_action/schemas/run.schema.json").read_text())
    Draft202012Validator(schema).validate(document)
    counts = document["summary"]
    assert counts["total"] == len(document["tests"]) == sum(counts.values()) - counts["total"]
    assert document["suite"] == {
        "total": 4, "passed": 2, "failed": 0, "skipped": 2, "inconclusive": 0, "ran": 2,
        "files": ["s.yml"],
    }  # fmt: skip
    (b,) = [test for test in document["tests"] if test["id"] == "s.yml::b"]
    assert b["bad_request"] is True
    assert b["suite"]["checks"][0]["taxonomy"] == "FAULT-SCHEMA-MISSING-REQUIRED"


def test_bad_requests_and_breaks_of_tests_count_as_such():
    document = document_of(
        case("a", **bad("missing_required", "wrong_type")),
        case("b", tool="look", retry=1),
        spoil=when(CRASH, check="b", times=1),
    )
    path = document["negative_path"]
    assert (path["checks_run"], path["failures"], path["gate_passed"]) == (2, 0, 1)
    assert (path["breaks"], path["tools_probed"]) == (1, 1)
    assert document["safety"]["calls"] == 4
    (b,) = [test for test in document["tests"] if test["id"] == "s.yml::b"]
    assert (b["breaks"], b["suite"]["attempts"]) == (1, 2)
    assert "suite" not in run_document_without_suites()


def run_document_without_suites():
    server = PureServer(MANIFEST)
    run_everything(server, RunConfig())
    return run_document(rebuild(server.exchanges, RunConfig(), VERSION))


@pytest.mark.parametrize("fail_fast", [False, True])
def test_live_only_the_rulings_that_decide_how_to_go_on_are_made(fail_fast):
    """The others are made once, from the transcript, which is the same either way."""
    wrong = {"expect": [{"target": "result.content[0].text", "exact": "snow"}]}
    cases = suite(case("one", **wrong), case("two"))
    config = RunConfig(suites=(cases,), probing=False, fail_fast=fail_fast)
    config = config._replace(execution=ExecutionPolicy(concurrency=1))
    server, other = PureServer(MANIFEST), PureServer(MANIFEST)
    live = run_everything(server, config, rules=False, restart=False)
    run_everything(other, config, restart=False)
    assert [e.sent for e in server.exchanges] == [e.sent for e in other.exchanges]
    statuses = [result.ruling.status for result in live.tests]
    assert statuses == ([Status.FAILED, Status.SKIPPED] if fail_fast else [Status.INCONCLUSIVE] * 2)
    made = rebuild(server.exchanges, config, VERSION, relisted=False).record.tests
    second = Status.SKIPPED if fail_fast else Status.PASSED
    assert [result.ruling.status for result in made] == [Status.FAILED, second]
