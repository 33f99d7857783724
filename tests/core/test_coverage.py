"""Fault coverage: what ran everywhere is covered, and nothing else."""

import json

import pytest
from conftest import ROOT
from jsonschema import Draft202012Validator
from pure_server import VERSION, PureServer, manifest_of, run_everything

from mcptest_action.core.checks.conformance.catalogue import CHECKS
from mcptest_action.core.checks.conformance.model import Level
from mcptest_action.core.checks.conformance.report import CheckRow
from mcptest_action.core.checks.coverage.document import coverage_document
from mcptest_action.core.checks.coverage.exercises import (
    WITHOUT_TOOLS,
    exercises_of_exam,
    exercises_of_run,
    exercises_of_scan,
    exercises_of_suites,
    family_of,
)
from mcptest_action.core.checks.coverage.families import KNOWN, OUT_OF_REACH, coverage_of
from mcptest_action.core.checks.coverage.families import families_of as in_families
from mcptest_action.core.checks.probes.catalogue import CHECKS as PROBES
from mcptest_action.core.checks.results.faults import Exercise, Family, Fate, Reach
from mcptest_action.core.checks.results.ruling import Ruling, Status, not_applicable
from mcptest_action.core.checks.results.tests import BadRequest, CaseResult
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.checks.run.ended import Ended
from mcptest_action.core.checks.run.rebuild import rebuild
from mcptest_action.core.checks.security.catalogue import RULES
from mcptest_action.core.checks.security.model import Kind, Phase
from mcptest_action.core.checks.suite.load import load_suite
from mcptest_action.core.protocol.exchange import CallTool, RpcError
from mcptest_action.core.protocol.surface.collect import NO_TOOLS
from mcptest_action.core.render.coverage import coverage_markdown, coverage_pretty
from mcptest_action.core.safety.decide import Calls, ExecutionPolicy

SCHEMA = json.loads((ROOT / "src/mcptest_action/schemas/run.schema.json").read_text())
READER = {
    "name": "read",
    "annotations": {"readOnlyHint": True},
    "inputSchema": {
        "type": "object",
        "properties": {"n": {"type": "integer", "minimum": 1}, "q": {"type": "string"}},
        "required": ["n", "q"],
        "additionalProperties": False,
    },
}


def run_of(manifest=None, config=None, spoil=lambda _step, _key: None):
    config = config or RunConfig()
    server = PureServer(manifest, spoil=spoil)
    run_everything(server, config)
    return rebuild(server.exchanges, config, VERSION)


def families_of(exercises):
    return {row.family: row for row in in_families(exercises)}


def schema_family(*fates):
    """The schema family, with one fault that fared like this."""
    return families_of([Exercise("schema", "F", fate, "why") for fate in fates])["schema"]


@pytest.mark.parametrize(
    ("fates", "reach"),
    [
        ((Fate.RAN,), Reach.COVERED),
        ((Fate.RAN, Fate.NOT_APPLICABLE), Reach.COVERED),
        ((Fate.RAN, Fate.NOT_RUN), Reach.PARTIAL),
        ((Fate.NOT_RUN,), Reach.UNCOVERED),
        ((Fate.NOT_RUN, Fate.NOT_APPLICABLE), Reach.UNCOVERED),
        ((Fate.NOT_APPLICABLE,), Reach.NOT_APPLICABLE),
        ((), Reach.UNCOVERED),
    ],
)
def test_a_family_is_covered_where_its_fault_was_looked_for(fates, reach):
    assert schema_family(*fates).reach is reach


def test_each_family_says_why():
    assert schema_family(Fate.RAN, Fate.RAN).because == (
        "1 of 1 kinds of fault looked for wherever they apply"
    )
    assert schema_family(Fate.RAN, Fate.NOT_RUN).because == (
        "0 of 1 kinds of fault looked for wherever they apply; F in 1 of 2 places (why)"
    )
    assert schema_family(Fate.NOT_RUN).because == (
        "0 of 1 kinds of fault looked for wherever they apply; F not at all (why)"
    )
    assert schema_family(Fate.NOT_APPLICABLE).because == "why"
    assert schema_family().because == "nothing in this run looks for such faults"
    silent = families_of([Exercise("schema", "F", Fate.NOT_APPLICABLE)])["schema"]
    assert silent.because == "there is nothing that it could be looked for in"


