"""Conformance for a terminal: the badge, what failed and why, and how much did not."""

from collections.abc import Iterator, Mapping
from typing import Any

from mcptest_action.core.render.conformance_rows import (
    badge_in_words,
    by_importance,
    failures,
    link_of,
    reservations,
    spoken,
    tally,
    where_found,
)
from mcptest_action.core.render.escape import for_terminal, inert

_WORD = 6


def conformance_pretty(document: Mapping[str, Any], *, verbose: bool = False) -> str:
    return "\n".join(inert(line) for line in _lines(document, verbose)) + "\n"


def _lines(document: Mapping[str, Any], verbose: bool) -> Iterator[str]:
    yield f"conformance: {badge_in_words(document)}  ({', '.join(tally(document))})"
    yield f"  revisions  {spoken(document)}, over {document['transport']}"
    for word, text in reservations(document):
        yield f"  {word:<9}  {for_terminal(text)}"
    for row in failures(document):
        where = where_found(row)
        yield f"  {row['level']:<{_WORD}}  {row['id']}  {for_terminal(row['expects'])}"
        yield f"  {'':<{_WORD}}    found: {for_terminal(row['because'])} ({where})"
        yield f"  {'':<{_WORD}}    remedy: {for_terminal(row['remedy'])}"
        yield f"  {'':<{_WORD}}    spec: {link_of(row)}"
    if verbose:
        for row in by_importance(document):
            if row["status"] != "failed":
                because = for_terminal(row["because"])
                yield f"  {row['status']:<14}  {row['level']:<{_WORD}}  {row['id']}  {because}"
    yield from (f"  {line}" for line in expectations(document))


def expectations(document: Mapping[str, Any]) -> Iterator[str]:
    """What a file of expected failures makes of it, where there is one."""
    if "new_failures" not in document:
        return
    yield f"new failures, which no file expects: {_listed(document['new_failures'])}"
    yield f"expected failures that no longer fail: {_listed(document['stale_expectations'])}"


def _listed(names: list[str]) -> str:
    return for_terminal(", ".join(names)) or "none"
