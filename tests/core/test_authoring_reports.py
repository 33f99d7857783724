"""What `explain`, `facts` and `waiver list` print."""

import pytest
from conftest import FIXTURES
from simulation import NOON, offline_gate

from mcptest_action.core.checks.probes.catalogue import CHECKS, remedies
from mcptest_action.core.facts.catalogue import FACTS
from mcptest_action.core.facts.model import Fact, Named
from mcptest_action.core.facts.pool import FactPool
from mcptest_action.core.policy.evaluate import evaluate
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.policy.own_rule import RULE, TOOLS_RULE
from mcptest_action.core.policy.waiver_state import FAIL_ON, is_over, list_waivers
from mcptest_action.core.render import fact_catalogue
from mcptest_action.core.render.explanation import advice, render_explanation
from mcptest_action.core.render.waiver_list import waivers_document, waivers_pretty
from mcptest_action.core.text.timestamp import parse_timestamp

NOW = parse_timestamp(NOON)


def test_explanations(golden):
    report = offline_gate(FIXTURES / "render" / "all-outcomes")
    texts = [render_explanation(result, report.policy) for result in report.verdict.results]
    golden(FIXTURES / "render" / "all-outcomes" / "explanations.txt", "\n".join(texts))


def test_a_broken_rule_is_explained_by_what_its_number_counts(golden):
    folder = FIXTURES / "policy" / "what-a-number-counts-is-named"
    report = offline_gate(folder)
    remedies = {"missing_required": "Validate the arguments.", "repeated_call": "Say so."}
    texts = [
        render_explanation(result, report.policy, remedies) for result in report.verdict.results
    ]
    golden(folder / "explanations.txt", "\n".join(texts))


def test_of_a_fact_that_is_not_there_nothing_can_be_said():
    assert list(advice(None, {"wrong_type": "Mend it."})) == []
    held_back = Fact("negative_path.held_back", 1, "run.json", ("wrong_type:delete_note",))
    (line,) = advice(held_back, {"wrong_type": "Mend it."})
    assert line == "mcptest gate --plan says why each tool is held back"


def test_every_probe_has_a_remedy_in_one_line():
    found = remedies()
    assert found.keys() == {check.id for check in CHECKS}
    assert all(text and "\n" not in text for text in found.values())


def test_no_more_probes_are_explained_than_anybody_reads():
    fact = Fact("run.failed", 12, "run.json", tuple(Named(f"probe_{n}:x") for n in range(12)))
    lines = list(advice(fact, {f"probe_{n}": "Mend it." for n in range(12)}))
    assert len(lines) == 11
    assert lines[-1] == "and 2 more probes"


def test_a_finding_is_explained_by_the_page_of_its_rule():
    names = tuple(Named(f"AAA-{n:03}:x") for n in range(12))
    fact = Fact("security.defect_high", 12, "security.json", names)
    lines = list(advice(fact, {f"AAA-{n:03}": "Take it out." for n in range(12)}))
    assert lines[0].startswith("AAA-000 on x: Take it out. https://")
    assert lines[0].endswith("/docs/security-rules.md#aaa-000")
    assert lines[-1] == "and 2 more rules"


def test_a_check_is_explained_by_its_own_page():
    fact = Fact("conformance.must_failed", 1, "conformance.json", (Named("BASE-06"),))
    (line,) = advice(fact, {"BASE-06": "Answer it."})
    assert line.startswith("BASE-06: Answer it. https://")
    assert line.endswith("/docs/conformance.md#base-06")


def test_live_facts_are_shown_with_values_and_reasons():
    facts = {"run.total": Fact("run.total", 2, "run.json"), "a\x1b": Fact("a\x1b", True, "b\n")}
    pool = FactPool(facts, {"run.failed": "run.json does not carry it"})
    assert fact_catalogue.live_facts_pretty(pool).splitlines() == [
        "a\\u001b     true  (b)",
        "run.failed  absent: run.json does not carry it",
        "run.total   2  (run.json)",
        "2 facts, 1 absent",
    ]
    assert fact_catalogue.live_facts_document(pool)["absent"] == {
        "run.failed": "run.json does not carry it"
    }
    assert list(fact_catalogue.live_facts_document(pool)["facts"]) == ["a\x1b", "run.total"]
    assert fact_catalogue.live_facts_pretty(FactPool({}, {})) == "0 facts, 0 absent\n"


@pytest.mark.parametrize(
    ("rule", "value", "said"),
    [
        (TOOLS_RULE, 0, "make the rule hold; it only warns, and fails nothing"),
        (TOOLS_RULE, 1, "nothing"),
        (RULE, 0, "make the rule hold"),
    ],
)
def test_rules_of_the_gate_itself_are_explained_and_not_waived(rule, value, said):
    report = offline_gate(FIXTURES / "render" / "plain-pass")
    pool = FactPool({rule.fact: Fact(rule.fact, value, "run.json")}, {})
    (result,) = evaluate(report.policy._replace(rules=(rule,)), pool, now=NOW).results
    text = render_explanation(result, report.policy)
    assert f"rule:      {rule.id} (the gate's own, severity {rule.severity})\n" in text
    assert f"to do:     {said}\n" in text
    held_back = "           mcptest gate --plan says why each tool is held back\n"
    assert text.endswith(held_back) is (rule is TOOLS_RULE and value == 0)


def test_an_unknown_fact_is_explained_too():
    policy = load_policy('version: "1.0"\nrules: [{id: a, fact: nope, max: 0}]\n', "p.yml")
    pool = offline_gate(FIXTURES / "render" / "plain-pass").pool
    (result,) = evaluate(policy, pool, now=NOW).results
    assert "fact:      nope, which is not in the catalogue\n" in render_explanation(result, policy)


def test_the_catalogue_names_every_fact():
    page, text = fact_catalogue.facts_markdown(["run"]), fact_catalogue.facts_pretty()
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


@pytest.mark.parametrize(
    ("now", "until", "over"),
    [
        ("2026-11-16T12:00:00Z", None, {"expired": False, "expiring": False}),
        ("2026-12-25T12:00:00Z", None, {"expired": False, "expiring": True}),
        ("2026-11-16T12:00:00Z", "2027-02-01T00:00:00Z", {"expired": False, "expiring": True}),
        ("2027-01-01T00:00:00Z", None, {"expired": True, "expiring": True}),
    ],
    ids=["lasts", "ends soon", "ends by then", "has ended"],
)
def test_a_waiver_is_over_when_it_has_expired_or_ends_soon(now, until, over):
    text = 'version: "1.0"\nrules:\n- {id: r, fact: run.total, min: 1}\nwaivers:\n'
    text += '- {rule: r, owner: me, reason: x, expiry: "2026-12-31T00:00:00Z"}\n'
    end = until and parse_timestamp(until)
    (one,) = list_waivers(load_policy(text, "p"), now=parse_timestamp(now), ending_by=end)
    assert {what: is_over(one, what, ending_by=end) for what in FAIL_ON} == over
    below = one._replace(waiver=one.waiver._replace(layer="org/policy.yml"))
    assert not any(is_over(below, what, ending_by=end) for what in FAIL_ON)


def test_a_waiver_without_valid_expiry_comes_first():
    text = (FIXTURES / "render" / "hostile" / "policy.yml").read_text()
    policy = load_policy(text, "policy.yml")
    (result,) = list_waivers(policy, now=NOW, ending_by=NOW)
    assert waivers_pretty(policy, [result]).startswith("policy.yml:13: expired, no valid expiry ")
