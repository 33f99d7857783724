"""The policy of a gate that was given none."""

import pytest
from conftest import ROOT
from simulation import NOON

from mcptest_action.core.policy.default import FILE, MUST_TESTS, Looked, default_policy
from mcptest_action.core.policy.lint import lint
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.policy.own_rule import TOOLS_RULE
from mcptest_action.core.policy.starter import STARTER
from mcptest_action.core.text.timestamp import parse_timestamp

DEFAULT = default_policy()


def test_it_is_clean():
    assert lint(load_policy(DEFAULT, FILE), now=parse_timestamp(NOON)) == ()


def test_the_page_on_the_gate_shows_it_as_it_is():
    assert f"```yaml\n{DEFAULT}```\n" in (ROOT / "docs" / "gate.md").read_text()


def test_who_starts_their_own_starts_from_the_same_rules():
    def rules(text):
        nowhere = {"line": 0, "column": 0, "fact_line": 0, "fact_column": 0}
        return [rule._replace(**nowhere) for rule in load_policy(text, "policy.yml").rules]

    ours = [rule for rule in rules(STARTER) if rule.fact != TOOLS_RULE.fact]
    assert ours == rules(DEFAULT)


def test_what_the_gate_asks_about_tools_is_a_rule_of_the_starter_too():
    (rule,) = [r for r in load_policy(STARTER, "p.yml").rules if r.fact == TOOLS_RULE.fact]
    wanted = (TOOLS_RULE.id, TOOLS_RULE.comparator, TOOLS_RULE.severity)
    assert (rule.id, rule.comparator, rule.severity) == wanted


@pytest.mark.parametrize("conformance", [True, False])
@pytest.mark.parametrize("security", [True, False])
def test_there_are_rules_about_what_is_run_and_no_others(conformance, security):
    text = default_policy(Looked(conformance, security, suites=True))
    rules = {rule.id: rule.fact for rule in load_policy(text, FILE).rules}
    families = {fact.partition(".")[0] for fact in rules.values()}
    assert ("conformance" in families, "security" in families) == (conformance, security)
    assert rules.pop("tests-ran") == "suite.ran"
    assert rules.pop("tests-passed") == "suite.failed"
    without = default_policy(Looked(conformance, security, suites=False))
    assert rules == {rule.id: rule.fact for rule in load_policy(without, FILE).rules}
    assert MUST_TESTS in text
    assert lint(load_policy(text, FILE), now=parse_timestamp(NOON)) == ()


@pytest.mark.parametrize(
    ("looked", "gone", "said"),
    [
        (Looked(bad_requests=False), {"bad-requests-were-sent"}, "--only names no bad request"),
        (Looked(calls=False), {"server-survives"}, "--only names nothing that calls a tool"),
    ],
)
def test_what_only_leaves_out_has_no_rule_and_that_is_said(looked, gone, said):
    text = default_policy(looked)
    ids = {rule.id for rule in load_policy(DEFAULT, "p").rules}
    assert ids - {rule.id for rule in load_policy(text, "p").rules} == gone
    assert said in text
