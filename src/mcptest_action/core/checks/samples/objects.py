"""Objects that a plain schema allows: what is required, then small changes to that."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from .effort import Effort
from .keywords import pattern_found
from .model import Attempt, DeadEnd, Nesting, Pick, Schema, Value
from .plain import Plain, property_schema
from .texts import texts

LARGEST = 256
_VALUES = 4
_ADDITIONS = 8
_MOST = 300


def objects(plain: Plain, nesting: Nesting, pick: Pick, effort: Effort) -> Iterator[Attempt]:
    names = needed_names(plain)
    least = max(int(plain.get("minProperties", 0)), len(names))
    if least > LARGEST:
        yield DeadEnd(f"it needs {least:,} properties, more than {LARGEST}")
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
    """The property, if it can have a value, and what it needs beside it."""
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
    """Names to add where more properties are asked for: known ones first."""
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
