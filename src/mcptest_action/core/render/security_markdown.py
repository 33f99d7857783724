"""The scan as Markdown: a table of what to mend, the worst first, the rest in numbers."""

from collections.abc import Iterator

from mcptest_action.core.policy.wording import names_in_words
from mcptest_action.core.render.escape import for_markdown
from mcptest_action.core.render.links import page
from mcptest_action.core.render.markdown_table import table
from mcptest_action.core.render.security_rows import (
    Inventory,
    compared,
    inventory,
    looked_at,
    not_run,
    quoted,
    subject_of,
    tally,
)
from mcptest_action.core.security.model import Finding, Kind, Rule, Severity
from mcptest_action.core.security.report import ScanReport

_MARK = {
    Severity.CRITICAL: "❌",
    Severity.HIGH: "❌",
    Severity.MEDIUM: "⚠️",
    Severity.LOW: "🔹",
    Severity.INFO: "🔹",
}
_FILE = "security.json"


def security_markdown(report: ScanReport, kind: str | None = None) -> str:
    return "\n".join(_lines(report, kind)) + "\n"


def _lines(report: ScanReport, kind: str | None) -> Iterator[str]:
    yield from (f"### Security: {tally(report)}", "", for_markdown(looked_at(report)))
    if report.incomplete:
        yield from ("", f"- ❌ incomplete: {for_markdown(report.incomplete)}")
    rows = [_row(finding) for finding in report.of_kind(kind or Kind.DEFECT)]
    yield from table("| Severity | Rule | Where | Found | Remedy |", rows, _FILE)
    if kind is None:
        rows = [_exposure(row) for row in inventory(report)]
        yield from table("| Exposure | Rule | Times | What | Of |", rows, _FILE)
    for because, rules in not_run(report):
        yield from ("", f"- not run: {for_markdown(', '.join(rules))}: {for_markdown(because)}")
    for line in compared(report):
        yield from ("", f"- {for_markdown(line)}")


def _row(finding: Finding) -> str:
    hit, text = finding.hit, quoted(finding)
    found = f"{hit.because}: {text}" if text else hit.because
    texts = (f"{subject_of(finding)} {hit.pointer}", found, finding.rule.remedy)
    cells = " | ".join(map(for_markdown, texts))
    new = " (new)" if finding.new else ""
    mark = _MARK[finding.severity]
    return f"| {mark} {finding.severity}{new} | {_link(finding.rule)} | {cells} |"


def _exposure(row: Inventory) -> str:
    what = f"{for_markdown(row.rule.finds)} | {for_markdown(names_in_words(row.subjects))}"
    return f"| {row.severity} | {_link(row.rule)} | {row.times} | {what} |"


def _link(rule: Rule) -> str:
    return f"[{rule.id}]({page('security-rules.md', rule.id.lower())})"
