"""A plain value of a JSON Schema: the answer of a tool whose manifest gives none.

A capture of a real server holds output schemas but no results, and a client refuses a result
without the structured content that its tool has promised.
"""

from typing import Any

from .model import list_of, object_of

_DEPTH_LIMIT = 12
_LONGEST_LIST = 3
_LONGEST_TEXT = 100


def sample(schema: Any) -> Any:
    """A value that the schema most likely allows."""
    return _sample(schema, schema, _DEPTH_LIMIT)


def _sample(schema: Any, root: Any, depth: int) -> Any:
    if not isinstance(schema, dict) or depth == 0:
        return None
    for key in ("const", "default"):
        if key in schema:
            return schema[key]
    for key in ("enum", "anyOf", "oneOf", "allOf"):
        choices = schema.get(key)
        if isinstance(choices, list) and choices:
            return choices[0] if key == "enum" else _sample(choices[0], root, depth - 1)
    if isinstance(schema.get("$ref"), str):
        return _sample(_referred(schema["$ref"], root), root, depth - 1)
    return _of_type(schema, root, depth)


def _of_type(schema: dict[str, Any], root: Any, depth: int) -> Any:
    kind = schema.get("type", "object" if "properties" in schema else None)
    match kind[0] if isinstance(kind, list) and kind else kind:
        case "object":
            return _object(schema, root, depth)
        case "array":
            count = min(_least(schema, "minItems"), _LONGEST_LIST)
            return [_sample(schema.get("items"), root, depth - 1)] * count
        case "string":
            return "x" * min(_least(schema, "minLength"), _LONGEST_TEXT)
        case "integer" | "number":
            return _least(schema, "minimum")
        case "boolean":
            return False
        case _:
            return None


def _least(schema: dict[str, Any], key: str) -> int:
    least = schema.get(key)
    return least if isinstance(least, int) else 0


def _object(schema: dict[str, Any], root: Any, depth: int) -> dict[str, Any]:
    names, known = list_of(schema.get("required")), object_of(schema.get("properties"))
    return {
        name: _sample(known.get(name), root, depth - 1) for name in names if isinstance(name, str)
    }


def _referred(reference: str, root: Any) -> Any:
    """The part of the same document that a reference names; None for anything outside it."""
    steps = reference.split("/")
    found = root if steps[0] == "#" else None
    for step in steps[1:]:
        found = object_of(found).get(step)
    return found
