"""A schema without references, choices and conditions: one level of plain constraints.

Old spellings become new ones on the way in, so that everything after knows only one.
"""

import math
from collections.abc import Callable, Mapping
from itertools import zip_longest
from typing import Any

from .model import Schema
from .reference import REFERENCES

Plain = Mapping[str, Any]
"""As in a schema, but `type` is always a list, and `patterns` is the list of every `pattern`."""

TYPES = ("string", "integer", "number", "boolean", "object", "array", "null")
_APPLICATORS = {*REFERENCES, "allOf", "anyOf", "oneOf", "if", "then", "else"}
_HINTS = (
    ("object", ("properties", "required", "patternProperties", "additionalProperties",
                "minProperties", "propertyNames", "dependentRequired", "dependentSchemas")),
    ("array", ("items", "prefixItems", "contains", "minItems", "uniqueItems")),
    ("string", ("patterns", "minLength", "maxLength", "format")),
    ("number", ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")),
)  # fmt: skip


def plain_part(schema: Mapping[str, Any]) -> Plain:
    """What the schema itself says, in new spelling."""
    own = {key: value for key, value in schema.items() if key not in _APPLICATORS}
    if "pattern" in own:
        own["patterns"] = [own.pop("pattern")]
    if isinstance(own.get("type"), str):
        own["type"] = [own["type"]]
    if isinstance(own.get("items"), list):
        own["prefixItems"] = own.pop("items")
        own |= {"items": own["additionalItems"]} if "additionalItems" in own else {}
    _split_dependencies(own)
    return own


def _split_dependencies(own: dict[str, Any]) -> None:
    for name, needed in own.pop("dependencies", {}).items():
        keyword = "dependentRequired" if isinstance(needed, list) else "dependentSchemas"
        own[keyword] = {**own.get(keyword, {}), name: needed}


def types(plain: Plain) -> list[str]:
    """The types to try, best first: as listed, null last; or those the other keywords speak of.

    A number would satisfy a schema of nothing but a pattern, but nobody means that.
    """
    if "type" in plain:
        return sorted(plain["type"], key=lambda name: name == "null")
    hinted = [name for name, words in _HINTS if any(word in plain for word in words)]
    return hinted or list(TYPES)


def property_schema(plain: Plain, name: str, matching: list[str]) -> Schema:
    """What the schema says about one property; `matching` are the patterns that fit its name."""
    said = [plain["properties"][name]] if name in plain.get("properties", {}) else []
    said += [plain["patternProperties"][pattern] for pattern in matching]
    if not said:
        return plain.get("additionalProperties", True)
    return said[0] if len(said) == 1 else {"allOf": said}


_COMPARED_PER_STEP = 256


def merge(first: Plain, second: Plain) -> Plain:
    """Takes what cannot be joined from the first; the maker of a value checks it anyway."""
    merged = dict(first)
    for keyword, value in second.items():
        join = _JOINS.get(keyword, _first)
        merged[keyword] = join(merged[keyword], value) if keyword in merged else value
    return merged


def price(first: Plain, second: Plain) -> float:
    """The steps that merging costs: lists are compared entry by entry, objects are copied."""
    pairs = [(first[keyword], second[keyword]) for keyword in second if keyword in first]
    lists = [len(a) * len(b) for a, b in pairs if isinstance(a, list) and isinstance(b, list)]
    copies = [len(a) + len(b) for a, b in pairs if isinstance(a, dict) and isinstance(b, dict)]
    return (sum(lists) + 4 * sum(copies) + len(first)) / _COMPARED_PER_STEP


def _first(first: Any, _: Any) -> Any:
    return first


def _types(first: list[str], second: list[str]) -> list[str]:
    both = [name for name in first if name in second]
    if "integer" not in both and {"integer", "number"} <= {*first, *second}:
        narrow, wide = (first, second) if "integer" in first else (second, first)
        both += ["integer"] if "integer" in narrow and "number" in wide else []
    return both


def _common(first: list[Any], second: list[Any]) -> list[Any]:
    return [value for value in first if value in second]


def _united(first: list[Any], second: list[Any]) -> list[Any]:
    return [*first, *(value for value in second if value not in first)]


def _both(first: Any, second: Any) -> Any:
    return first if first == second else {"allOf": [first, second]}


def _by_name(first: Mapping[str, Any], second: Mapping[str, Any]) -> Mapping[str, Any]:
    joined = {name: _both(first[name], second[name]) for name in first if name in second}
    return {**first, **second, **joined}


def _needs_by_name(
    first: Mapping[str, list[str]], second: Mapping[str, list[str]]
) -> Mapping[str, list[str]]:
    return {
        name: _united(first.get(name, []), second.get(name, [])) for name in {**first, **second}
    }


def _by_place(first: list[Any], second: list[Any]) -> list[Any]:
    return [_both(one, other) for one, other in zip_longest(first, second, fillvalue=True)]


def _multiple(first: Any, second: Any) -> Any:
    whole = isinstance(first, int) and isinstance(second, int)
    return math.lcm(first, second) if whole else max(first, second)


_JOINS: Mapping[str, Callable[[Any, Any], Any]] = {
    "type": _types,
    "enum": _common,
    "required": _united,
    "patterns": _united,
    "examples": _united,
    "multipleOf": _multiple,
    "prefixItems": _by_place,
    "dependentRequired": _needs_by_name,
    "uniqueItems": max,
    **dict.fromkeys(("properties", "patternProperties", "dependentSchemas"), _by_name),
    **dict.fromkeys(("items", "contains", "additionalProperties", "propertyNames"), _both),
    **dict.fromkeys(
        ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"),
        max,
    ),
    **dict.fromkeys(
        ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"),
        min,
    ),
}
