"""What `explain`, `facts` and `waiver list` print."""

import pytest
from conftest import FIXTURES
from simulation import NOON, offline_gate

from mcptest_action.core.facts.catalogue import FACTS
from mcptest_action.core.policy.evaluate import evaluate
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.policy.waiver_list import list_waivers
from mcptest_action.core.render import fact_catalogue
from mcptest_action.core.render.explanation import render_explanation
from mcptest_action.core.render.waiver_list import waivers_document, waivers_pretty
from mcptest_action.core.timestamp import parse_timestamp

NOW = parse_timestamp(NOON)


def test_explanations(golden):
    report = offline_gate(FIXTURES / "render" / "all-outcomes")
    texts = [render_explanation(result, "policy.yml") for result in report.verdict.results]
    golden(FIXTURES / "render" / "all-outcomes" / "explanations.txt", "\n".join(texts))


def test_an_unknown_fact_is_explained_too():
    policy = load_policy('version: "1.0"\nrules: [{id: a, fact: nope, max: 0}]\n', "p.yml")
    pool = offline_gate(FIXTURES / "render" / "plain-pass").pool
    (result,) = evaluate(policy, pool, now=NOW).results
    assert "fact:      nope, which is not in the catalogue\n" in render_explanation(result, "p.yml")


def test_the_catalogue_names_every_fact():
    page, text = fact_catalogue.facts_markdown(), fact_catalogue.facts_pretty()
    listed = [row["name"] for row in fact_catalogue.facts_document()["facts"]]
    assert listed == list(FACTS)
    for name in FACTS:
        assert f"| `{name}` |" in page
        assert f"\n  {name} " in text


@pytest.mark.parametrize(
    ("until", "rules"),
    [
        (
            None,
            [
                "no-low-findings",
                "no-high-findings",
                "judge-certified",
                "clean-enough",
                "no-medium-findings",
            ],
        ),
        ("2026-12-01T00:00:00Z", ["no-low-findings", "no-high-findings"]),
    ],
)
def test_waivers_are_listed_by_their_end(until, rules):
    policy = offline_gate(FIXTURES / "render" / "all-outcomes").policy
    listed = list_waivers(policy, now=NOW, ending_by=until and parse_timestamp(until))
    assert [result.waiver.rule for result in listed] == rules
    assert [w["rule"] for w in waivers_document(listed)["waivers"]] == rules
    assert waivers_pretty(policy, listed).count("\n") == len(rules) + 1


def test_a_waiver_without_valid_expiry_comes_first():
    text = (FIXTURES / "render" / "hostile" / "policy.yml").read_text()
    policy = load_policy(text, "policy.yml")
    (result,) = list_waivers(policy, now=NOW, ending_by=NOW)
    assert waivers_pretty(policy, [result]).startswith("policy.yml:13: expired, no valid expiry ")
