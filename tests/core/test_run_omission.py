"""Real runs of which a part is missing: what they say, what they no longer say, and the verdict."""

import json

import pytest
from pure_server import VERSION, PureServer, manifest_of, run_everything
from simulation import NOON

from mcptest_action.core.authoring.mock.presets import preset
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.checks.run.delivery import called_once, called_tool
from mcptest_action.core.checks.suite.load import load_suite
from mcptest_action.core.facts import FACTS, run_report
from mcptest_action.core.pipeline.configs import Configs
from mcptest_action.core.pipeline.judging import Given, policy_in
from mcptest_action.core.pipeline.outcome import outcome_of
from mcptest_action.core.policy.default import Looked, default_policy
from mcptest_action.core.policy.model import Level
from mcptest_action.core.protocol.exchange.reaction import (
    Closed,
    HttpAnswer,
    HttpStatus,
    Leaving,
    NotSent,
    Replied,
    RpcError,
    TurnedAway,
    Unreachable,
)
from mcptest_action.core.protocol.exchange.step import CallTool, Close
from mcptest_action.core.protocol.transcript.lines import RESTART, Exchange, Key
from mcptest_action.core.render.report import Source
from mcptest_action.core.safety.decide import Calls, ExecutionPolicy
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.core.text.timestamp import parse_timestamp

NOW = parse_timestamp(NOON)
STRING = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
READ = {"annotations": {"readOnlyHint": True}}
FIND = {"name": "find", "inputSchema": STRING, **READ}
MANIFEST = manifest_of(
    FIND,
    {"name": "create_note", "inputSchema": STRING},
    {"name": "delete_note", "inputSchema": STRING},
)
NO_CALLS = ExecutionPolicy(calls=Calls.NONE)
ANY = 'version: "1.0"\nrules: [{id: a, fact: run.failed, max: 99}]\n'
POLICIES = {
    "built-in": default_policy(Looked(conformance=False, security=False)),
    "no floors": ANY,
    "no floors for bad requests": ANY.replace("run.failed", "negative_path.failures"),
    "breaks": ANY.replace("run.failed", "negative_path.breaks"),
}


def suite(*cases):
    return (load_suite(json.dumps({"tools": list(cases)}), "s.yml", {}),)


def outcome(policy=ANY, manifest=MANIFEST, spoil=lambda _step, _key: None, **config):
    config = RunConfig(**config)
    server = PureServer(manifest, spoil=spoil)
    run_everything(server, config)
    return judged(server.exchanges, config, policy), server


def judged(exchanges, config, policy=ANY):
    source = Source("--policy", "p.yml", policy.encode())
    return outcome_of(exchanges, Configs(VERSION, config), Given(policy_in(source), (source,)), NOW)


def run_of(made):
    return json.loads(made.files["run.json"])


def facts_of(made):
    return made.report.pool.facts.keys() & {spec.name for spec in run_report.ARTIFACT.facts}


def absent(made, section):
    names = [name for name in FACTS if name.startswith(f"{section}.")]
    assert not facts_of(made) & set(names)
    return {made.report.pool.absence(name).partition(": ")[2] for name in names}


def test_a_whole_run_has_its_facts():
    made, _ = outcome(deep_scan=True, manifest=preset("demo"), suites=suite({"name": "a", "tool": "get_record", "args": {"id": "1"}}))  # fmt: skip
    missing = {spec.name for spec in run_report.ARTIFACT.facts} - facts_of(made)
    assert {name.partition(".")[0] for name in missing} <= {"active_probe"}
    assert made.report.verdict.level is Level.PASS


def test_without_calls_there_are_no_facts_about_calls():
    made, _ = outcome(execution=NO_CALLS, deep_scan=True)
    assert absent(made, "negative_path") == {"calls are switched off (--calls none)"}
    assert absent(made, "upstream") == {"no tool got a valid call"}
    assert absent(made, "active_probe") == {"calls are switched off"}
    assert absent(made, "suite") == {"there is no 'suite' section in the file"}


def test_without_a_deep_scan_there_are_no_facts_about_it():
    made, _ = outcome()
    assert absent(made, "active_probe") == {"the deep scan is off"}


ANSWERS = {"name": "answers", "tool": "find", "args": {"q": "x"}}


def test_tests_alone_say_nothing_about_bad_requests_or_conflicts():
    made, _ = outcome(probing=False, suites=suite(ANSWERS))
    because = "only tests were run, and none of them sends bad requests"
    assert absent(made, "negative_path") == {because}
    assert absent(made, "active_probe") == {"only tests were run"}
    assert "safety.hint_conflicts" not in facts_of(made)
    assert run_of(made)["suite"]["ran"] == 1


