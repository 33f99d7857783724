"""Schemas that we don't look at any closer, and why."""

import math
from collections.abc import Iterator
from typing import Any

from .reference import REFERENCES

_DEEPEST = 48
_MOST_VALUES = 10_000
_LARGEST = 10**300
# jsonschema keeps the class of a validator only while no schema inside names a dialect, and looks
# references up next to the nearest identity. Ours must stay in charge of both.
_OWN_WORLD = ("$schema", "$id")
# For these two, jsonschema collects what was evaluated in walks that cannot be counted.
_COLLECTORS = {"unevaluatedProperties", "unevaluatedItems"}
_WITH_COLLECTORS = {"patternProperties", "if", "dependentSchemas", *REFERENCES}


def limit_passed(schema: Any) -> str | None:
    """Why the schema is too large, too deep, not JSON, or a world of its own."""
    if not isinstance(schema, dict):
        return "the schema is not an object"
    words: set[str] = set()
    level: list[Any] = [schema]
    count = 0
    for depth in range(_DEEPEST + 1):
        count += len(level)
        if count > _MOST_VALUES:
            return f"the schema holds more than {_MOST_VALUES:,} values"
        for value in level:
            if problem := _problem(value, inner=depth > 0):
                return problem
            words.update(value if isinstance(value, dict) else ())
        level = [inner for outer in level for inner in _inside(outer)]
    if level:
        return f"the schema is nested more than {_DEEPEST} levels deep"
    return _uncountable(words)


def _inside(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, list):
        yield from value


def _problem(value: Any, *, inner: bool) -> str | None:
    match value:
        case dict():
            if not all(isinstance(key, str) for key in value):
                return "the schema is not JSON: a key is not text"
            own = [key for key in _OWN_WORLD if isinstance(value.get(key), str)]
            return f"the schema holds another one with its own {own[0]}" if inner and own else None
        case None | bool() | str() | list():
            return None
        case int() | float():
            odd = not math.isfinite(value) if isinstance(value, float) else abs(value) > _LARGEST
            return "the schema holds a number that is not finite, or too large" if odd else None
        case _:
            return f"the schema is not JSON: it holds a {type(value).__name__}"


def _uncountable(words: set[str]) -> str | None:
    collectors, others = sorted(words & _COLLECTORS), sorted(words & _WITH_COLLECTORS)
    if collectors and others:
        return f"the schema uses {collectors[0]} together with {others[0]}"
    return None
