"""A run that says nothing is no reason to pass, whatever the policy asks for."""

import pytest
from simulation import NOON

from mcptest_action.core.facts import run_report
from mcptest_action.core.facts.model import Fact
from mcptest_action.core.facts.pool import FactPool
from mcptest_action.core.policy.evaluate import evaluate
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.policy.model import Level, RuleOutcome
from mcptest_action.core.policy.own_rule import (
    RULE,
    TESTS_RULE,
    TOOLS_RULE,
    WORKED_RULE,
    own_results,
    with_admission,
    with_own_rules,
)
from mcptest_action.core.text.timestamp import parse_timestamp

POLICY = load_policy('version: "1.0"\nrules: [{id: a, fact: run.failed, max: 0}]\n', "p.yml")


NOTHING = FactPool({}, {})


def verdict(level, policy=POLICY):
    failing = evaluate(policy, NOTHING, now=parse_timestamp(NOON))
    return failing._replace(level=level)


FACT_OF = {
    "total": "run.total", "passed": "run.passed", "failed": "run.failed", "ran": "active_probe.ran",
    "tools": "safety.tools", "probed": "negative_path.tools_probed",
    "tests_failed": "suite.failed", "tests_ran": "suite.ran",
    "tests_unclear": "suite.inconclusive", "nothing_worked": "upstream.nothing_worked",
}  # fmt: skip


def facts(**values):
    pool = {FACT_OF[k]: Fact(FACT_OF[k], v, "run.json") for k, v in values.items()}
    return FactPool(pool, {})


NO_FIELD, OTHERWISE = "the run is not complete: the report has no field", "to say otherwise"


def ours(**fields):
    return {"schema_version": run_report.SCHEMA, "tests": [], **fields}


@pytest.mark.parametrize(
    "pool",
    [facts(passed=1), facts(passed=0, failed=1), facts(passed=0, failed=0, ran=True)],
)
@pytest.mark.parametrize("level", Level)
def test_a_run_that_says_something_leaves_the_verdict_to_the_policy(pool, level):
    run = ours(incomplete=None, nothing_works=False)
    assert with_own_rules(verdict(level), run, pool) == verdict(level)
    assert own_results(run, pool)[0].outcome is RuleOutcome.PASS


@pytest.mark.parametrize(
    ("run", "pool", "because"),
    [
        ({"active_probe": {"result": "not_verified"}}, facts(total=2, passed=0, failed=0, ran=True), "nothing was checked: of 2 probes, none passed and none failed"),
        ({}, facts(total=2, passed=0, failed=0, ran=False), "nothing was checked: of 2 probes, none passed and none failed"),
        ({"incomplete": "it hung"}, facts(passed=1), "the run is not complete: it hung"),
        ({"nothing_works": True, "nothing_works_because": "every call broke"}, facts(passed=1), "nothing works: every call broke"),
        ({"nothing_works": True}, facts(passed=1), "nothing works: the run gives no reason"),
        ({"nothing_works": "yes"}, facts(passed=1), "nothing works: the run gives no reason"),
        ({"incomplete": True}, facts(passed=1), "the run is not complete: the report gives no reason"),
        (ours(), facts(passed=1), f"{NO_FIELD} 'incomplete' {OTHERWISE}"),
        (ours(incomplete=None), facts(passed=1), f"{NO_FIELD} 'nothing_works' {OTHERWISE}"),
        (ours(incomplete=None, nothing_works=None), facts(passed=1), f"{NO_FIELD} 'nothing_works' {OTHERWISE}"),
        ({}, NOTHING, "run.total needs --run-report, which was not given"),
    ],
)  # fmt: skip
def test_a_run_that_says_nothing_fails_the_gate(run, pool, because):
    for level in (Level.PASS, Level.WARN):
        ruled = with_own_rules(verdict(level), run, pool)
        assert ruled.level is Level.FAIL
        *theirs, ours = ruled.results
        assert tuple(theirs) == verdict(level).results
        assert (ours.rule, ours.outcome) == (RULE, RuleOutcome.UNEVALUATED)
        assert ours.because == because
        assert own_results(run, pool)[0] == ours
    assert with_own_rules(verdict(Level.FAIL), run, pool) == verdict(Level.FAIL)


