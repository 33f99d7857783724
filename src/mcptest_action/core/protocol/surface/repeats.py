"""What one tool's schema says twice: identical subschemas, which `$defs` would hold only once.

Tools can't share `$defs`, because every tool has a schema of its own.
"""

import json
from collections.abc import Hashable
from typing import Any, NamedTuple

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


class _Part(NamedTuple):
    """A subschema. Equal ones have the same number."""

    number: int
    schema: dict[str, Any]
    inside: tuple["_Part", ...]
    """The subschemas right below."""


def saved_in(schema: Any) -> int:
    """Tokens that the schema could do without. What pays only from a third copy on stays."""
    if not isinstance(schema, dict):
        return 0
    sizes: dict[int, int] = {}
    saved = 0
    waiting = [_part(schema, {})]
    while waiting:
        part = waiting.pop()
        if part.number in sizes:
            second = not sizes[part.number]
            size = sizes[part.number] = sizes[part.number] or tokens_in(_text(part.schema))
            if size > 2 * _REFERENCE + _DEFINITION:
                saved += size - _REFERENCE - (_REFERENCE + _DEFINITION if second else 0)
                continue  # what is inside goes with it
        else:
            sizes[part.number] = 0
        waiting += part.inside
    return max(0, saved - _HOLDER)


def _part(schema: dict[str, Any], numbers: dict[Hashable, int]) -> _Part:
    """From the inside out, so that nothing is read twice. `numbers` holds those that are given."""
    inside: list[_Part] = []

    def key_of(value: Any) -> Hashable:
        if not isinstance(value, dict):
            return _text(value)
        inside.append(_part(value, numbers))
        return inside[-1].number

    keys: list[tuple[str, Hashable]] = []
    for name, value in sorted(schema.items()):
        if name in _SINGLE:
            keys.append((name, key_of(value)))
        elif name in _LISTS and isinstance(value, list):
            keys.append((name, tuple(map(key_of, value))))
        elif name in _MAPS and isinstance(value, dict):
            keys.append((name, tuple((key, key_of(value[key])) for key in sorted(value))))
        else:
            keys.append((name, _text(value)))
    number = numbers.setdefault(tuple(keys), len(numbers))
    return _Part(number, schema, tuple(inside))


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
