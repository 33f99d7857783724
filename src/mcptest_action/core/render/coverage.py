"""Fault coverage, a line for each family: for a terminal, and as Markdown."""

from mcptest_action.core.checks.results import Coverage, Reach
from mcptest_action.core.text import for_markdown, for_terminal, inert

_WORD = 14
_FAMILY = 13
_MARK = {
    Reach.COVERED: "✅ covered",
    Reach.PARTIAL: "🟡 partial",
    Reach.UNCOVERED: "⬜ uncovered",
    Reach.NOT_APPLICABLE: "— not applicable",
}


def coverage_pretty(coverage: Coverage) -> str:
    lines = [f"fault coverage: {_tally(coverage)}"]
    lines += [
        f"  {row.reach:<{_WORD}}  {row.family:<{_FAMILY}}  {for_terminal(row.because)}"
        for row in coverage.families
    ]
    return "\n".join(map(inert, lines)) + "\n"


def coverage_markdown(coverage: Coverage) -> str:
    lines = ["### Fault coverage", "", _tally(coverage), ""]
    lines += ["| Coverage | Family | Because |", "|---|---|---|"]
    lines += [
        f"| {_MARK[row.reach]} | {row.family} | {for_markdown(row.because)} |"
        for row in coverage.families
    ]
    return "\n".join(lines) + "\n"


def _tally(coverage: Coverage) -> str:
    """`2 covered, 6 partial`: what occurred, and no more."""
    counts = coverage.counts.items()
    return ", ".join(f"{count} {reach.replace('_', ' ')}" for reach, count in counts if count)
