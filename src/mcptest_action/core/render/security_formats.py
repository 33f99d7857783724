"""The formats of a scan. JUnit XML and SARIF are made here.

JUnit has a case per finding, and one for every rule that found nothing; SARIF has each finding on
its line of the file it is in.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple
from urllib.parse import quote

from junit_xml import TestCase, TestSuite

from mcptest_action.core.checks.security import Finding, Kind, Rule, ScanReport, security_document
from mcptest_action.core.text import for_sarif, for_xml, page
from .gating import EVERY_DEFECT, FindingFilter
from .junit_cases import as_xml, ended_early, fail, numbered, skip
from .report_json import dump
from .sarif_log import Entry, sarif_invocation, sarif_log, sarif_result, sarif_rule
from .security import inventory, quoted, security_markdown, security_pretty
from .security_groups import subject_of, sureness
from .security_known import standing

# The level of SARIF, and the number behind GitHub's own words: critical from 9.0, high from 7.0,
# medium from 4.0.
_GRADE = {
    "critical": ("error", "9.5"),
    "high": ("error", "8.0"),
    "medium": ("warning", "5.5"),
    "low": ("note", "2.5"),
    "info": ("note", "0.5"),
}
# GitHub takes 25,000 results of a run and shows 5,000.
MOST_RESULTS = 5_000
SUITE = "mcptest.security"
# No view of test results is useful beyond this, and some give up long before.
MOST_CASES = 2_000


def security_junit(
    report: ScanReport, gated: FindingFilter = EVERY_DEFECT, kind: str | None = None
) -> str:
    return as_xml([security_suite(report, gated, kind)])


def security_suite(report: ScanReport, gated: FindingFilter, kind: str | None = None) -> TestSuite:
    """The cases. A finding that doesn't gate is shown as skipped, with the reason."""
    findings = [finding for finding in report.findings if _in_full(finding, gated, kind)]
    names = numbered([_name(finding) for finding in findings[:MOST_CASES]])
    cases = [_case(*pair, gated) for pair in zip(findings, names, strict=False)]
    if len(findings) > MOST_CASES:
        cases.append(_rest(findings[MOST_CASES:], gated))
    cases += ended_early(SUITE, report.incomplete)
    cases += _quiet(report, {finding.rule.id for finding in findings}, kind)
    return TestSuite(SUITE, cases, properties={"rules_not_run": str(report.rules_not_run)})


def _in_full(finding: Finding, gated: FindingFilter, kind: str | None) -> bool:
    """An exposure gets a case of its own if it gates, or if the user asked for it."""
    shown = kind or Kind.DEFECT
    return finding.rule.kind == shown or (kind is None and gated.has(finding))


def _name(finding: Finding) -> str:
    return for_xml(f"{finding.rule.id} {subject_of(finding)} {finding.hit.pointer}".rstrip())


def _case(finding: Finding, name: str, gated: FindingFilter) -> TestCase:
    rule, severity = finding.rule, finding.severity
    case = TestCase(name, classname=f"{SUITE}.{rule.kind}.{severity}")
    found = f"{severity}, {sureness(finding)}: {finding.hit.because}"
    # One by one: if they were together, the remedy would be cut.
    parts = [f"{found}."]
    if text := quoted(finding):
        parts.append(f"Text: {text}")
    if said := standing(finding):
        parts.append(f"{said[0].upper()}{said[1:]}.")
    link = page("security-rules.md", rule.id.lower())
    parts.append(f"Remedy: {rule.remedy} See {link}")
    parts.append(f"Fingerprint: {finding.fingerprint}")
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


def security_sarif(
    report: ScanReport,
    file: str,
    lines: Mapping[str, int] | None = None,
    kind: str | None = None,
) -> str:
    """`lines`: the line of the file for each pointer; a missing pointer gets the first line."""
    findings = report.of_kind(kind or Kind.DEFECT)
    shown = findings[:MOST_RESULTS]
    rules = {finding.rule.id: _rule(finding.rule) for finding in shown}
    incomplete = f"The scan is incomplete: {report.incomplete}" if report.incomplete else ""
    left_out = len(findings) - len(shown)
    more = ("warning", f"{left_out} more findings stand in security.json only.")
    return sarif_log(
        list(rules.values()),
        [_result(finding, file, lines or {}) for finding in shown],
        sarif_invocation(incomplete, notes=[more] if left_out else []),
        f"mcptest-security/{quote(report.server.name or 'server', safe='')}/",
    )


def _rule(rule: Rule) -> Entry:
    level, score = _GRADE[rule.severity]
    cwe = (f"external/cwe/cwe-{number}" for number in rule.cwe)
    properties = {
        "tags": ["security", "mcp", rule.kind, *rule.owasp, *cwe],
        "security-severity": score,
    }
    texts, uri = (rule.finds, rule.finds, rule.remedy), page("security-rules.md", rule.id.lower())
    return sarif_rule(f"security/{rule.id}", texts, uri, level, **properties)


def _result(finding: Finding, file: str, lines: Mapping[str, int]) -> Entry:
    hit, new = finding.hit, finding.new
    more: Entry = {} if new is None else {"baselineState": "new" if new else "unchanged"}
    more["properties"] = {
        "severity": finding.severity,
        "confidence": finding.confidence,
        "pointer": for_sarif(hit.pointer),
    }
    rule, text = f"security/{finding.rule.id}", f"{subject_of(finding)}: {hit.because}"
    text += f" ({sureness(finding)})"
    place = (file, lines.get(hit.pointer, 1), 1)
    level, _ = _GRADE[finding.severity]
    return sarif_result(rule, level, text, place, finding.fingerprint, **more)


class SecurityView(NamedTuple):
    """How to show it."""

    kind: str | None
    """Only these findings, and in full."""
    gated: FindingFilter
    """What counts as a failure, for formats that know failures."""
    file: str
    lines: Callable[[], Mapping[str, int]]
    """Where in the file a pointer leads, for formats that point into one."""


SECURITY_FORMATS: Mapping[str, Callable[[ScanReport, SecurityView], str]] = {
    "pretty": lambda report, view: security_pretty(report, view.kind),
    "json": lambda report, _: dump(security_document(report)),
    "markdown": lambda report, view: security_markdown(report, view.kind),
    "junit": lambda report, view: security_junit(report, view.gated, view.kind),
    "sarif": lambda report, view: security_sarif(report, view.file, view.lines(), view.kind),
}