def test_only_the_first_gaps_are_named_and_a_long_reason_is_cut():
    many = [Exercise("state", f"F{n}", Fate.NOT_RUN, "x" * 200) for n in range(5)]
    because = families_of(many)["state"].because
    assert because.count("not at all") == 3
    assert because.endswith("; and 2 more")
    assert f"({'x' * 80}…)" in because


def test_the_faults_of_a_family_stand_in_one_list_each():
    row = families_of(
        [
            Exercise("state", "A", Fate.RAN),
            Exercise("state", "B", Fate.RAN),
            Exercise("state", "B", Fate.NOT_RUN, "why"),
            Exercise("state", "C", Fate.NOT_RUN, "why"),
            Exercise("state", "D", Fate.NOT_APPLICABLE, "why"),
        ]
    )["state"]
    assert (row.ran, row.partly, row.not_run, row.not_applicable) == (
        ("A",), ("B",), ("C",), ("D",),
    )  # fmt: skip
    assert row.reach is Reach.PARTIAL


@pytest.mark.parametrize("family", list(OUT_OF_REACH))
def test_what_nothing_here_can_bring_about_is_never_covered(family):
    for fate, reach in (
        (Fate.RAN, Reach.PARTIAL),
        (Fate.NOT_RUN, Reach.UNCOVERED),
        (Fate.NOT_APPLICABLE, Reach.UNCOVERED),
    ):
        row = families_of([Exercise(family, "F", fate, "why")])[family]
        assert row.reach is reach
        assert row.because.endswith(OUT_OF_REACH[family])


def test_every_probe_has_a_family_that_is_reported():
    assert {str(probe.family) for probe in PROBES} <= set(Family)


def test_a_run_on_a_tool_that_may_be_called_covers_the_schema_family():
    rows = families_of(exercises_of_run(run_of(manifest_of(READER))))
    assert rows["schema"].reach is Reach.COVERED
    assert rows["timeout"].reach is Reach.COVERED
    assert rows["provider"].reach is Reach.UNCOVERED
    assert rows["tool"].reach is Reach.PARTIAL  # the deep scan has to be asked for
    assert "the deep scan is off" in rows["tool"].because


def test_the_deep_scan_counts_when_it_ran():
    config = RunConfig(deep_scan=True)
    one = {**READER, "inputSchema": {"type": "object", "properties": {}}}
    rows = families_of(exercises_of_run(run_of(manifest_of(one), config)))
    assert "FAULT-TOOL-REJECTS-OWN-SCHEMA" in rows["tool"].ran


def test_a_deep_scan_that_a_service_kept_from_its_work_has_not_looked():
    one = {**READER, "inputSchema": {"type": "object", "properties": {}}}

    def spoil(step, _key):
        return RpcError(-32603, "fetch failed") if isinstance(step, CallTool) else None

    run = run_of(manifest_of(one), RunConfig(deep_scan=True), spoil)
    rows = families_of(exercises_of_run(run))
    assert "FAULT-TOOL-REJECTS-OWN-SCHEMA" not in rows["tool"].ran
    assert "service_unreachable" in rows["tool"].because


def test_a_tool_that_is_held_back_leaves_the_family_partial():
    rows = families_of(exercises_of_run(run_of(manifest_of(READER, {**READER, "name": "wipe",
        "annotations": {"destructiveHint": True}}))))  # fmt: skip
    assert rows["schema"].reach is Reach.PARTIAL
    assert "FAULT-SCHEMA-MISSING-REQUIRED in 1 of 2 places (destructive)" in rows["schema"].because


def test_a_probe_or_a_tool_that_was_left_out_is_not_covered():
    other = {**READER, "name": "other"}
    for config in (RunConfig(skip=("wrong_type",)), RunConfig(skip=("other",))):
        rows = families_of(exercises_of_run(run_of(manifest_of(READER, other), config)))
        assert rows["schema"].reach is Reach.PARTIAL
        assert "left out" in rows["schema"].because


