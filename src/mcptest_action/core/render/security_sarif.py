"""The scan as SARIF: each finding on its line of the file it is in."""

from collections.abc import Mapping
from urllib.parse import quote

from mcptest_action.core.render.escape import for_sarif
from mcptest_action.core.render.links import page
from mcptest_action.core.render.sarif_log import Invocation, SarifResult, SarifRule, sarif_log
from mcptest_action.core.render.security import subject_of
from mcptest_action.core.security.model import Finding, Kind, Rule, Severity
from mcptest_action.core.security.report import ScanReport

_LEVEL = {
    Severity.CRITICAL: "error",
    Severity.HIGH: "error",
    Severity.MEDIUM: "warning",
    Severity.LOW: "note",
    Severity.INFO: "note",
}
# What GitHub makes its own words of: critical from 9.0, high from 7.0, medium from 4.0.
_SCORE = {
    Severity.CRITICAL: "9.5",
    Severity.HIGH: "8.0",
    Severity.MEDIUM: "5.5",
    Severity.LOW: "2.5",
    Severity.INFO: "0.5",
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
    notes = []
    if report.incomplete:
        notes.append(("error", f"The scan is incomplete: {report.incomplete}"))
    if left_out := len(findings) - len(shown):
        notes.append(("warning", f"{left_out} more findings stand in security.json only."))
    return sarif_log(
        list(rules.values()),
        [_result(finding, file, lines or {}) for finding in shown],
        Invocation(not report.incomplete, notes=notes),
        f"mcptest-security/{quote(report.server.name or 'server', safe='')}/",
    )


def _rule(rule: Rule) -> SarifRule:
    cwe = (f"external/cwe/cwe-{number}" for number in rule.cwe)
    return SarifRule(
        f"security/{rule.id}",
        rule.finds,
        rule.finds,
        rule.remedy,
        page("security-rules.md", rule.id.lower()),
        _LEVEL[rule.severity],
        ("security", "mcp", rule.kind, *rule.owasp, *cwe),
        {"security-severity": _SCORE[rule.severity]},
    )


def _result(finding: Finding, file: str, lines: Mapping[str, int]) -> SarifResult:
    hit, new = finding.hit, finding.new
    state = {} if new is None else {"baselineState": "new" if new else "unchanged"}
    properties = {
        "severity": finding.severity,
        "confidence": finding.confidence,
        "pointer": for_sarif(hit.pointer),
    }
    return SarifResult(
        f"security/{finding.rule.id}",
        _LEVEL[finding.severity],
        f"{subject_of(finding)}: {hit.because}",
        file,
        finding.fingerprint,
        lines.get(hit.pointer, 1),
        more={**state, "properties": properties},
    )
