"""Lists and objects that a plain schema allows: the smallest ones, then small changes to them."""

from collections.abc import Iterator
from itertools import islice, repeat
from typing import Any

from .keywords import Effort, pattern_found
from .model import Attempt, DeadEnd, Nesting, Pick, Schema, Value
from .plain import Plain, property_schema
from .texts import texts

_LONGEST = 256


def lists(plain: Plain, nesting: Nesting, pick: Pick) -> Iterator[Attempt]:
    prefix = plain.get("prefixItems", [])
    wanted = int(plain.get("minContains", 1)) if "contains" in plain else 0
    least = int(plain.get("minItems", 0))
    # What must be contained comes first, or after the entries that each have a schema.
    for first in (0, len(prefix)) if wanted and prefix else (0,):
        shortest = max(least, first + wanted)
        for length in (shortest, *range(shortest + 1, min(shortest + 2, _LONGEST))):
            yield _list(plain, length, range(first, first + wanted), nesting, pick)


def _list(plain: Plain, length: int, contained: range, nesting: Nesting, pick: Pick) -> Attempt:
    if length > _LONGEST:
        return DeadEnd(f"it needs a list of {length:,} entries, more than {_LONGEST}")
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
    """The first value that isn't taken yet."""
    for attempt in attempts:
        if isinstance(attempt, DeadEnd) or attempt.value not in taken:
            return attempt
    return DeadEnd("there are not enough different values")


def _schema_at(plain: Plain, position: int, contained: range) -> Schema:
    prefix = plain.get("prefixItems", [])
    schema = prefix[position] if position < len(prefix) else plain.get("items", True)
    return {"allOf": [schema, plain["contains"]]} if position in contained else schema


_LARGEST = 256
_VALUES = 4
_ADDITIONS = 8
_MOST = 300


def objects(plain: Plain, nesting: Nesting, pick: Pick, effort: Effort) -> Iterator[Attempt]:
    names = needed_names(plain)
    least = max(int(plain.get("minProperties", 0)), len(names))
    if least > _LARGEST:
        yield DeadEnd(f"it needs {least:,} properties, more than {_LARGEST}")
        return
    made: dict[str, Any] = {}
    for name in names:
        first = next(pick(schema_of(plain, name, effort), nesting))
        if isinstance(first, DeadEnd):
            yield DeadEnd(f"'{name}': {first.because}")
            return
        made[name] = first.value
    for name in more_names(plain, nesting, pick, effort):
        if len(made) >= least:
            break
        made |= _with(name, plain, nesting, pick, effort)
    yield Value(made)
    for name in names:
        values = islice(pick(schema_of(plain, name, effort), nesting), 1, _VALUES)
        yield from (Value({**made, name: attempt.value}) for attempt in values
                    if isinstance(attempt, Value))  # fmt: skip
    for name in islice(plain.get("properties", {}), _ADDITIONS):
        yield Value({**_with(name, plain, nesting, pick, effort), **made})


def schema_of(plain: Plain, name: str, effort: Effort) -> Schema:
    patterns = plain.get("patternProperties", {})
    return property_schema(plain, name, [p for p in patterns if pattern_found(effort, p, name)])


def _with(name: str, plain: Plain, nesting: Nesting, pick: Pick, effort: Effort) -> dict[str, Any]:
    """The property, if it can have a value, and what else it needs."""
    made = {}
    for each in needed_names({**plain, "required": [name]}):
        value = next(pick(schema_of(plain, each, effort), nesting))
        if isinstance(value, DeadEnd):
            return {}
        made[each] = value.value
    return made


def needed_names(plain: Plain) -> list[str]:
    """What is required, and what that requires in turn."""
    names = dict.fromkeys(plain.get("required", []))
    needs = plain.get("dependentRequired", {})
    todo = list(names)
    while todo:
        new = [name for name in needs.get(todo.pop(), []) if name not in names]
        names |= dict.fromkeys(new)
        todo += new
    return list(names)


def more_names(plain: Plain, nesting: Nesting, pick: Pick, effort: Effort) -> Iterator[str]:
    """Names to add if the schema asks for more properties: known ones first."""
    yield from plain.get("properties", {})
    sources = [
        texts({"patterns": [pattern]}, effort) for pattern in plain.get("patternProperties", {})
    ]
    if "propertyNames" in plain:
        sources.append(pick({"allOf": [{"type": "string"}, plain["propertyNames"]]}, nesting))
    if plain.get("additionalProperties", True) is not False:
        sources.append(texts({}, effort))
    for source in sources:
        for attempt in islice(source, _MOST):
            if isinstance(attempt, Value):
                yield attempt.value
