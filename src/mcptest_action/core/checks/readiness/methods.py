"""HTTP methods that one parameter of a tool takes."""

from collections.abc import Iterator, Mapping
from typing import Any

from mcptest_action.core.protocol.surface import Item, referred
from .model import Unseen

_SAFE = frozenset(("GET", "HEAD", "OPTIONS"))
_UNSAFE = frozenset(("POST", "PUT", "PATCH", "DELETE"))
_MOST_PARTS = 2_000
"""Of one parameter: more than any schema needs that people read."""


def mixed_methods(tool: Item) -> str | Unseen:
    """One parameter takes a method that only reads, and one that writes."""
    found = tool.get("inputSchema")
    schema = found if isinstance(found, Mapping) else {}
    properties = schema.get("properties")
    unseen = ""
    for name, inner in (properties if isinstance(properties, Mapping) else {}).items():
        choices = set[str]()
        for count, part in enumerate(_parts(inner, schema)):
            if count == _MOST_PARTS:
                unseen = unseen or f"its parameter {name} has more than {_MOST_PARTS} parts"
                break
            choices.update(word.upper() for word in _values(part) if isinstance(word, str))
        if choices & _SAFE and choices & _UNSAFE:
            return f"its parameter {name} takes {_one(choices, _SAFE)} and {_one(choices, _UNSAFE)}"
    return Unseen(unseen) if unseen else ""


def _one(choices: set[str], of: frozenset[str]) -> str:
    return min(choices & of)


def _parts(parameter: Any, schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The schemas that say what the parameter takes: itself, what it refers to, its branches, and
    those of its entries. No reference is followed twice.
    """
    waiting, followed = [parameter], set[str]()
    while waiting:
        part = waiting.pop()
        if not isinstance(part, Mapping):
            continue
        yield part
        waiting.append(part.get("items"))
        reference = part.get("$ref")
        if isinstance(reference, str) and reference not in followed:
            followed.add(reference)
            waiting.append(referred(reference, schema))
        for key in ("anyOf", "oneOf", "allOf"):
            branches = part.get(key)
            waiting += branches if isinstance(branches, list) else ()


def _values(part: Mapping[str, Any]) -> Iterator[Any]:
    listed = part.get("enum")
    yield from listed if isinstance(listed, list) else ()
    yield part.get("const")
