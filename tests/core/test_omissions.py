"""A policy that forgets to ask is told so; a well-made one hears nothing."""

import re

import pytest
from conftest import ROOT
from simulation import NOON

from mcptest_action.core.facts import FACTS, FactType
from mcptest_action.core.policy import omission_lines, omissions
from mcptest_action.core.policy.default import Looked, default_policy
from mcptest_action.core.policy.floors import IDLE
from mcptest_action.core.policy.ladders import LADDERS
from mcptest_action.core.policy.lint import lint
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.policy.starter import STARTER
from mcptest_action.core.text.timestamp import parse_timestamp

# Facts that count no faults, or of which none is as good as nothing: they need no floor.
WITHOUT_FLOOR = re.compile(
    r"""
      run\.(total|passed|skipped) | suite\.(total|ran|passed|skipped)
    | negative_path\.(checks_run|tools_probed|gate_passed|held_back)
    | active_probe\.(ran|attempted) | upstream\.(asked|worked) | model_compat\.(total|pass)
    | conformance\.(must|should)_(passed|total) | conformance\.official\.(passed|total|scenarios)
    | surface\.(tools|resources|resource_templates|prompts|tokens|bytes|tokens_largest_tool)
    | surface\.(instructions_tokens|longest_name)
    | (latency|safety|coverage|judge|evidence|readiness|security)\..*
    """,
    re.VERBOSE,
)


def found(*rules):
    """The ids of the rules about which there is something to say, each with its hint."""
    return [(each.rule.id, each.hint) for each in omissions(policy(*rules))]


def policy(*rules):
    """Rules as `fact comparator: value`, with `!` in front for one that only warns."""
    lines = []
    for position, text in enumerate(rules):
        fact, _, comparator = text.lstrip("!").partition(" ")
        severity = ", severity: warn" if text.startswith("!") else ""
        lines.append(f"  - {{id: r{position}, fact: {fact}, {comparator}{severity}}}\n")
    return load_policy(f'version: "1.0"\nrules:\n{"".join(lines)}', "policy.yml")


def test_every_fact_has_a_floor_or_needs_none():
    faults = {fault for idle in IDLE for fault in idle.faults}
    for spec in FACTS.values():
        if spec.type is not FactType.TEXT:
            unneeded = WITHOUT_FLOOR.fullmatch(spec.name) is not None
            assert (spec.name in faults) != unneeded, f"{spec.name}: see policy/floors.py"


def test_floors_and_ladders_name_facts_that_exist():
    named = {name for idle in IDLE for name in (*idle.facts, *idle.faults, idle.floor)}
    named |= {ladder.fact(severity) for ladder in LADDERS for severity in ladder.severities}
    assert named <= FACTS.keys()
    assert all(idle.floor in idle.facts and set(idle.faults) <= idle.facts.keys() for idle in IDLE)


FAULTS = [(idle, fault) for idle in IDLE for fault in idle.faults]


@pytest.mark.parametrize(("idle", "fault"), FAULTS, ids=[fault for _, fault in FAULTS])
def test_a_limit_on_faults_needs_a_floor(idle, fault):
    limit = "equals: false" if FACTS[fault].type is FactType.BOOLEAN else "max: 0"
    rule = f"{fault} {limit}"
    assert found(rule) == [("r0", f"add a rule {idle.floor} min: 1")]
    assert found(f"!{rule}") == [("r0", f"add a rule {idle.floor} min: 1")]
    assert found(rule, f"{idle.floor} min: 0") == found(rule)
    assert found(rule, f"{idle.floor} max: 9") == found(rule)
    assert found(rule, f"{idle.floor} min: 1") == []
    assert found(rule, f"{idle.floor} equals: 3") == []
    assert found(f"!{rule}", f"!{idle.floor} min: 1") == []
    assert found(f"!{rule}", f"{idle.floor} min: 1") == []
    weak = f"'r1' only warns; add a rule {idle.floor} min: 1"
    assert found(rule, f"!{idle.floor} min: 1") == [("r0", weak)]