def test_without_calls_no_family_of_calls_is_covered():
    config = RunConfig(execution=ExecutionPolicy(calls=Calls.NONE))
    rows = families_of(exercises_of_run(run_of(manifest_of(READER), config)))
    for family in ("schema", "timeout"):
        assert rows[family].reach is Reach.UNCOVERED
        assert "calls_off" in rows[family].because


def test_a_server_without_tools_cannot_have_their_faults():
    run = run_of(manifest_of(READER))
    bare = run._replace(plan=(), record=run.record._replace(results=(), ended=Ended(NO_TOOLS)))
    rows = families_of(exercises_of_run(bare))
    assert rows["schema"].reach is Reach.NOT_APPLICABLE
    assert rows["schema"].because == WITHOUT_TOOLS
    cut = bare._replace(record=bare.record._replace(ended=Ended("it hung")))
    rows = families_of(exercises_of_run(cut))
    assert rows["schema"].reach is Reach.UNCOVERED
    assert "(it hung)" in rows["schema"].because


def rows_of(status):
    return [CheckRow(check, status, "said why", {}) for check in CHECKS]


def test_checks_of_conformance_count_by_what_became_of_them():
    fates = {
        Status.PASSED: Fate.RAN,
        Status.FAILED: Fate.RAN,
        Status.SKIPPED: Fate.NOT_APPLICABLE,
        Status.INCONCLUSIVE: Fate.NOT_RUN,
    }
    for status in Status:
        exercises = list(exercises_of_exam(rows_of(status)))
        assert {exercise.fate for exercise in exercises} == {fates[status]}
        assert {e.why for e in exercises} == {"" if fates[status] is Fate.RAN else "said why"}


def test_what_is_only_recorded_covers_nothing():
    counted = {exercise.fault for exercise in exercises_of_exam(rows_of(Status.PASSED))}
    assert counted == {check.id for check in CHECKS if check.level is not Level.INFO}


def test_checks_of_conformance_have_a_family():
    assert family_of("AUTH-01") is family_of("HTTP-04") is Family.SECURITY
    assert family_of("TOOLS-07") is Family.TOOL
    assert family_of("TOOLS-11") is Family.SCHEMA
    assert family_of("LIFE-01") is Family.PROTOCOL


def test_the_document_keeps_the_schema_and_adds_up():
    document = coverage_document(coverage_of(exercises_of_run(run_of())))
    section = {**SCHEMA["properties"]["coverage"], "$defs": SCHEMA["$defs"]}
    Draft202012Validator(section).validate(document)
    assert sum(document[reach] for reach in Reach) == len(Family)
    assert [row["family"] for row in document["families"]] == list(Family)
    for row in document["families"]:
        assert document[row["family"]] == row["coverage"]


def test_reports_escape_what_a_server_made_up():
    hostile = [Exercise("state", "F", Fate.NOT_RUN, "\x1b[31m|<b>\n::error::x")]
    coverage = coverage_of(hostile)
    assert "\x1b" not in coverage_pretty(coverage)
    shown = coverage_markdown(coverage)
    assert "<b>" not in shown
    assert len(shown.splitlines()) == 6 + len(Family)


def test_reports_show_every_family_and_count_what_occurred():
    coverage = coverage_of([Exercise(family, fault, Fate.RAN) for family, fault in KNOWN[:-1]])
    pretty = coverage_pretty(coverage).splitlines()
    assert pretty[0] == "fault coverage: 5 covered, 1 partial, 2 uncovered"
    assert pretty[2].split()[:2] == ["partial", "tool"]
    kinds = sum(family == "schema" for family, _ in KNOWN)
    said = f"covered schema {kinds} of {kinds} kinds of fault looked for wherever they apply"
    assert pretty[3].split() == said.split()
    assert "| ✅ covered | state |" in coverage_markdown(coverage)
    assert "not applicable" not in coverage_pretty(coverage)


def test_a_known_fault_that_nobody_tries_counts_as_not_looked_for():
    tried = [Exercise("schema", "FAULT-SCHEMA-TYPE-MISMATCH", Fate.RAN)]
    document = coverage_document(coverage_of(tried))
    (schema,) = (row for row in document["families"] if row["family"] == "schema")
    assert schema["coverage"] == "partial"
    assert schema["ran"] == ["FAULT-SCHEMA-TYPE-MISMATCH"]
    assert "FAULT-SCHEMA-MISSING-REQUIRED" in schema["not_run"]
    assert {fault for _, fault in KNOWN} >= {probe.fault for probe in PROBES}


