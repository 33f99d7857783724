"""Fault coverage as Markdown: a row for each family."""

from collections.abc import Iterator, Mapping
from typing import Any

from mcptest_action.core.render.coverage_pretty import coverage_tally
from mcptest_action.core.render.escape import for_markdown

_MARK = {
    "covered": "✅ covered",
    "partial": "🟡 partial",
    "uncovered": "⬜ uncovered",
    "not_applicable": "— not applicable",
}


def coverage_markdown(document: Mapping[str, Any]) -> str:
    return "\n".join(_lines(document)) + "\n"


def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    yield from ("### Fault coverage", "", coverage_tally(document), "")
    yield from ("| Coverage | Family | Because |", "|---|---|---|")
    for row in document["families"]:
        yield f"| {_MARK[row['coverage']]} | {row['family']} | {for_markdown(row['because'])} |"
