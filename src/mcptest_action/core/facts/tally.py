"""Counts that must agree with the list they count."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.errors import unusable
from mcptest_action.core.facts.model import Absent, Document, FactValue
from mcptest_action.core.facts.shape import contradiction


def tally(
    document: Document, label: str, entries: Any, key: str, words: Mapping[str, str]
) -> dict[str, int] | None:
    """How often each word stands under `key` in the list; None when there is no list.

    A word that is not known is an error: an entry nobody counted is an entry nobody checked.
    """
    if entries is None:
        return None
    if not isinstance(entries, list):
        raise unusable(document.file, f"{label} is not a list")
    counts = dict.fromkeys(words.values(), 0)
    for position, entry in enumerate(entries):
        word = entry.get(key) if isinstance(entry, Mapping) else None
        known = words.get(word.casefold()) if isinstance(word, str) else None
        if known is None:
            found = f"'{word}'" if isinstance(word, str) else "missing or not text"
            what = f"{label}[{position}].{key} is {found}"
            raise unusable(document.file, what, f"known: {', '.join(sorted(set(words)))}")
        counts[known] += 1
    return counts


def must_agree(
    document: Document, label: str, stated: FactValue | Absent, listed: int, where: str
) -> None:
    """A stated count is the number of listed entries, or the file is unusable."""
    if not isinstance(stated, Absent) and stated != listed:
        raise contradiction(document, f"{label} is {stated}, but {where} holds {listed}")
