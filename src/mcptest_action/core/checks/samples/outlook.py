"""How far a schema seems to decide a call, without making one: enough to say which to try first."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from .strict import Binding

_LISTED = {"boolean", "null"}
_NUMBERS = {"integer", "number"}


class Outlook(NamedTuple):
    binding: Binding
    arguments: int
    """How many it demands."""


def outlook(schema: Mapping[str, Any]) -> Outlook:
    """A single look at each argument. What is behind a reference or a choice may be shaped."""
    found, required = schema.get("properties"), schema.get("required")
    properties = found if isinstance(found, Mapping) else {}
    listed = required if isinstance(required, list) else []
    names = {name for name in listed if isinstance(name, str)}
    if names:
        return Outlook(min(_look(properties.get(name)) for name in names), len(names))
    # Without arguments, the tool may ask for any that it could have.
    free = any(_look(one) is Binding.FREE for one in properties.values())
    return Outlook(Binding.FREE if free else Binding.LISTED, 0)


def _look(schema: Any) -> Binding:
    if not isinstance(schema, Mapping):
        return Binding.FREE
    if "const" in schema or "enum" in schema:
        return Binding.LISTED
    name = schema.get("type")
    if isinstance(name, str) and name in _LISTED:
        return Binding.LISTED
    shaped = "pattern" in schema or not isinstance(name, str) or name in _NUMBERS
    return Binding.SHAPED if shaped else Binding.FREE
