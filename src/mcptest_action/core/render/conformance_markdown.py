"""Conformance as Markdown: a table of what failed, the rest in numbers."""

from collections.abc import Iterator, Mapping
from typing import Any

from mcptest_action.core.render.conformance_pretty import expectations
from mcptest_action.core.render.conformance_rows import (
    badge_in_words,
    failures,
    link_of,
    reservations,
    spoken,
    tally,
    where_found,
)
from mcptest_action.core.render.escape import for_markdown

# As with the probes: a step summary has 1 MiB for everything.
MOST_BYTES = 40_000


def conformance_markdown(document: Mapping[str, Any]) -> str:
    return "\n".join(_lines(document)) + "\n"


def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"### Conformance: {badge_in_words(document)}", "", ", ".join(tally(document)))
    yield from ("", f"Revisions: {spoken(document)}, over {document['transport']}")
    for word, text in reservations(document):
        mark = "❌" if word == "incomplete" else "⚠️"
        yield from ("", f"- {mark} {word}: {for_markdown(text)}")
    rows = [_row(row) for row in failures(document)]
    if rows:
        yield from ("", "| Level | Check | Expected | Found | Remedy |", "|---|---|---|---|---|")
        room = MOST_BYTES
        for number, row in enumerate(rows):
            room -= len(row.encode())
            if room < 0:
                yield f"| … | {len(rows) - number} more | | | see conformance.json |"
                break
            yield row
    for line in expectations(document):
        yield from ("", f"- {for_markdown(line)}")


def _row(row: Mapping[str, Any]) -> str:
    mark = "❌" if row["level"] == "MUST" else "⚠️"
    found = f"{row['because']} ({where_found(row)})"
    cells = (row["expects"], found, row["remedy"])
    shown = " | ".join(map(for_markdown, cells))
    return f"| {mark} {row['level']} | [{row['id']}]({link_of(row)}) | {shown} |"
