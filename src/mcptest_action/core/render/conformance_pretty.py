"""Conformance for a terminal: the badge, what failed and why, and how much did not."""

from collections.abc import Iterator

from mcptest_action.core.conformance.model import Status
from mcptest_action.core.conformance.report import ConformanceReport
from mcptest_action.core.render.conformance_rows import (
    badge_in_words,
    by_importance,
    expectations,
    failures,
    link_of,
    reservations,
    spoken,
    tally,
    where_found,
)
from mcptest_action.core.render.escape import for_terminal, inert

_WORD = 6


def conformance_pretty(report: ConformanceReport, *, verbose: bool = False) -> str:
    return "\n".join(inert(line) for line in _lines(report, verbose)) + "\n"


def _lines(report: ConformanceReport, verbose: bool) -> Iterator[str]:
    yield f"conformance: {badge_in_words(report)}  ({tally(report)})"
    yield f"  revisions  {spoken(report)}, over {report.transport}"
    for word, text in reservations(report):
        yield f"  {word:<9}  {for_terminal(text)}"
    for row in failures(report):
        check = row.check
        yield f"  {check.level:<{_WORD}}  {check.id}  {for_terminal(check.expects)}"
        yield f"  {'':<{_WORD}}    found: {for_terminal(row.because)} ({where_found(row)})"
        yield f"  {'':<{_WORD}}    remedy: {for_terminal(check.remedy)}"
        yield f"  {'':<{_WORD}}    spec: {link_of(row)}"
    if verbose:
        for row in by_importance(report):
            if row.status is not Status.FAILED:
                shown = f"{row.check.level:<{_WORD}}  {row.check.id}  {for_terminal(row.because)}"
                yield f"  {row.status:<14}  {shown}"
    yield from (f"  {line}" for line in expectations(report))
