"""The parameters of a tool, wherever in its schema they are."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.safety.words import words_of
from mcptest_action.core.security.listed import Entry
from mcptest_action.core.security.texts import token

MOST = 2_000
_DEEPEST = 12
_LONGEST_NAME = 128
_BOUND = ("enum", "const", "pattern")
_BRANCHES = ("anyOf", "oneOf", "allOf")


class Parameter(NamedTuple):
    name: str
    schema: Mapping[str, Any]
    pointer: str
    words: tuple[str, ...]

    @property
    def is_text(self) -> bool:
        """Whether any text will do: a string, or no type at all."""
        types = {_type(schema) for schema in self._readings()}
        return bool(types & {"string", None})

    @property
    def is_free(self) -> bool:
        """Text that neither a list of values nor a pattern bounds."""
        return self.is_text and not any(
            key in schema for schema in self._readings() for key in _BOUND
        )

    @property
    def description(self) -> str:
        given = self.schema.get("description")
        return given[:2_000] if isinstance(given, str) else ""

    def _readings(self) -> list[Mapping[str, Any]]:
        """The schema, or the branches of which one may hold, without those for null."""
        for key in _BRANCHES:
            branches = self.schema.get(key)
            if isinstance(branches, list):
                usable = [branch for branch in branches[:20] if isinstance(branch, Mapping)]
                return [branch for branch in usable if branch.get("type") != "null"] or [{}]
        items = self.schema.get("items")
        if self.schema.get("type") == "array" and isinstance(items, Mapping):
            return [items]
        return [self.schema]


def _type(schema: Mapping[str, Any]) -> str | None:
    """The type; of several, the one that is not null. An untyped schema with parts is no text."""
    given = schema.get("type")
    if isinstance(given, list):
        given = next((name for name in given if name != "null"), None)
    if given is None and ("properties" in schema or "$ref" in schema):
        return "object"
    return given if isinstance(given, str) else None


def parameters_of(entry: Entry) -> Iterator[Parameter]:
    """Depth first, without recursion, and no more than anybody has a use for."""
    waiting: list[tuple[str, Any, int]] = [
        (f"{entry.pointer}/inputSchema", entry.item.get("inputSchema"), 0)
    ]
    count = 0
    while waiting and count < MOST:
        place, schema, depth = waiting.pop()
        if not isinstance(schema, Mapping) or depth > _DEEPEST:
            continue
        properties = schema.get("properties")
        if isinstance(properties, Mapping):
            for key, inner in properties.items():
                count += 1
                if isinstance(inner, Mapping):
                    name = str(key)
                    below = f"{place}/properties/{token(name)}"
                    yield Parameter(name, inner, below, words_of(name[:_LONGEST_NAME]))
                    waiting.append((below, inner, depth + 1))
        items = schema.get("items")
        if isinstance(items, Mapping):
            waiting.append((f"{place}/items", items, depth + 1))
        for key in _BRANCHES:
            branches = schema.get(key)
            for position, branch in enumerate(branches if isinstance(branches, list) else ()):
                waiting.append((f"{place}/{key}/{position}", branch, depth + 1))
