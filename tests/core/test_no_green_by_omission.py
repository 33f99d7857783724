"""What did not run has no facts, and taking something away never makes a verdict better."""

import re

import pytest
from conftest import ROOT
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from simulation import NOON
from whole_documents import Check, Entry, Parts, documents, parts

from mcptest_action.core.checks.results import Family, Reach
from mcptest_action.core.facts import (
    ARTIFACTS,
    FACTS,
    FactPool,
    FactType,
    artifact_of,
    read_facts,
    run_report,
    spec_of,
)
from mcptest_action.core.policy.default import Looked, default_policy
from mcptest_action.core.policy.evaluate import evaluate
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.policy.model import Level
from mcptest_action.core.policy.own_rule import with_admission
from mcptest_action.core.policy.starter import STARTER
from mcptest_action.core.text.errors import InputError
from mcptest_action.core.text.timestamp import parse_timestamp

NOW = parse_timestamp(NOON)
# Numbers of which there should be many. Of all others there should be few.
GOOD = {
    "run.total", "run.passed", "negative_path.checks_run", "negative_path.gate_passed",
    "negative_path.tools_probed", "suite.total", "suite.ran", "suite.passed",
    "active_probe.attempted", "upstream.asked", "upstream.worked", "safety.tools",
    "safety.read_only", "safety.calls", "coverage.covered", "coverage.not_applicable",
    "conformance.must_passed", "conformance.must_total", "conformance.should_passed",
    "conformance.should_total", "conformance.official.total", "conformance.official.passed",
    "conformance.official.scenarios",
    "security.rules_run", "model_compat.total", "model_compat.pass",
    "surface.tools", "surface.resources", "surface.resource_templates", "surface.prompts",
}  # fmt: skip
GOOD_VALUES = {
    "active_probe.ran": "true", "upstream.nothing_worked": "false", "judge.certified": "true",
    "judge.expired": "false", "evidence.reproducible": "true",
    "evidence.unverifiable_origin": "false",
}  # fmt: skip
GOOD_WORDS = {
    **{f"coverage.{family}": "[covered, not_applicable]" for family in Family},
    "conformance.badge": "[T1, T2, T3]", "conformance.tier": "[T1, T2, T3]",
    "conformance.revision": '["2026-07-28"]', "conformance.revisions": '["2026-07-28"]',
}  # fmt: skip


# Of each family of facts, what WHOLE has.
MEMBERS = {
    "security.rule.SEC-001": None, "probe.unknown_tool.failures": None,
    "conformance.check.TOOLS-07": "[passed, not_applicable]",
    "suite.test.oversized-3": "[passed]",
}  # fmt: skip


def rules_on(name):
    """Comparators that people would write, as YAML."""
    kind = spec_of(name).type
    if kind is FactType.BOOLEAN:
        return [f"equals: {GOOD_VALUES[name]}"]
    if kind is FactType.TEXT:
        return [f"one_of: {GOOD_WORDS.get(name) or MEMBERS[name]}"]
    return [f"{'min' if name in GOOD else 'max'}: {limit}" for limit in (0, 2)]


def one_rule(name, comparator):
    text = f'version: "1.0"\nrules: [{{id: a, fact: {name}, {comparator}}}]\n'
    return load_policy(text, f"{name} {comparator}")


def _of_the_readme():
    text = (ROOT / "README.md").read_text()
    (found,) = re.findall(r"## A policy\n\n```yaml\n(.*?)```", text, re.DOTALL)
    return found


POLICIES = [
    *(load_policy(text, name) for name, text in {
        "default": default_policy(Looked(suites=True)),
        "without the rest": default_policy(Looked(conformance=False, security=False)),
        "starter": STARTER,
        "README": _of_the_readme(),
        "examples/gate": (ROOT / "examples/gate/policy.yml").read_text(),
    }.items()),
    *(one_rule(name, comparator) for name in (*FACTS, *MEMBERS) for comparator in rules_on(name)),
]  # fmt: skip


