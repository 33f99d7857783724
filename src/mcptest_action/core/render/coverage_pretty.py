"""Fault coverage for a terminal: a line for each family."""

from collections.abc import Iterator, Mapping
from typing import Any

from mcptest_action.core.render.escape import for_terminal, inert

REACHES = ("covered", "partial", "uncovered", "not_applicable")
_WORD = 14
_FAMILY = 13


def coverage_pretty(document: Mapping[str, Any]) -> str:
    return "\n".join(inert(line) for line in _lines(document)) + "\n"


def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    yield f"fault coverage: {coverage_tally(document)}"
    for row in document["families"]:
        because = for_terminal(row["because"])
        yield f"  {row['coverage']:<{_WORD}}  {row['family']:<{_FAMILY}}  {because}"


def coverage_tally(document: Mapping[str, Any]) -> str:
    """`2 covered, 6 partial`: what occurred, and no more."""
    return ", ".join(f"{document[r]} {r.replace('_', ' ')}" for r in REACHES if document[r])
