"""Recognise an artifact, and find the object that holds its fields.

Nothing here guesses: a file whose shape is not recognised is unusable, because facts read from
the wrong file would be zeros that pass.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mcptest_action.core.text import InputError, unusable
from .model import Absent, Document, FactValue
from .value import Object, kind_of

OURS = "mcptest.dev/"
TOP = ""


def require_object(document: Document, schema: str, flag: str) -> Object:
    """The document as an object that does not claim to be some other artifact of ours."""
    data = document.data
    if not isinstance(data, Mapping):
        raise not_recognised(document, flag, f"the file holds {kind_of(data)}, not an object")
    claimed = data.get("schema_version")
    if isinstance(claimed, str) and claimed.startswith(OURS) and claimed != schema:
        what = f"schema_version is '{claimed}', but {flag} takes '{schema}'"
        same_kind = claimed.rpartition("/")[0] == schema.rpartition("/")[0]
        hint = "a version this program does not know" if same_kind else "is it for another flag?"
        raise unusable(document.file, what, hint)
    return data


def is_ours(data: Object, schema: str) -> bool:
    return data.get("schema_version") == schema


def holder_of(
    document: Document, data: Object, places: Sequence[str], names: Iterable[str]
) -> tuple[str, Object] | None:
    """The first place that holds any of the names, and its prefix for messages.

    A second place that says something else is a contradiction, not a choice.
    """
    names = tuple(names)
    found: tuple[str, Object] | None = None
    for place in places:
        holder = data if place == TOP else data.get(place)
        if not isinstance(holder, Mapping) or not any(name in holder for name in names):
            continue
        prefix = f"{place}." if place else ""
        if found is None:
            found = (prefix, holder)
            continue
        for name in names:
            if name in holder and name in found[1] and not same(holder[name], found[1][name]):
                what = f"{found[0]}{name} and {prefix}{name} disagree"
                raise unusable(document.file, what, "keep one of them")
    return found


def same(one: Any, other: Any) -> bool:
    """Equal, and equal in kind: true is not 1."""
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def contradiction(document: Document, what: str) -> InputError:
    return unusable(document.file, what, "the file contradicts itself; make it again")


def not_recognised(document: Document, flag: str, looked_for: str) -> InputError:
    return unusable(document.file, f"not recognised as input for {flag}: {looked_for}")


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
