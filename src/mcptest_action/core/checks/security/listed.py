"""The entries of a surface, each with its name and its place, and the schemas in them."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.protocol.surface import Item, Surface
from mcptest_action.core.safety import Classification
from .model import ScanInput, Subject
from .texts import SUBJECT_OF, token


class Entry(NamedTuple):
    """A tool, prompt or resource as the server lists it."""

    subject: Subject
    pointer: str
    item: Item

    @property
    def name(self) -> str:
        return self.subject.name

    @property
    def properties(self) -> Mapping[str, Any]:
        """The `properties` of its inputSchema, if we can read them."""
        schema = self.item.get("inputSchema")
        properties = schema.get("properties") if isinstance(schema, dict) else None
        return properties if isinstance(properties, dict) else {}


def tools_in(surface: Surface) -> Iterator[Entry]:
    return entries_in(surface, "tools")


def entries_in(surface: Surface, *lists: str) -> Iterator[Entry]:
    """The entries of the surface's lists, such as `prompts` or `resourceTemplates`."""
    for key in lists:
        for position, item in enumerate(surface.lists[key]):
            subject = Subject(SUBJECT_OF[key], str(item.get("name", "")))
            yield Entry(subject, f"/{key}/{position}", item)


def classified_tools(inputs: ScanInput) -> Iterator[tuple[Entry, Classification]]:
    """Each tool with its class in the execution policy."""
    rows = zip(tools_in(inputs.surface), inputs.plan, strict=True)
    return ((entry, row.tool) for entry, row in rows)


def server_subject(surface: Surface) -> Subject:
    """For what is true of the server as a whole."""
    return Subject("server", str(surface.server.get("name", "")))


MOST_PARTS = 20_000
# Below these, a key is a name, and its value is a schema.
SCHEMAS_BY_NAME = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
ONE_SCHEMA = ("items", "additionalProperties", "not", "if", "then", "else", "contains",
           "propertyNames", "additionalItems", "unevaluatedItems",
           "unevaluatedProperties")  # fmt: skip
_SEVERAL = ("anyOf", "oneOf", "allOf", "prefixItems", "items")
_VALUES = ("default", "const", "enum", "examples", "example")
SIDES = ("inputSchema", "outputSchema")


class Part(NamedTuple):
    pointer: str
    schema: Mapping[str, Any]


def parts_of(entry: Entry, side: str = "inputSchema") -> Iterator[Part]:
    """Every schema in a schema of the tool, itself first; no more than `MOST_PARTS`."""
    waiting: list[tuple[str, Any]] = [(f"{entry.pointer}/{side}", entry.item.get(side))]
    count = 0
    while waiting and count < MOST_PARTS:
        place, schema = waiting.pop()
        if not isinstance(schema, Mapping):
            continue
        count += 1
        yield Part(place, schema)
        waiting += reversed(list(_below(place, schema)))


def is_cut(entry: Entry) -> bool:
    """Whether a schema of the tool has more parts than are looked at."""
    return any(sum(1 for _ in parts_of(entry, side)) == MOST_PARTS for side in SIDES)


def _below(place: str, schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in schema.items():
        if key in SCHEMAS_BY_NAME and isinstance(value, Mapping):
            for name, inner in value.items():
                yield f"{place}/{key}/{token(str(name))}", inner
        elif key in _SEVERAL and isinstance(value, list):
            for position, inner in enumerate(value):
                yield f"{place}/{key}/{position}", inner
        elif key in ONE_SCHEMA:
            yield f"{place}/{key}", value


def values_in(part: Part) -> Iterator[tuple[str, str]]:
    """The texts that a schema offers as values, and their places."""
    for key in _VALUES:
        given = part.schema.get(key)
        listed = isinstance(given, list)
        for position, value in enumerate(given if isinstance(given, list) else [given]):
            if isinstance(value, str):
                yield f"{part.pointer}/{key}" + (f"/{position}" if listed else ""), value
