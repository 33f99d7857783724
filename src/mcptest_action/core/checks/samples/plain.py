"""A schema without references, choices and conditions: one level of plain constraints.

Old spellings become new ones on the way in, so that everything after knows only one.
"""

from collections.abc import Mapping
from typing import Any

from .model import Schema

Plain = Mapping[str, Any]
"""As in a schema, but `type` is always a list, and `patterns` is the list of every `pattern`."""

TYPES = ("string", "integer", "number", "boolean", "object", "array", "null")
_APPLICATORS = {
    "$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "if", "then", "else",
}  # fmt: skip
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
    """What is said of one property, given the `patternProperties` that match its name."""
    said = [plain["properties"][name]] if name in plain.get("properties", {}) else []
    said += [plain["patternProperties"][pattern] for pattern in matching]
    if not said:
        return plain.get("additionalProperties", True)
    return said[0] if len(said) == 1 else {"allOf": said}