def test_one_floor_helps_several_rules_so_it_is_asked_for_once():
    said = omissions(policy("run.total max: 9", "run.failed max: 0", "!run.inconclusive max: 0"))
    assert [(each.rule.id, each.sentence) for each in said] == [
        (
            "r1",
            "'r1', 'r2' limit faults, but no rule asks that anything was run "
            "(add a rule run.total min: 1)",
        )
    ]
    weak = omissions(policy("!run.total min: 1", "run.failed max: 0", "!run.inconclusive max: 0"))
    assert [each.sentence for each in weak] == [
        "'r1' limits faults, but no rule asks that anything was run "
        "('r0' only warns; add a rule run.total min: 1)"
    ]


@pytest.mark.parametrize(
    "rules",
    [
        ("negative_path.failures max: 0", "negative_path.gate_passed equals: 1"),
        ("negative_path.failures max: 0", "negative_path.tools_probed min: 1"),
        ("negative_path.failures one_of: [0, 1]", "negative_path.checks_run min: 1"),
        ("run.failed max: 0", "suite.ran min: 1"),
        ("run.failed max: 0", "coverage.uncovered max: 2"),
        ("run.failed max: 0", "coverage.schema one_of: [covered, partial]"),
        ("suite.failed max: 0", "suite.passed min: 5"),
        ("active_probe.rejected max: 0", "active_probe.ran equals: true"),
        ("conformance.must_failed max: 0", "conformance.badge one_of: [T1, T2]"),
        ("conformance.must_failed max: 0", "conformance.tier equals: T1"),
        ("conformance.should_failed max: 0", 'conformance.revision equals: "2025-11-25"'),
        ("model_compat.drift max: 2", "model_compat.pass min: 1"),
        # What cannot be evaluated fails the gate, and is an error of its own.
        ("run.failed max: 0", '!run.total min: "1"'),
        ("run.failed max: 0", "!run.total equals: T1"),
        # These are broken where nothing was run.
        ("run.failed min: 1",),
        ("active_probe.ran equals: false",),
        ("security.rules_not_run max: 0",),
        ("safety.hint_conflicts max: 0",),
        ("latency.p95_ms max: 500",),
    ],
)
def test_a_floor_has_many_forms(rules):
    assert found(*rules) == []


@pytest.mark.parametrize(
    "rules",
    [
        ("conformance.must_failed max: 0", "conformance.badge one_of: [T1, F]"),
        ("negative_path.failures max: 0", "run.total min: 1"),
        ("suite.failed max: 0", "negative_path.checks_run min: 1"),
        ("run.failed max: 0", "safety.tools min: 1"),
    ],
)
def test_what_holds_without_a_run_is_no_floor(rules):
    assert [name for name, _ in found(*rules)] == ["r0"]


LIMITS = [
    (ladder, severity)
    for ladder in LADDERS
    for severity in ladder.severities[1:]
]  # fmt: skip


@pytest.mark.parametrize(("ladder", "severity"), LIMITS, ids=[ls[0].fact(ls[1]) for ls in LIMITS])
def test_a_limit_needs_one_on_everything_graver(ladder, severity):
    position = ladder.severities.index(severity)
    rule = f"{ladder.fact(severity)} max: 0"
    graver = [f"{ladder.fact(each)} max: 3" for each in ladder.severities[:position]]
    assert found(rule, *graver) == []
    assert found(f"!{rule}", *graver) == []
    assert found(rule, "security.total_findings max: 5") == []
    for left_out in range(position):
        others = [*graver[:left_out], *graver[left_out + 1 :]]
        said = [each.what for each in omissions(policy(rule, *others))]
        assert said, others
        assert all(what.endswith(f" {ladder.severities[left_out]}") for what in said)
    weaker = [f"!{each}" for each in graver]
    assert "r0" in [name for name, _ in found(rule, *weaker)]
    assert found(f"!{rule}", *weaker) == []


