"""The part of a schema that a reference inside it names."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from .model import DeadEnd, Schema, Value

REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_ANCHORS = ("$anchor", "$dynamicAnchor")
_ANCHOR_STEPS = 1_000


def resolve(reference: Any, root: Schema) -> Value | DeadEnd:
    """What the reference names, by a pointer or by an anchor; never anything outside `root`."""
    if not is_local(reference):
        return DeadEnd(f"it refers to '{reference}', and nothing outside a schema is read")
    fragment = unquote(reference[1:])
    if _is_pointer(reference):
        found = _pointed(root, fragment.split("/")[1:])
    else:
        found = next(_anchored(root, fragment), None)
    return found or DeadEnd(f"it refers to '{reference}', which is not there")


def is_local(reference: Any) -> bool:
    return isinstance(reference, str) and reference.startswith("#")


def reference_price(reference: str) -> int:
    """In steps: an anchor means searching the whole schema."""
    return 1 if _is_pointer(reference) else _ANCHOR_STEPS


def _is_pointer(reference: str) -> bool:
    return reference == "#" or reference.startswith("#/")


def _pointed(value: Any, steps: list[str]) -> Value | None:
    for step in steps:
        name = step.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list) and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        elif isinstance(value, dict) and name in value:
            value = value[name]
        else:
            return None
    return Value(value)


def _anchored(root: Schema, name: str) -> Iterator[Value]:
    todo = [root]
    while todo:
        value = todo.pop()
        if isinstance(value, list):
            todo += value
        elif isinstance(value, dict):
            if any(value.get(key) == name for key in _ANCHORS):
                yield Value(value)
            todo += value.values()
