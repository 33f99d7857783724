"""Whether a call's arguments fit the tool's own schema, as far as a small server would look."""

from collections.abc import Callable
from typing import Any

from .model import JsonObject, list_of, object_of


def _is_integer(value: Any) -> bool:
    if isinstance(value, float):
        return value.is_integer()  # JSON Schema counts 1.0 as an integer
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
    """The first thing wrong: an argument missing, of the wrong type, out of range, or unknown.

    A malformed schema demands nothing: the mock serves it, broken as it is.
    """
    schema = object_of(schema)
    properties = object_of(schema.get("properties"))
    for name in list_of(schema.get("required")):
        if isinstance(name, str) and name not in arguments:
            return f"the argument '{name}' is missing"
    for name, value in arguments.items():
        declared = object_of(properties.get(name)).get("type")
        types = [kind for kind in (*list_of(declared), declared) if isinstance(kind, str)]
        if types and not any(kind not in _TYPES or _TYPES[kind](value) for kind in types):
            return f"the argument '{name}' is not of type {' or '.join(types)}"
        beyond = _beyond(object_of(properties.get(name)), value)
        if beyond:
            return f"the argument '{name}' {beyond}"
        closed = schema.get("additionalProperties") is False and "patternProperties" not in schema
        if closed and name not in properties:
            return f"there is no argument '{name}'"
    return None


def _beyond(schema: JsonObject, value: Any) -> str:
    """Which limit of the schema the value breaks, if any."""
    choices = schema.get("enum")
    if isinstance(choices, list) and value not in choices:
        return "is not one of the choices"
    size = len(value) if isinstance(value, str | list) else value
    if isinstance(size, bool) or not isinstance(size, int | float):
        return ""
    kind = "Length" if isinstance(value, str) else "Items" if isinstance(value, list) else "imum"
    for word, limit, broken in (
        ("min", schema.get(f"min{kind}"), "is too small"),
        ("max", schema.get(f"max{kind}"), "is too large"),
    ):
        if isinstance(limit, int | float) and (size < limit if word == "min" else size > limit):
            return broken
    return ""