def failing(made):
    """The policies under which the artifacts fail, by name; a file nobody can use fails all."""
    try:
        pool = read_facts(made, now=NOW)
    except InputError:
        return {policy.file for policy in POLICIES}
    run = made.get(run_report.FLAG)
    verdicts = {policy.file: evaluate(policy, pool, now=NOW) for policy in POLICIES}
    if run is not None:
        verdicts = {name: with_admission(v, run.data, pool) for name, v in verdicts.items()}
    return {name for name, verdict in verdicts.items() if verdict.level is Level.FAIL}


def never_better(before, after):
    better = failing(before) - failing(after)
    assert not better, f"green by omission: {sorted(better)}"


WHOLE = Parts(
    entries=(
        Entry("unknown_tool", "failed", True, False, True),
        Entry("wrong_type", "passed", True, False, False),
        Entry("repeated_call", "passed", False, False, False),
        Entry("oversized", "passed", True, True, False),
    ),
    breaks=1,
    probed=2,
    deep_scan=(1, 1),
    upstream=(0, 1, 1, 1),
    families=(Reach.COVERED, Reach.PARTIAL, *[Reach.UNCOVERED] * 6),
    tools=(1, 1, 1),
    incomplete=None,
    checks=(
        Check("TOOLS-07", "must", "failed"),
        Check("TOOLS-12", "must", "passed"),
        Check("TOOLS-13", "should", "failed"),
    ),
    findings=tuple(
        {"rule": "SEC-001", "kind": kind, "severity": severity, "confidence": "high", "new": True}
        for kind in ("defect", "exposure")
        for severity in ("critical", "high", "medium", "low", "info")
    ),
    rules=(True, False),
    others=True,
)
EMPTY = Parts(
    entries=(Entry("unknown_tool", "skipped", True, True, False, "destructive"),),
    breaks=0, probed=0, deep_scan=None, upstream=None, families=(Reach.UNCOVERED,) * 8,
    tools=(0, 0, 0), incomplete=None, checks=(), findings=(), rules=(False,), others=False,
)  # fmt: skip
# They come from the listing, or say how little was looked at.
KNOWN_WITHOUT_A_RUN = {
    "run.total", "run.passed", "run.skipped", "suite.total", "suite.ran", "suite.skipped",
    "conformance.badge", "conformance.tier", "conformance.revision", "conformance.revisions",
}  # fmt: skip
KNOWN_SECTIONS = ("safety.", "coverage.", "latency.")


def test_here_every_fact_has_a_value():
    pool = read_facts(documents(WHOLE), now=NOW)
    assert pool.facts.keys() >= {*FACTS, *MEMBERS}, pool.absences


@pytest.mark.parametrize("name", [*FACTS, *MEMBERS])
def test_a_fact_is_absent_without_its_artifact(name):
    made = documents(WHOLE)
    del made[artifact_of(name).flag]
    pool = read_facts(made, now=NOW)
    assert name not in pool.facts
    assert pool.absence(name) == f"{name} needs {artifact_of(name).flag}, which was not given"


@pytest.mark.parametrize("name", [spec.name for spec in run_report.ARTIFACT.facts])
def test_a_fact_of_a_run_is_absent_without_its_section(name):
    made = documents(WHOLE)
    section = name.partition(".")[0]
    run = made[run_report.FLAG]
    left = {key: value for key, value in run.data.items() if key != section}
    if section == "run":
        left = {key: value for key, value in run.data.items() if key != "summary"}
    try:
        pool = read_facts({**made, run_report.FLAG: run._replace(data=left)}, now=NOW)
    except InputError as error:
        assert section == "run"
        assert "not recognised" in str(error)
    else:
        assert name not in pool.facts
        assert f"there is no '{section}' section" in pool.absence(name)