def case_result(text, status=Status.PASSED, bad_requests=(), **more):
    (case,) = load_suite(text, "s", {}).cases
    return CaseResult("id", "s", case._replace(**more), Ruling(status, "why"), bad_requests)


CASE = "tools:\n  - name: one\n    tool: x\n"


def test_a_test_of_a_suite_looks_for_faults_of_its_kind():
    assert list(exercises_of_suites([case_result(CASE)])) == [
        Exercise("tool", "SUITE-TOOL", Fate.RAN)
    ]
    skipped = case_result(CASE, Status.SKIPPED)
    assert list(exercises_of_suites([skipped])) == [
        Exercise("tool", "SUITE-TOOL", Fate.NOT_RUN, "skipped")
    ]
    prompt = case_result("prompts: [{name: one, prompt: x}]")
    assert list(exercises_of_suites([prompt])) == [Exercise("protocol", "SUITE-PROTOCOL", Fate.RAN)]
    assert list(exercises_of_suites([case_result(CASE, elsewhere=True)])) == []


def test_a_tag_says_which_faults_a_test_looks_for():
    tagged = case_result(f"{CASE}    tags: ['fault:provider', 'fault:security', 'fault:x', y]\n")
    found = families_of(exercises_of_suites([tagged]))
    assert found["provider"].reach is found["security"].reach is Reach.PARTIAL
    assert found["tool"].reach is Reach.UNCOVERED


def test_the_bad_requests_of_a_test_look_for_theirs():
    made = (
        BadRequest("wrong_type", "FAULT-SCHEMA-TYPE-MISMATCH", Ruling(Status.FAILED, "")),
        BadRequest("unknown_tool", "FAULT-PROTO-UNKNOWN-METHOD", not_applicable("none")),
    )
    alone = case_result(f"{CASE}    negative_path: {{}}\n", bad_requests=made)
    expected = [
        Exercise("schema", "FAULT-SCHEMA-TYPE-MISMATCH", Fate.RAN),
        Exercise("protocol", "FAULT-PROTO-UNKNOWN-METHOD", Fate.NOT_APPLICABLE, "none"),
    ]
    assert list(exercises_of_suites([alone])) == expected
    both = f"{CASE}    negative_path: {{}}\n    expect: [{{target: result, exists: true}}]\n"
    assert list(exercises_of_suites([case_result(both, bad_requests=made)]))[1:] == expected


def test_a_run_without_probes_says_nothing_about_them():
    run = run_of(manifest_of(READER))
    assert list(exercises_of_run(run._replace(config=run.config._replace(probing=False)))) == []


def test_the_scan_looks_for_what_its_rules_find_and_inventory_is_no_fault():
    surface = run_of(manifest_of(READER)).surface
    exercises = list(exercises_of_scan(RULES, {Phase.SURFACE, Phase.PROBE}, surface))
    toolless = surface._replace(problems=(NO_TOOLS,))
    assert list(exercises_of_scan(RULES, {Phase.SURFACE, Phase.PROBE}, toolless)) == exercises
    fates = {exercise.fault: exercise.fate for exercise in exercises}
    assert fates.keys() == {rule.id for rule in RULES if rule.kind is Kind.DEFECT}
    missed = {name for name, fate in fates.items() if fate is Fate.NOT_RUN}
    assert missed == {rule.id for rule in RULES if rule.phase is Phase.TRANSPORT}
    security = {row.family: row for row in in_families(exercises)}[Family.SECURITY]
    assert security.reach is Reach.PARTIAL
    assert "what it looks at was not asked for" in security.because


def test_a_scan_of_what_could_not_be_listed_has_looked_for_nothing():
    surface = run_of(manifest_of(READER)).surface._replace(problems=(NO_TOOLS, "prompts: no"))
    exercises = list(exercises_of_scan(RULES, set(Phase), surface))
    assert {exercise.fate for exercise in exercises} == {Fate.NOT_RUN}
    security = {row.family: row for row in in_families(exercises)}[Family.SECURITY]
    assert security.reach is Reach.UNCOVERED
    assert "not everything could be listed" in security.because