@pytest.mark.parametrize(
    ("words", "because"),
    [
        ({"only": ("repeated_call",)}, "none was planned"),
        ({"only": ("delete_note",)}, "the execution policy holds back all "),
    ],
)
def test_a_run_without_bad_requests_says_why(words, because):
    made, _ = outcome(**words)
    path = run_of(made)["negative_path"]
    assert path["because"].startswith(because)
    assert "negative_path.failures" not in facts_of(made)
    assert ("negative_path.breaks" in facts_of(made)) is (words["only"] == ("repeated_call",))


def test_a_suite_of_which_nothing_was_sent_has_not_passed():
    deletes = {"name": "deletes", "tool": "delete_note", "args": {"q": "x"}}
    policy = ANY.replace("run.failed", "suite.failed")
    made, _ = outcome(policy, suites=suite(deletes, {**ANSWERS, "skip": "later"}))
    assert run_of(made)["suite"]["ran"] == 0
    assert made.report.verdict.level is Level.FAIL
    (rule,) = made.report.verdict.results
    assert rule.because.endswith("no test of the suites sent anything")


def test_a_test_that_the_budget_left_nothing_for_has_not_run():
    made, _ = outcome(suites=suite(ANSWERS), execution=ExecutionPolicy(max_calls=0))
    assert run_of(made)["suite"]["ran"] == 0


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_a_budget_that_ends_a_run_early_fails_any_gate(policy):
    """Whatever it ended: until every call could be made, there is no pass."""
    whole, server = outcome(policy)
    assert whole.report.verdict.level is not Level.FAIL
    for most in range(len(server.calls)):
        made, _ = outcome(policy, execution=ExecutionPolicy(max_calls=most))
        run = run_of(made)
        assert "raise --max-calls, or narrow the plan with --only or --skip" in run["incomplete"]
        assert made.report.verdict.level is Level.FAIL
        reasons = {test["skip_reason"] for test in run["tests"] if test["status"] == "inconclusive"}
        assert reasons == {"budget_exhausted"}
        starved = [test for test in run["tests"] if test["skip_reason"] == "budget_exhausted"]
        if any(test["bad_request"] for test in starved):
            assert run["negative_path"].get("gate_passed", 0) == 0
    made, _ = outcome(policy, execution=ExecutionPolicy(max_calls=len(server.calls)))
    assert run_of(made)["incomplete"] is None
    assert made.report.verdict.level is whole.report.verdict.level


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
@pytest.mark.parametrize("name", ["demo", "lenient"])
def test_a_run_that_was_cut_off_anywhere_is_never_a_pass(policy, name):
    config = RunConfig()
    server = PureServer(preset(name))
    run_everything(server, config)
    listed_twice = [e for e in server.exchanges if e.key.check == RESTART]
    asked = [e for e in server.exchanges if e.key.check != RESTART]
    first = next(n for n, e in enumerate(asked) if e.sent.get("step") == "CallTool")
    for end in range(first, len(asked), 5):
        made = judged([*asked[:end], *listed_twice], config, policy)
        assert made.report.verdict.level is Level.FAIL


def test_a_server_that_breaks_says_so_even_if_no_probe_was_sent():
    def stubborn(step, _key):
        return Closed("", Leaving.KILLED) if isinstance(step, Close) else None

    made, _ = outcome(execution=NO_CALLS, spoil=stubborn)
    assert run_of(made)["negative_path"].keys() == {"planned", "breaks", "because"}
    assert made.report.pool.facts["negative_path.breaks"].value > 0


def test_a_narrow_plan_is_complete_for_what_it_plans():
    made, server = outcome(only=("wrong_type",))
    budget = ExecutionPolicy(max_calls=len(server.calls))
    made, _ = outcome(only=("wrong_type",), execution=budget)
    assert run_of(made)["incomplete"] is None
    assert run_of(made)["negative_path"]["gate_passed"] == 1
    assert made.report.verdict.level is Level.PASS


def test_more_that_is_inconclusive_than_passed_is_no_whole_run():
    def busy(step, _key):
        return TurnedAway(429, 3, 1.0) if isinstance(step, CallTool) else None

    made, _ = outcome(spoil=busy)
    run = run_of(made)
    summary = run["summary"]
    counted = f"{summary['inconclusive']} inconclusive, and only {summary['passed']} passed"
    assert run["incomplete"].startswith(counted)
    assert run["negative_path"]["because"].endswith("none got an answer to rule on")
    assert "tools_probed" not in run["negative_path"]
    assert made.report.verdict.level is Level.FAIL