@pytest.mark.parametrize("name", [*FACTS, *MEMBERS])
def test_a_fact_is_absent_if_nothing_was_looked_at(name):
    """Artifacts of a run in which nothing ran: where a fact is one all the same, it fails."""
    pool = read_facts(documents(EMPTY), now=NOW)
    if name not in KNOWN_WITHOUT_A_RUN and not name.startswith(KNOWN_SECTIONS):
        assert name not in pool.facts or name in GOOD
        assert not (name in GOOD and pool.facts.get(name, (0, 0))[1])


def _without_key(made, flag, *path):
    def without(data, keys):
        key, *rest = keys
        if not rest:
            return {name: value for name, value in data.items() if name != key}
        return {**data, key: without(data[key], rest)}

    return {**made, flag: made[flag]._replace(data=without(made[flag].data, path))}


def removals(made):
    """Every artifact, every part of one, and every field of a part."""
    for flag, document in made.items():
        # Half a run fails also policies that need none: they may do without it.
        if flag != run_report.FLAG or not run_report.why_incomplete(document.data):
            yield {other: kept for other, kept in made.items() if other != flag}
        for key, value in document.data.items():
            yield _without_key(made, flag, key)
            # What a summary leaves out may be zero or not; half of one is a document of its own.
            if isinstance(value, dict) and key != "summary":
                for field in value:
                    yield _without_key(made, flag, key, field)


def whole_runs():
    return settings(max_examples=60, suppress_health_check=list(HealthCheck), deadline=None)


@pytest.mark.parametrize("whole", [WHOLE, EMPTY], ids=["whole", "empty"])
def test_taking_away_any_part_of_an_artifact_makes_no_verdict_better(whole):
    before = documents(whole)
    for after in removals(before):
        never_better(before, after)


@pytest.mark.untraced
@whole_runs()
@given(parts, st.data())
def test_taking_away_a_part_of_an_artifact_never_makes_a_verdict_better(whole, data):
    before = documents(whole)
    never_better(before, data.draw(st.sampled_from(list(removals(before)))))


def smaller(whole):
    """Runs in which something that had passed was not run, or not asked."""
    for number, entry in enumerate(whole.entries):
        rest = whole.entries[:number], whole.entries[number + 1 :]
        if entry.status == "passed":
            yield whole._replace(entries=rest[0] + rest[1])
            for status in ("skipped", "inconclusive"):
                lost = entry._replace(status=status, skip_reason="destructive")
                yield whole._replace(entries=(*rest[0], lost, *rest[1]))
    for number, check in enumerate(whole.checks or ()):
        rest = whole.checks[:number], whole.checks[number + 1 :]
        if check.status == "passed":
            yield whole._replace(checks=rest[0] + rest[1])
            yield whole._replace(checks=(*rest[0], check._replace(status="not_verified"), *rest[1]))
    yield whole._replace(deep_scan=None)
    yield whole._replace(upstream=None)
    yield whole._replace(checks=None)
    yield whole._replace(findings=None)
    yield whole._replace(others=False)
    yield whole._replace(incomplete="the server did not come back")
    if not whole.findings:
        yield whole._replace(rules=(False,) * len(whole.rules))


@pytest.mark.parametrize("whole", [WHOLE, EMPTY], ids=["whole", "empty"])
def test_no_smaller_run_has_a_better_verdict(whole):
    before = documents(whole)
    for less in smaller(whole):
        never_better(before, documents(less))


@pytest.mark.untraced
@whole_runs()
@given(parts, st.data())
def test_a_smaller_run_never_has_a_better_verdict(whole, data):
    less = data.draw(st.sampled_from(list(smaller(whole))))
    never_better(documents(whole), documents(less))


def test_every_artifact_takes_part():
    assert documents(WHOLE).keys() == {artifact.flag for artifact in ARTIFACTS}
    assert failing(documents(WHOLE)) > {"default", "starter", "README", "run.failed max: 0"}
    assert isinstance(read_facts({}, now=NOW), FactPool)