@pytest.mark.parametrize(
    ("before", "after"),
    [(Level.PASS, Level.WARN), (Level.WARN, Level.WARN), (Level.FAIL, Level.FAIL)],
)
def test_tools_of_which_none_was_probed_are_a_warning(before, after):
    ruled = with_own_rules(verdict(before), {}, facts(tools=2, probed=0, passed=1))
    assert ruled.level is after
    *theirs, ours = ruled.results
    assert tuple(theirs) == verdict(before).results
    assert (ours.rule, ours.outcome) == (TOOLS_RULE, RuleOutcome.WARN)
    assert ours.because == (
        "negative_path.tools_probed is 0 (from run.json), although the server lists 2 tools"
    )


@pytest.mark.parametrize(
    ("pool", "outcome"),
    [
        (facts(passed=1, probed=0), RuleOutcome.UNEVALUATED),
        (facts(passed=1, tools=0), RuleOutcome.PASS),
        (facts(passed=1, tools=0, probed=0), RuleOutcome.PASS),
        (facts(passed=1, tools=2, probed=1), RuleOutcome.PASS),
    ],
)
def test_where_a_tool_was_probed_or_none_is_listed_there_is_nothing_to_warn_of(pool, outcome):
    assert with_own_rules(verdict(Level.PASS), {}, pool) == verdict(Level.PASS)
    assert own_results({}, pool)[1].outcome is outcome


def test_tools_of_which_nobody_knows_whether_they_were_probed_are_a_warning():
    pool = facts(passed=1, tools=2)._replace(
        absences={TOOLS_RULE.fact: "run.json does not carry it: calls are switched off"}
    )
    ruled = with_own_rules(verdict(Level.PASS), {}, pool)
    assert ruled.level is Level.WARN
    because = (
        "run.json does not carry it: calls are switched off, although the server lists 2 tools"
    )
    assert ruled.results[-1].because == because


SERVICES = load_policy(
    'version: "1.0"\nrules: [{id: a, fact: upstream.nothing_worked, equals: true}]\n', "p.yml"
)


def test_services_that_no_tool_reached_are_a_warning_unless_the_policy_speaks_of_them():
    pool = facts(passed=1, tools=1, probed=1, nothing_worked=True)
    ruled = with_own_rules(verdict(Level.PASS), {}, pool)
    assert ruled.level is Level.WARN
    assert (ruled.results[-1].rule, ruled.results[-1].outcome) == (WORKED_RULE, RuleOutcome.WARN)
    spoken_of = verdict(Level.PASS, SERVICES)
    assert with_own_rules(spoken_of, {}, pool) == spoken_of
    worked = facts(passed=1, tools=1, probed=1, nothing_worked=False)
    assert with_own_rules(verdict(Level.PASS), {}, worked) == verdict(Level.PASS)
    assert own_results({}, worked)[-1].outcome is RuleOutcome.PASS


@pytest.mark.parametrize(
    ("run", "because"),
    [
        ({"incomplete": "it hung"}, "the run is not complete: it hung"),
        ({"nothing_works": True}, "nothing works: the run gives no reason"),
        ({"nothing_works_because": "all rejected"}, "nothing works: all rejected"),
        ({"summary": {"passed": 1, "inconclusive": 2}}, "the run is not complete: 2 inconclusive, and only 1 passed"),
        ({"tests": [{"skip_reason": "budget_exhausted"}]}, "the run is not complete: the budget of calls was used up before everything was sent"),
    ],
)  # fmt: skip
def test_a_report_that_admits_to_be_worthless_fails_any_gate(run, because):
    for level in (Level.PASS, Level.WARN):
        ruled = with_admission(verdict(level), run, NOTHING)
        assert ruled.level is Level.FAIL
        assert (ruled.results[-1].rule, ruled.results[-1].because) == (RULE, because)
    assert with_admission(verdict(Level.FAIL), run, NOTHING) == verdict(Level.FAIL)


@pytest.mark.parametrize(
    "run",
    [
        {"summary": "text"},
        {"summary": {"passed": 1, "inconclusive": 1}, "tests": ["?"]},
        {"passed": 1, "inconclusive": 2, "tests": [{"status": "inconclusive", "skip_reason": "destructive"}]},
    ],
)  # fmt: skip
def test_a_whole_report_is_left_to_the_policy(run):
    assert with_admission(verdict(Level.PASS), run, NOTHING) == verdict(Level.PASS)