def test_each_gap_is_told_once_and_by_the_rule_next_to_it():
    said = omissions(policy("security.defect_low max: 0", "security.defect_high max: 0"))
    assert [(each.rule.id, each.sentence) for each in said] == [
        ("r0", "'r0' fails the gate for severity low, but no rule does so for medium "
               "(use security.defect_low_or_worse)"),
        ("r1", "'r1' fails the gate for severity high, but no rule does so for critical "
               "(use security.defect_high_or_worse)"),
    ]  # fmt: skip
    said = omissions(policy("!security.medium_count max: 0"))
    assert [each.sentence for each in said] == [
        "'r0' warns of severity medium, but no rule limits critical, high "
        "(limit security.critical_count, security.high_count as well)"
    ]


@pytest.mark.parametrize(
    "rules",
    [
        ("security.defect_high_or_worse max: 0",),
        ("security.defect_medium_or_worse max: 0", "security.defect_medium max: 0"),
        ("security.defect_medium max: 0", "security.defect_high_or_worse max: 0"),
        ("security.new_high max: 0", "security.defect_critical max: 0"),
        ("security.confident_high max: 0", "security.defect_low_or_worse max: 0"),
        ("security.exposure_high max: 0", "security.critical_count max: 0"),
        ("security.defect_high equals: 0", "security.defect_critical one_of: [0, 1]"),
        ("security.exposure_info max: 0",),
        ("security.exposure_low max: 0",),
        ("security.high_count min: 1",),
        ("security.high_count min: 1, max: 2",),
        ("security.high_count max: 0", "security.critical_count min: 1, max: 2"),
    ],
)
def test_graver_findings_are_limited_in_many_ways(rules):
    assert found(*rules) == []


@pytest.mark.parametrize(
    "rules",
    [
        ("security.defect_high max: 0", "security.new_critical max: 0"),
        ("security.defect_high max: 0", "security.confident_critical max: 0"),
        ("security.exposure_high max: 0", "security.defect_critical max: 0"),
        ("security.defect_high max: 0", "security.defect_critical min: 0"),
        ("security.info_count max: 0",),
    ],
)
def test_what_counts_less_limits_nothing_graver(rules):
    assert [name for name, _ in found(*rules)] == ["r0"]


def test_a_line_says_where():
    (line,) = omission_lines(policy("run.total min: 1", "security.defect_high max: 0"))
    assert line.startswith("policy.yml:4:5: 'r1' fails the gate for severity high")


# Every policy that we show to people.
BLOCK = re.compile(r"^```ya?ml\n(.*?)^```", re.MULTILINE | re.DOTALL)


def shown():
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")]
    for page in sorted(pages):
        for block in BLOCK.findall(page.read_text()):
            if re.search(r"^\s*- .*\bfact:|^\s+fact:", block, re.MULTILINE):
                whole = block if "rules:" in block else f"rules:\n{block}"
                text = whole if "version:" in block else f'version: "1.0"\n{whole}'
                yield pytest.param(text, id=f"{page.relative_to(ROOT)}:{block[:20]!r}")
    for path in sorted(
        [*ROOT.glob("examples/**/policy*.yml"), *ROOT.glob("*/templates/**/policy*")]
    ):
        yield pytest.param(path.read_text(), id=str(path.relative_to(ROOT)))
    yield pytest.param(STARTER, id="mcptest policy init")
    for switches in range(8):
        conformance, security, suites = (bool(switches & bit) for bit in (1, 2, 4))
        text = default_policy(Looked(conformance, security, suites))
        yield pytest.param(text, id=f"built in, {conformance=}, {security=}, {suites=}")


SHOWN = list(shown())
# Those that others extend say where they are in their first line.
EXTENDED = {
    f"../{named[1]}": text.encode()
    for (text,) in (each.values for each in SHOWN)
    if (named := re.match(r"# (\S+\.yml), in ", text))
}


def test_all_that_is_shown_was_found():
    found = " ".join(str(each.id) for each in SHOWN)
    for name in (
        "README.md",
        "docs/policy.md",
        "docs/gate.md",
        "docs/suites.md",
        "examples/weather",
    ):
        assert name in found


@pytest.mark.parametrize("text", SHOWN)
def test_no_policy_that_we_show_forgets_anything(text):
    assert lint(load_policy(text, "policy.yml", EXTENDED), now=parse_timestamp(NOON)) == ()
