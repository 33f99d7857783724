"""Whether a call's arguments fit the tool's own schema, as far as a small server would look."""

from collections.abc import Callable
from typing import Any

from mcptest_action.core.mock.model import JsonObject


def _is_integer(value: Any) -> bool:
    if isinstance(value, float):
        return value.is_integer()  # to JSON Schema, 1.0 is one
    return isinstance(value, int) and not isinstance(value, bool)


_TYPES: dict[str, Callable[[Any], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": _is_integer,
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def complaint(schema: Any, arguments: JsonObject) -> str | None:
    """The first thing wrong: an argument missing, of the wrong type, or unknown.

    A schema that is itself malformed asks for nothing: the mock serves it, broken as it is.
    """
    schema = _object(schema)
    properties = _object(schema.get("properties"))
    for name in _list(schema.get("required")):
        if isinstance(name, str) and name not in arguments:
            return f"the argument '{name}' is missing"
    for name, value in arguments.items():
        declared = _object(properties.get(name)).get("type")
        types = [kind for kind in (*_list(declared), declared) if isinstance(kind, str)]
        if types and not any(kind not in _TYPES or _TYPES[kind](value) for kind in types):
            return f"the argument '{name}' is not of type {' or '.join(types)}"
        closed = schema.get("additionalProperties") is False and "patternProperties" not in schema
        if closed and name not in properties:
            return f"there is no argument '{name}'"
    return None


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
