"""Fault coverage, a line for each family: for a terminal, and as Markdown."""

from collections.abc import Iterator

from mcptest_action.core.checks.results import Coverage, Reach
from mcptest_action.core.text import for_markdown, for_terminal
from .lines import for_a_terminal, joined

_WORD = 14
_FAMILY = 13
_MARK = {
    Reach.COVERED: "✅ covered",
    Reach.PARTIAL: "🟡 partial",
    Reach.UNCOVERED: "⬜ uncovered",
    Reach.NOT_APPLICABLE: "— not applicable",
}


@for_a_terminal
def coverage_pretty(coverage: Coverage) -> Iterator[str]:
    yield f"fault coverage: {_tally(coverage)}"
    for row in coverage.families:
        yield f"  {row.reach:<{_WORD}}  {row.family:<{_FAMILY}}  {for_terminal(row.because)}"


@joined
def coverage_markdown(coverage: Coverage) -> Iterator[str]:
    yield from ("### Fault coverage", "", _tally(coverage), "")
    yield from ("| Coverage | Family | Because |", "|---|---|---|")
    for row in coverage.families:
        yield f"| {_MARK[row.reach]} | {row.family} | {for_markdown(row.because)} |"


def _tally(coverage: Coverage) -> str:
    """`2 covered, 6 partial`: only what occurred."""
    counts = coverage.counts.items()
    return ", ".join(f"{count} {reach.replace('_', ' ')}" for reach, count in counts if count)
