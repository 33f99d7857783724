"""Each cause is ruled on once: which check or finding refers to which other one."""

from datetime import UTC, datetime

import pytest
from security import surface

from mcptest_action.core.checks.conformance.catalogue import CHECKS
from mcptest_action.core.checks.conformance.model import Level
from mcptest_action.core.checks.conformance.same_cause import SAME_CAUSE, explained
from mcptest_action.core.checks.probes import PROBES, TRACES
from mcptest_action.core.checks.results import RULES_ON_PROBE, Status, failed, passed
from mcptest_action.core.checks.security.catalogue import RULES
from mcptest_action.core.checks.security.document import security_document
from mcptest_action.core.checks.security.model import Hit, Severity, Subject, scan_input_of
from mcptest_action.core.checks.security.report import Scanned, scan_report
from mcptest_action.core.checks.security.rules.prb_leaks import _DATABASE
from mcptest_action.core.checks.security.same_cause import _RULED_BY, parted
from mcptest_action.core.checks.security.scan import _finding
from mcptest_action.core.facts import run_report, security
from mcptest_action.core.facts.model import Document
from mcptest_action.core.render.security import security_markdown, security_pretty
from mcptest_action.core.text.errors import InputError

LEVELS = {check.id: check.level for check in CHECKS}
RULE = {rule.id: rule for rule in RULES}


def test_the_tables_name_what_there_is():
    assert set(SAME_CAUSE) | set(SAME_CAUSE.values()) <= LEVELS.keys()
    assert not set(SAME_CAUSE) & set(SAME_CAUSE.values()), "nobody refers to who refers on"
    assert RULES_ON_PROBE.keys() <= {probe.id for probe in PROBES}
    assert set(RULES_ON_PROBE.values()) <= LEVELS.keys()
    assert {name.partition(" ")[0] for name in _RULED_BY} <= RULE.keys()


@pytest.mark.parametrize("rule", ["NET-001", "NET-002", "NET-003"])
def test_levels_agree_wherever_a_finding_may_have_to_stand_for_itself(rule):
    wanted = {Level.MUST: Severity.HIGH, Level.SHOULD: Severity.MEDIUM}
    assert {wanted[LEVELS[check]] for check in _RULED_BY[rule]} == {RULE[rule].severity}


def test_a_failure_that_another_one_explains_is_not_verified():
    found = explained("HTTP-05", failed("served"), {"HTTP-04", "HTTP-05"})
    assert (found.status, found.because) == (
        Status.INCONCLUSIVE,
        "see HTTP-04, which has the same cause",
    )
    assert explained("HTTP-05", failed("served"), {"HTTP-05"}).status is Status.FAILED
    assert explained("HTTP-05", passed("x"), {"HTTP-04"}).status is Status.PASSED
    assert explained("HTTP-04", failed("x"), {"HTTP-04"}).status is Status.FAILED


@pytest.mark.parametrize(("check", "cause"), [("BASE-10", "BASE-02"), ("LOGG-01", "LIFE-12")])
def test_what_a_broken_id_method_or_capability_entails_is_not_counted_again(check, cause):
    assert explained(check, failed("x"), {check, cause}).status is Status.INCONCLUSIVE
    assert explained(check, failed("x"), {check}).status is Status.FAILED


def finding(rule, snippet="Origin"):
    return _finding(RULE[rule], Hit(Subject("endpoint", "http://x"), "", snippet, "served"))


def inputs(checks=(), tests=()):
    run = {"tests": [{"check": name, "status": "failed"} for name in tests] + ["?"]}
    rows = [{"id": name, "status": "failed"} for name in checks]
    return scan_input_of(surface())._replace(run=run, conformance={"checks": rows})


def test_what_others_have_failed_for_is_referred_to():
    found = [finding("NET-001"), finding("NET-004", "HTTP-10"), finding("PRB-006", "wrong_type")]
    own, referred = parted(found, inputs(["HTTP-05", "TOOLS-12"], ["wrong_type"]))
    assert own == (found[1],)
    assert referred == ((found[0], "HTTP-05"), (found[2], "TOOLS-12"))


