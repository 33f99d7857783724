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


# Keywords that every dialect since draft 6 allows in this form.
_PLAIN: Mapping[str, Callable[[Any], bool]] = {
    "$schema": _text, "$ref": _text, "type": _type, "title": _text, "description": _text,
    "default": _anything, "required": _names, "enum": _list, "const": _anything,
    "examples": _list, "minimum": _number, "maximum": _number, "exclusiveMinimum": _number,
    "exclusiveMaximum": _number, "minLength": _count, "maxLength": _count, "minItems": _count,
    "maxItems": _count, "format": _text, "pattern": _text, "uniqueItems": _flag,
}  # fmt: skip
_BRANCHES = ("anyOf", "oneOf", "allOf")
_NAMED = ("properties", "$defs", "definitions")
# Known to some dialect, and rare enough for a closer look. What nobody knows, everybody allows.
_RARE = frozenset(
    {
        "$anchor", "$comment", "$dynamicAnchor", "$dynamicRef", "$id", "$recursiveAnchor",
        "$recursiveRef", "$vocabulary", "additionalItems", "contains", "contentEncoding",
        "contentMediaType", "contentSchema", "dependencies", "dependentRequired",
        "dependentSchemas", "deprecated", "else", "id", "if", "maxContains", "maxProperties",
        "minContains", "minProperties", "multipleOf", "not", "patternProperties", "prefixItems",
        "propertyNames", "readOnly", "then", "unevaluatedItems", "unevaluatedProperties",
        "writeOnly",
    }
)  # fmt: skip


def is_plainly_valid(schema: Any) -> bool:
    """Whether nothing in the schema needs a closer look. False says nothing against it."""
    if isinstance(schema, Mapping) and "draft-04" in str(schema.get("$schema")):
        return False  # an old one, with rules of its own
    waiting = [schema]
    while waiting:
        here = waiting.pop()
        if not isinstance(here, Mapping):
            return False
        for key, value in here.items():
            if key in _NAMED and isinstance(value, Mapping):
                waiting += value.values()
            elif key in ("items", "additionalProperties") and not _flag(value):
                waiting.append(value)
            elif key in _BRANCHES and isinstance(value, list) and value:
                waiting += value
            elif not _is_plain(key, value):
                return False
    return True


def _is_plain(key: str, value: Any) -> bool:
    if key in _PLAIN:
        return _PLAIN[key](value)
    # By now, the first two are true or false, and the others are not what they should be.
    return key in ("items", "additionalProperties") or key not in {*_RARE, *_NAMED, *_BRANCHES}