def test_what_the_policy_holds_back_makes_no_run_incomplete():
    careful = manifest_of(FIND, *({**FIND, "name": f"delete_{n}", "annotations": {}} for n in range(40)))  # fmt: skip
    made, _ = outcome(manifest=careful)
    run = run_of(made)
    assert run["summary"]["skipped"] > 10 * run["summary"]["passed"]
    assert run["incomplete"] is None
    assert run["negative_path"]["gate_passed"] == 1
    assert run["negative_path"]["held_back"] > 40
    fact = made.report.pool.facts["negative_path.held_back"]
    assert len(fact.behind) == fact.value


def bad(tool="find", *checks, **more):
    block = {"checks": list(checks)} if checks else {}
    return {"name": f"bad {tool}", "tool": tool, "args": {"q": "x"}, "negative_path": block, **more}


@pytest.mark.parametrize(
    ("case", "status", "reason"),
    [
        (bad("find", "missing_required", "wrong_type"), "passed", None),
        (bad("create_note", "missing_required"), "passed", None),
        (bad("create_note", "missing_required", "wrong_type"), "inconclusive", "mutating_once"),
        (bad("delete_note", "missing_required"), "inconclusive", "destructive"),
        ({**bad("find", "missing_required"), "args": {"q": 5}}, "inconclusive", "no_sample"),
    ],
)
def test_a_test_that_asks_for_bad_requests_passes_only_if_all_were_sent(case, status, reason):
    made, _ = outcome(probing=False, suites=suite(case, ANSWERS))
    run = run_of(made)
    test = run["tests"][0]
    assert (test["status"], test["skip_reason"]) == (status, reason)
    assert run["negative_path"].get("gate_passed", 0) == (status == "passed")
    assert run["incomplete"] is None
    if reason != "no_sample" and status != "passed":
        assert run["negative_path"].get("held_back", 1) == 1


def test_what_a_test_asks_for_and_nobody_sent_spoils_the_gate_of_the_run():
    made, _ = outcome(suites=suite(bad("delete_note", "missing_required")))
    path = run_of(made)["negative_path"]
    assert (path["gate_passed"], path["planned"]) == (0, path["checks_run"] + 1)
    assert made.report.pool.facts["negative_path.gate_passed"].behind == ("s.yml::bad delete_note",)
    marked, _ = outcome(suites=suite(bad("delete_note", skip="later"), ANSWERS))
    assert run_of(marked)["negative_path"]["gate_passed"] == 1


def about(field, number):
    return {"expect": [{"target": f"negative_path.{field}", "exact": number}]}


@pytest.mark.parametrize(
    ("expect", "status"),
    [
        (about("checks_run", 2), "passed"),
        (about("gate_passed", 1), "failed"),
        (about("failures", 1), "passed"),
        ({}, "failed"),
    ],
)
def test_a_test_may_expect_something_of_its_bad_requests(expect, status):
    """That replaces the default gate; nothing else is sent."""

    def lenient(step, key):
        wrong = isinstance(step, CallTool) and step.arguments and key.check.endswith("bad find")
        return Replied({"content": []}) if wrong else None

    case = bad("find", "missing_required", "wrong_type", **expect)
    made, server = outcome(probing=False, suites=suite(case), spoil=lenient)
    (test,) = run_of(made)["tests"]
    assert test["status"] == status
    assert server.calls == ["find", "find"]


def test_one_test_may_expect_something_of_both():
    both = [{"target": "result.isError", "exact": False}, *about("failures", 0)["expect"]]
    made, server = outcome(probing=False, suites=suite(bad("find", "wrong_type", expect=both)))
    assert len(server.calls) == 2
    assert run_of(made)["tests"][0]["because"].startswith("result.isError")


def exchange(reaction, sent=None, tool="find"):
    named = {"message": {"params": {"name": "create_note"}}} if sent is None else sent
    return Exchange(Key("x", tool, 1, 1), {"step": "CallTool", **named}, reaction, 0.0)


ARRIVED = Replied({"content": []})


@pytest.mark.parametrize(
    ("made", "tool"),
    [
        (exchange(ARRIVED), "create_note"),
        (exchange(ARRIVED, {"text": "{"}), "find"),
        (exchange(RpcError(-32602, "no")), "create_note"),
        (exchange(RpcError(-1, "log in", http=HttpAnswer(401, {}))), None),
        (exchange(HttpStatus(HttpAnswer(429, {}), "")), None),
        (exchange(HttpStatus(HttpAnswer(500, {}), "")), "create_note"),
        (exchange(TurnedAway(429, 1, 0.0)), None),
        (exchange(Unreachable("gone")), None),
        (exchange(NotSent("destructive", "no")), None),
        (exchange(ARRIVED, {"step": "Request"}), None),
    ],
)
def test_a_tool_was_called_if_the_call_arrived(made, tool):
    assert called_tool(made) == tool
    plan = make_plan([{"name": "create_note"}, FIND], ExecutionPolicy(), {})
    assert called_once(plan, [made]) == (["create_note"] if tool == "create_note" else [])