def test_where_nobody_else_has_ruled_a_finding_stands_for_itself():
    found = (finding("NET-001"), finding("PRB-006", "oversized"), finding("NET-003", "http:"))
    assert parted(found, inputs()) == (found, ())
    assert parted(found, scan_input_of(surface())) == (found, ())
    odd = inputs()._replace(run={"tests": "?"})
    assert parted(found, odd) == (found, ())
    assert parted(found, inputs(tests=["oversized"]))[1] == ((found[1], "oversized"),)


def test_a_probe_rules_only_on_what_it_looks_for():
    trace, database = finding("PRB-005", TRACES[0].what), finding("PRB-005", _DATABASE.what)
    own, referred = parted((trace, database), inputs(tests=["error_leaks_internals"]))
    assert own == (database,)
    assert referred == ((trace, "error_leaks_internals"),)


@pytest.mark.parametrize(("see", "own"), [("TOOLS-07", 0), ("", 1), (None, 1), (7, 1)])
def test_who_refers_names_a_check(see, own):
    summary = {"total": 1, "passed": 0, "failed": 1, "skipped": 0, "inconclusive": 0}
    tests = [{"id": "a", "status": "failed", "see": see}]
    document = Document("run.json", {"summary": summary, "tests": tests})
    assert run_report.read(document, datetime(2026, 1, 1, tzinfo=UTC))["run.own_failures"] == own
    assert len(run_report.names_in(document).get("run.own_failures", ())) == own


def test_what_is_referred_to_is_shown_and_no_cause_of_its_own():
    found = Scanned(inputs(["HTTP-04"]), (RULE["NET-001"],), (finding("NET-001"),))
    report = scan_report(found)
    document = security_document(report)
    assert (document["total_findings"], document["findings"]) == (1, [])
    assert {name: n for name, n in document["counts"].items() if n} == {"high": 1}
    for name in ("defect", "exposure", "confident"):
        assert sum(document[f"{name}_counts"].values()) == 0
    assert [(each["see"], each["rule"]) for each in document["referred"]] == [
        ("HTTP-04", "NET-001")
    ]
    assert "see       HTTP-04: NET-001, 1 finding, counted there" in security_pretty(report)
    assert "- see HTTP-04: NET-001" in security_markdown(report)


def facts_of(data):
    document = Document("security.json", data)
    return security.read(document, datetime(2026, 1, 1, tzinfo=UTC)), security.names(document)


def test_who_counts_only_severities_still_hears_of_what_others_rule_on():
    both = (finding("NET-001"), finding("NET-002"))
    scan = security_document(scan_report(Scanned(inputs(["HTTP-04"]), RULES, both)))
    facts, names = facts_of({**scan, "scanned": {"tools": 1}})
    assert (facts["security.high_count"], facts["security.medium_count"]) == (1, 1)
    assert facts["security.total_findings"] == 2
    assert (facts["security.defect_high"], facts["security.defect_medium"]) == (0, 1)
    assert facts["security.confident_high"] == 0
    assert names["security.high_count"][0].endswith("(see HTTP-04)")
    assert len(names["security.total_findings"]) == 2
    assert "security.defect_high" not in names


HIGH = {"rule": "NET-001", "severity": "high", "see": "HTTP-04"}


@pytest.mark.parametrize(
    ("data", "because"),
    [
        ({"counts": {"high": 0}, "referred": [HIGH]}, "findings and referred (high) holds 1"),
        ({"total_findings": 0, "referred": [HIGH]}, "but findings and referred holds 1"),
        ({"counts": {"high": 2}, "referred": [HIGH, {}, {}]}, "but findings and referred holds 3"),
        ({"counts": {"low": 2}, "referred": [HIGH, {}]}, "counts.high is 0, but findings and"),
        ({"referred": {}}, "referred is not a list"),
        ({"referred": ["?"]}, "referred[0] is not an object"),
        ({"referred": [{"severity": "grave"}]}, "referred[0].severity is 'grave'"),
    ],
)
def test_counts_that_leave_out_what_is_referred_contradict_the_lists(data, because):
    with pytest.raises(InputError) as caught:
        facts_of({"findings": [], **data})
    assert because in str(caught.value)


def test_a_file_that_refers_to_nobody_is_counted_as_it_is():
    facts, names = facts_of({"findings": [{"severity": "high"}], "referred": None})
    assert (facts["security.high_count"], facts["security.total_findings"]) == (1, 1)
    assert names == {}
