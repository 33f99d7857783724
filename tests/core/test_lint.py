"""`fixtures/lint/x.yml` gives the remarks in `x.txt`."""

import pytest
from conftest import FIXTURES
from simulation import NOON

from mcptest_action.core.policy.lint import lint
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.policy.starter import STARTER
from mcptest_action.core.render.remarks import remarks_document, remarks_pretty
from mcptest_action.core.text.timestamp import parse_timestamp

NOW = parse_timestamp(NOON)
CASES = sorted((FIXTURES / "lint").glob("*.yml"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_remarks(path, golden):
    policy = load_policy(path.read_text(), path.name)
    golden(path.with_suffix(".txt"), remarks_pretty(path.name, lint(policy, now=NOW)))


def test_the_starter_policy_is_clean():
    assert lint(load_policy(STARTER, "policy.yml"), now=NOW) == ()


def test_the_starter_policy_stays_clean_with_its_suggestions_taken():
    text = STARTER.replace("  # - id:", "  - id:").replace("  #   ", "    ")
    policy = load_policy(text, "policy.yml")
    suggested = text.count("- id:") - STARTER.count("\n  - id:")
    assert suggested == 3
    assert len(policy.rules) == len(load_policy(STARTER, "policy.yml").rules) + suggested
    assert lint(policy, now=NOW) == ()


def test_machines_get_the_same_remarks():
    path = FIXTURES / "lint" / "facts.yml"
    remarks = lint(load_policy(path.read_text(), path.name), now=NOW)
    document = remarks_document(path.name, remarks)
    assert document["remarks"][0] == {
        "line": 3,
        "column": 19,
        "level": "error",
        "message": "'a' names an unknown fact 'run.faild'",
        "hint": "did you mean run.failed?",
    }


def test_a_rule_without_a_fact_is_complained_about_once():
    rule = load_policy(STARTER, "policy.yml").rules[0]._replace(fact="")
    policy = load_policy(STARTER, "policy.yml")._replace(rules=(rule,))
    assert [remark.message for remark in lint(policy, now=NOW)] == []
