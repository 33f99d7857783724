"""The scan as SARIF: each finding on its line of the file it is in."""

from collections.abc import Mapping
from urllib.parse import quote

from mcptest_action.core.checks.security import Finding, Kind, Rule, ScanReport, Severity
from mcptest_action.core.text import for_sarif, page
from .sarif_log import Entry, sarif_invocation, sarif_log, sarif_result, sarif_rule
from .security import subject_of

# The level of SARIF, and what GitHub makes its own words of: critical from 9.0, high from 7.0,
# medium from 4.0.
_GRADE = {
    Severity.CRITICAL: ("error", "9.5"),
    Severity.HIGH: ("error", "8.0"),
    Severity.MEDIUM: ("warning", "5.5"),
    Severity.LOW: ("note", "2.5"),
    Severity.INFO: ("note", "0.5"),
}
# GitHub takes 25,000 results of a run and shows 5,000.
MOST_RESULTS = 5_000


def security_sarif(
    report: ScanReport,
    file: str,
    lines: Mapping[str, int] | None = None,
    kind: str | None = None,
) -> str:
    """`lines`: on which line of the file each pointer leads; where it says nothing, the first."""
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
    place = (file, lines.get(hit.pointer, 1), 1)
    level, _ = _GRADE[finding.severity]
    return sarif_result(rule, level, text, place, finding.fingerprint, **more)
