"""Whether an examination was one of everything, and what was left out of it."""

from collections.abc import Iterator
from typing import Any

from mcptest_action.core.conformance.revision import REVISIONS
from mcptest_action.core.conformance.selection import Selection


def part_of(selection: Selection) -> str:
    """The part of the checks that was examined, as a clause; empty if that is all of them."""
    return "; ".join(_clauses(selection))


def _clauses(selection: Selection) -> Iterator[str]:
    if selection.only:
        yield f"only {', '.join(selection.only)}"
    if selection.skip:
        yield f"without {', '.join(selection.skip)}"
    if set(selection.revisions) != set(REVISIONS):
        yield f"only in {', '.join(selection.revisions)}"


def selection_document(selection: Selection, *, calls: bool) -> dict[str, Any]:
    return {
        "only": list(selection.only),
        "skip": list(selection.skip),
        "revisions": list(selection.revisions),
        "pinned": selection.pinned,
        "calls": calls,
    }
