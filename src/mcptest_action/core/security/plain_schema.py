"""Most schemas are plain, and seen to be valid at a glance. The others are held against theirs."""

from collections.abc import Callable, Mapping
from typing import Any

_TYPES = ("string", "number", "integer", "boolean", "object", "array", "null")


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _anything(_value: Any) -> bool:
    return True


def _type(value: Any) -> bool:
    """One type, or several, each of them once."""
    several = value if isinstance(value, list) else [value]
    return bool(several) and _names(several) and all(name in _TYPES for name in several)


def _names(value: Any) -> bool:
    texts = isinstance(value, list) and all(isinstance(name, str) for name in value)
    return texts and len(set(value)) == len(value)


def _list(value: Any) -> bool:
    return isinstance(value, list)


def _step(value: Any) -> bool:
    return _number(value) and value > 0


def _names_by_name(value: Any) -> bool:
    return isinstance(value, Mapping) and all(map(_names, value.values()))


# Keywords that every dialect since draft 7 allows in this form, if it knows them.
_PLAIN: Mapping[str, Callable[[Any], bool]] = {
    "$schema": _text, "$ref": _text, "$comment": _text, "type": _type, "title": _text,
    "description": _text, "default": _anything, "required": _names, "enum": _list,
    "const": _anything, "examples": _list, "minimum": _number, "maximum": _number,
    "exclusiveMinimum": _number, "exclusiveMaximum": _number, "multipleOf": _step,
    "minLength": _count, "maxLength": _count, "minItems": _count, "maxItems": _count,
    "minProperties": _count, "maxProperties": _count, "minContains": _count,
    "maxContains": _count, "format": _text, "pattern": _text, "contentEncoding": _text,
    "contentMediaType": _text, "uniqueItems": _flag, "readOnly": _flag, "writeOnly": _flag,
    "deprecated": _flag, "dependentRequired": _names_by_name,
}  # fmt: skip
_BRANCHES = ("anyOf", "oneOf", "allOf", "prefixItems")
_NAMED = ("properties", "$defs", "definitions", "patternProperties", "dependentSchemas")
_SINGLE = (
    "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
    "additionalItems", "unevaluatedItems", "unevaluatedProperties", "contentSchema",
)  # fmt: skip
# Known to some dialect, and rare enough for a closer look. What nobody knows, everybody allows.
_RARE = frozenset({
    "$anchor", "$dynamicAnchor", "$dynamicRef", "$id", "$recursiveAnchor", "$recursiveRef",
    "$vocabulary", "dependencies", "id",
})  # fmt: skip


def is_plainly_valid(schema: Any) -> bool:
    """Whether nothing in the schema needs a closer look. False says nothing against it."""
    named = str(schema.get("$schema")) if isinstance(schema, Mapping) else ""
    if "draft-04" in named or "draft-06" in named:
        return False  # old ones, with rules of their own
    waiting = [schema]
    while waiting:
        here = waiting.pop()
        if isinstance(here, bool):
            continue
        if not isinstance(here, Mapping):
            return False
        for key, value in here.items():
            if key in _SINGLE:
                waiting.append(value)
            elif key in _NAMED and isinstance(value, Mapping):
                waiting += value.values()
            elif key in _BRANCHES and isinstance(value, list) and value:
                waiting += value
            elif not _is_plain(key, value):
                return False
    return True


def _is_plain(key: str, value: Any) -> bool:
    """A keyword that holds no other schema, or should have and does not."""
    if key in _PLAIN:
        return _PLAIN[key](value)
    return key not in _RARE and key not in _NAMED and key not in _BRANCHES
