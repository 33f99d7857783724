"""What one tool's schema says twice: identical subschemas, which `$defs` would hold only once.

Tools can't share `$defs`, because every tool has a schema of its own.
"""

import json
from collections.abc import Hashable, Iterator
from typing import Any

from .tokens import tokens_in

_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
_MAPS = ("properties", "patternProperties", "dependentSchemas", "$defs", "definitions")
_SINGLE = (
    "items", "additionalProperties", "contains", "propertyNames", "not", "if", "then", "else",
    "unevaluatedItems", "unevaluatedProperties",
)  # fmt: skip
# What stands in each place instead, what the one copy needs beside itself, and what holds them.
_REFERENCE = tokens_in('{"$ref":"#/$defs/aName"},')
_DEFINITION = tokens_in('"aName":,')
_HOLDER = tokens_in('"$defs":{},')

Schema = dict[str, Any]


def saved_in(schema: Any) -> int:
    """Tokens that the schema could do without. What pays only from a third copy on stays."""
    if not isinstance(schema, dict):
        return 0
    numbers = _Numbers()
    numbers.of(schema)
    sizes: dict[int, int] = {}
    saved = 0
    waiting = [schema]
    while waiting:
        part = waiting.pop()
        number = numbers.given[id(part)]
        if number in sizes:
            second = not sizes[number]
            size = sizes[number] = sizes[number] or _tokens(part)
            if size > 2 * _REFERENCE + _DEFINITION:
                saved += size - _REFERENCE - (_REFERENCE + _DEFINITION if second else 0)
                continue  # what is inside goes with it
        else:
            sizes[number] = 0
        waiting += _inside(part)
    return max(0, saved - _HOLDER)


def _tokens(part: Schema) -> int:
    return tokens_in(json.dumps(part, sort_keys=True, separators=(",", ":"), ensure_ascii=False))


def _inside(schema: Schema) -> Iterator[Schema]:
    """The subschemas right below."""
    found = [schema.get(key) for key in _SINGLE]
    for key in _LISTS:
        listed = schema.get(key)
        found += listed if isinstance(listed, list) else ()
    for key in _MAPS:
        named = schema.get(key)
        found += named.values() if isinstance(named, dict) else ()
    yield from (each for each in found if isinstance(each, dict))


class _Numbers:
    """Gives equal values equal numbers, from the inside out, so that nothing is read twice."""

    def __init__(self) -> None:
        self.given: dict[int, int] = {}
        """By the identity of an object."""
        self._known: dict[Hashable, int] = {}

    def of(self, value: Any) -> int:
        key: Hashable = (type(value), value) if not isinstance(value, dict | list) else None
        if isinstance(value, dict):
            key = (dict, *sorted((name, self.of(inner)) for name, inner in value.items()))
        elif isinstance(value, list):
            key = (list, *map(self.of, value))
        number = self._known.setdefault(key, len(self._known))
        if isinstance(value, dict):
            self.given[id(value)] = number
        return number
