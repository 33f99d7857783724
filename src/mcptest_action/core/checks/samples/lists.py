"""Lists that a plain schema allows: as short as can be, then one longer."""

from collections.abc import Iterator
from itertools import repeat
from typing import Any

from .model import Attempt, DeadEnd, Nesting, Pick, Schema, Value
from .plain import Plain

LONGEST = 256


def lists(plain: Plain, nesting: Nesting, pick: Pick) -> Iterator[Attempt]:
    prefix = plain.get("prefixItems", [])
    wanted = int(plain.get("minContains", 1)) if "contains" in plain else 0
    least = int(plain.get("minItems", 0))
    # What is to be contained stands in front, or behind the entries that have a schema each.
    for first in (0, len(prefix)) if wanted and prefix else (0,):
        shortest = max(least, first + wanted)
        for length in (shortest, *range(shortest + 1, min(shortest + 2, LONGEST))):
            yield _list(plain, length, range(first, first + wanted), nesting, pick)


def _list(plain: Plain, length: int, contained: range, nesting: Nesting, pick: Pick) -> Attempt:
    if length > LONGEST:
        return DeadEnd(f"it needs a list of {length:,} entries, more than {LONGEST}")
    entries: list[Any] = []
    unique = bool(plain.get("uniqueItems"))
    # Positions with one schema share one stream of values: the next one, or always the first.
    streams: dict[tuple[int, bool], Iterator[Attempt]] = {}
    for position in range(length):
        key = min(position, len(plain.get("prefixItems", []))), position in contained
        if key not in streams:
            picked = pick(_schema_at(plain, position, contained), nesting)
            streams[key] = picked if unique else repeat(next(picked))
        entry = _entry(streams[key], entries if unique else [])
        if isinstance(entry, DeadEnd):
            return DeadEnd(f"entry {position}: {entry.because}")
        entries.append(entry.value)
    return Value(entries)


def _entry(attempts: Iterator[Attempt], taken: list[Any]) -> Attempt:
    """The first value that is not taken."""
    for attempt in attempts:
        if isinstance(attempt, DeadEnd) or attempt.value not in taken:
            return attempt
    return DeadEnd("there are not enough different values")


def _schema_at(plain: Plain, position: int, contained: range) -> Schema:
    prefix = plain.get("prefixItems", [])
    schema = prefix[position] if position < len(prefix) else plain.get("items", True)
    return {"allOf": [schema, plain["contains"]]} if position in contained else schema
