"""The scan for a terminal: what to mend, and what to know."""

from collections.abc import Iterator, Sequence

from mcptest_action.core.policy.wording import names_in_words, plural
from mcptest_action.core.render.escape import for_terminal, inert
from mcptest_action.core.render.security_rows import (
    compared,
    inventory,
    looked_at,
    not_run,
    quoted,
    subject_of,
    tally,
)
from mcptest_action.core.security.model import Finding, Kind
from mcptest_action.core.security.report import ScanReport

MOST = 100
_WORD = 8


def security_pretty(report: ScanReport, kind: str | None = None) -> str:
    """Defects in full and exposures in sum; with a kind, that one in full and nothing else."""
    return "\n".join(inert(line) for line in _lines(report, kind)) + "\n"


def _lines(report: ScanReport, kind: str | None) -> Iterator[str]:
    yield f"security: {tally(report)}"
    yield f"  {'scanned':<{_WORD}}  {for_terminal(looked_at(report))}"
    if report.incomplete:
        yield f"  incomplete: {for_terminal(report.incomplete)}"
    yield from _in_full(report.of_kind(kind or Kind.DEFECT))
    if kind is None:
        for row in inventory(report):
            names = for_terminal(names_in_words(row.subjects))
            head = f"{row.severity:<{_WORD}}  {row.rule.id}  {plural(row.times, Kind.EXPOSURE)}"
            yield f"  {head}: {for_terminal(row.rule.finds)} ({names})"
    for because, rules in not_run(report):
        listed = f"{plural(len(rules), 'rule')}: {for_terminal(because)} ({', '.join(rules)})"
        yield f"  {'not run':<{_WORD}}  {for_terminal(listed)}"
    yield from (f"  {'baseline':<{_WORD}}  {for_terminal(line)}" for line in compared(report))


def _in_full(findings: Sequence[Finding]) -> Iterator[str]:
    remedied = set()
    for finding in findings[:MOST]:
        rule, hit = finding.rule, finding.hit
        new = "  new" if finding.new else ""
        where = f"  {for_terminal(hit.pointer)}" if hit.pointer else ""
        subject = for_terminal(subject_of(finding))
        yield f"  {finding.severity:<{_WORD}}  {rule.id}  {subject}{where}{new}"
        yield f"  {'':<{_WORD}}    found: {for_terminal(hit.because)}"
        if text := quoted(finding):
            yield f"  {'':<{_WORD}}    text: {for_terminal(text)}"
        if rule.id not in remedied:  # once is enough
            remedied.add(rule.id)
            yield f"  {'':<{_WORD}}    remedy: {for_terminal(rule.remedy)}"
    if len(findings) > MOST:
        yield f"  {'…':<{_WORD}}  {len(findings) - MOST} more, see --format json"
