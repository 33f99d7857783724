"""Conformance as Markdown: a table of what failed, the rest in numbers."""

from collections.abc import Iterator

from mcptest_action.core.conformance.model import Level
from mcptest_action.core.conformance.report import CheckRow, ConformanceReport
from mcptest_action.core.render.conformance_rows import (
    badge_in_words,
    expectations,
    failures,
    link_of,
    reservations,
    spoken,
    tally,
    where_found,
)
from mcptest_action.core.render.escape import for_markdown
from mcptest_action.core.render.markdown_table import table


def conformance_markdown(report: ConformanceReport) -> str:
    return "\n".join(_lines(report)) + "\n"


def _lines(report: ConformanceReport) -> Iterator[str]:
    yield from (f"### Conformance: {badge_in_words(report)}", "", tally(report))
    yield from ("", f"Revisions: {spoken(report)}, over {report.transport}")
    for word, text in reservations(report):
        mark = "❌" if word == "incomplete" else "⚠️"
        yield from ("", f"- {mark} {word}: {for_markdown(text)}")
    rows = [_row(row) for row in failures(report)]
    yield from table("| Level | Check | Expected | Found | Remedy |", rows, "conformance.json")
    for line in expectations(report):
        yield from ("", f"- {for_markdown(line)}")


def _row(row: CheckRow) -> str:
    check = row.check
    mark = "❌" if check.level is Level.MUST else "⚠️"
    cells = (check.expects, f"{row.because} ({where_found(row)})", check.remedy)
    shown = " | ".join(map(for_markdown, cells))
    return f"| {mark} {check.level} | [{check.id}]({link_of(row)}) | {shown} |"
