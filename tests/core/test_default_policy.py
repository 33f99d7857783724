"""The policy of a gate that was given none."""

from conftest import ROOT
from simulation import NOON

from mcptest_action.core.policy.default import DEFAULT, FILE
from mcptest_action.core.policy.lint import lint
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.timestamp import parse_timestamp


def test_it_is_clean():
    assert lint(load_policy(DEFAULT, FILE), now=parse_timestamp(NOON)) == ()


def test_the_page_on_the_gate_shows_it_as_it_is():
    assert f"```yaml\n{DEFAULT}```\n" in (ROOT / "docs" / "gate.md").read_text()