TOOLS, NONE = {"capabilities": ["prompts", "tools"]}, {"capabilities": ["prompts"]}


@pytest.mark.parametrize(
    ("run", "examined", "because"),
    [
        (TOOLS, 5, "for the server declares tools and lists none"),
        (NONE, 0, "for the server has no tools, and its conformance was not examined either"),
        (NONE, None, "for the server has no tools, and its conformance was not examined either"),
        (NONE, 5, None),
    ],
    ids=["lists none", "nothing examined", "not examined", "examined"],
)
def test_a_server_without_tools_is_no_warning_if_its_conformance_was_examined(
    run, examined, because
):
    pool = facts(passed=1, tools=0, probed=0)
    if examined is not None:
        fact = Fact("conformance.must_total", examined, "conformance.json")
        pool = FactPool({**pool.facts, fact.name: fact}, {})
    ruled = with_own_rules(verdict(Level.PASS), run, pool)
    assert ruled.level is (Level.WARN if because else Level.PASS)
    if because:
        assert ruled.results[-1].because == (
            f"negative_path.tools_probed is 0 (from run.json), {because}"
        )


def test_a_policy_that_speaks_of_it_has_the_say():
    text = 'version: "1.0"\nrules: [{id: a, fact: negative_path.tools_probed, max: 0}]\n'
    theirs = verdict(Level.PASS, load_policy(text, "p.yml"))
    assert with_own_rules(theirs, {}, facts(tools=2, probed=0, passed=1)) == theirs


def about(fact):
    return load_policy(f'version: "1.0"\nrules: [{{id: a, fact: {fact}, min: 0}}]\n', "p.yml")


@pytest.mark.parametrize(
    ("tests", "outcome", "because"),
    [
        ({"tests_failed": 2, "tests_ran": 3}, RuleOutcome.FAIL, "suite.failed is 2 (from run.json), and the policy has no rule on it"),
        ({"tests_failed": 0, "tests_ran": 3, "tests_unclear": 1}, RuleOutcome.UNEVALUATED, "suite.inconclusive is 1 (from run.json)"),
        ({"tests_failed": 0, "tests_ran": 3, "tests_unclear": 0}, RuleOutcome.PASS, "suite.failed is 0 (from run.json)"),
        ({"tests_ran": 0}, RuleOutcome.UNEVALUATED, "suite.failed needs --run-report, which was not given"),
        ({"tests_failed": 0, "tests_ran": 3}, RuleOutcome.PASS, "suite.failed is 0 (from run.json)"),
    ],
)  # fmt: skip
def test_tests_of_which_the_policy_does_not_speak_must_pass(tests, outcome, because):
    run, pool = {"capabilities": []}, facts(passed=1, tools=1, probed=1, **tests)
    ruled = with_own_rules(verdict(Level.PASS), run, pool)
    assert ruled.level is (Level.PASS if outcome is RuleOutcome.PASS else Level.FAIL)
    result = own_results(run, pool)[-1]
    assert (result.rule, result.outcome, result.because) == (TESTS_RULE, outcome, because)
    assert (result in ruled.results) is (outcome is not RuleOutcome.PASS)
    spoken_of = verdict(Level.PASS, about("suite.failed"))
    assert with_own_rules(spoken_of, run, pool) == spoken_of
    for fact in ("suite.total", "suite.ran", "suite.passed", "suite.skipped"):
        assert result in with_own_rules(verdict(Level.PASS, about(fact)), run, pool).results or (
            outcome is RuleOutcome.PASS
        )


def test_a_rule_on_unclear_tests_decides_about_them_and_not_about_failed_ones():
    theirs = verdict(Level.PASS, about("suite.inconclusive"))
    sound = {"passed": 1, "tools": 1, "probed": 1, "tests_ran": 3}
    unclear = facts(**sound, tests_failed=0, tests_unclear=1)
    assert with_own_rules(theirs, {}, unclear) == theirs
    failing = facts(**sound, tests_failed=1, tests_unclear=1)
    assert with_own_rules(theirs, {}, failing).level is Level.FAIL
