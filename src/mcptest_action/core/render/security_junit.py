"""The scan as JUnit XML: a case per finding, and one for every rule that found nothing."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from junit_xml import TestCase, TestSuite

from mcptest_action.core.checks.security import Finding, Kind, ScanReport
from mcptest_action.core.text import for_xml, page
from .gating import EVERY_DEFECT, FindingFilter
from .junit_cases import as_xml, ended_early, fail, numbered, skip
from .security import inventory, quoted, subject_of

SUITE = "mcptest.security"
# No view of test results is of use beyond this, and some give up long before.
MOST_CASES = 2_000


def security_junit(
    report: ScanReport, gated: FindingFilter = EVERY_DEFECT, kind: str | None = None
) -> str:
    return as_xml([security_suite(report, gated, kind)])


def security_suite(report: ScanReport, gated: FindingFilter, kind: str | None = None) -> TestSuite:
    """The cases. A finding that gates nothing is shown as skipped, with the reason."""
    findings = [finding for finding in report.findings if _in_full(finding, gated, kind)]
    names = numbered([_name(finding) for finding in findings[:MOST_CASES]])
    cases = [_case(*pair, gated) for pair in zip(findings, names, strict=False)]
    if len(findings) > MOST_CASES:
        cases.append(_rest(findings[MOST_CASES:], gated))
    cases += ended_early(SUITE, report.incomplete)
    cases += _quiet(report, {finding.rule.id for finding in findings}, kind)
    return TestSuite(SUITE, cases, properties={"rules_not_run": str(report.rules_not_run)})


def _in_full(finding: Finding, gated: FindingFilter, kind: str | None) -> bool:
    """An exposure is a case of its own where it gates, or where it was asked for."""
    shown = kind or Kind.DEFECT
    return finding.rule.kind == shown or (kind is None and gated.has(finding))


def _name(finding: Finding) -> str:
    return for_xml(f"{finding.rule.id} {subject_of(finding)} {finding.hit.pointer}".rstrip())


def _case(finding: Finding, name: str, gated: FindingFilter) -> TestCase:
    rule, severity = finding.rule, finding.severity
    case = TestCase(name, classname=f"{SUITE}.{rule.kind}.{severity}")
    found = f"{severity}: {finding.hit.because}"
    # One by one: of all of it together, the remedy would be cut.
    parts = [f"{found}."]
    if text := quoted(finding):
        parts.append(f"Text: {text}")
    link = page("security-rules.md", rule.id.lower())
    parts.append(f"Remedy: {rule.remedy} See {link}")
    output = " ".join(map(for_xml, parts))
    if why_not := gated.why_not(finding):
        skip(case, for_xml(f"found, but {why_not}: {found}"), output)
    else:
        case.add_failure_info(for_xml(found), output, failure_type=severity)
    return case


def _rest(findings: Sequence[Finding], gated: FindingFilter) -> TestCase:
    case = TestCase(f"{len(findings)} more findings", classname=SUITE)
    text = f"{len(findings)} more findings, see security.json"
    if any(map(gated.has, findings)):
        fail(case, text, "more")
    else:
        skip(case, text)
    return case


def _quiet(report: ScanReport, told: AbstractSet[str], kind: str | None) -> Iterator[TestCase]:
    """The rules without a finding above: they found nothing, inventory only, or did not run."""
    times = {row.rule.id: row.times for row in inventory(report)}
    for rule in report.rules:
        if rule.id in told or (kind is not None and rule.kind != kind):
            continue
        case = TestCase(rule.id, classname=f"{SUITE}.{rule.kind}.{rule.severity}")
        if because := report.why_not_run(rule):
            skip(case, for_xml(f"not run: {because}"))
        elif rule.id in times:
            found = f"{times[rule.id]} of this kind of {Kind.EXPOSURE}: {rule.finds}"
            case.stdout = for_xml(found)
        else:
            case.stdout = "found nothing"
        yield case
