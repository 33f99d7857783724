"""Tools that lack what hosts and people go by: a title, hints, descriptions."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from mcptest_action.core.checks.results import fingerprint_of
from mcptest_action.core.protocol.surface import referred
from mcptest_action.core.text import is_blank
from .model import Named, Object

HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
WITHOUT_NAME = "without a name"
_MOST_REFERENCES = 20


def faults_in(tools: Sequence[Object]) -> Mapping[str, tuple[Named, ...]]:
    """By fact, what it counts, each under a name that no other has."""
    return {
        fact: tuple(Named(name, fingerprint_of(fact, name)) for name in _apart(list(find(tools))))
        for fact, find in _FAULTS.items()
    }


def _apart(labels: Sequence[str]) -> Iterator[str]:
    """Of several with one name, the second is `name#2`: whoever waives the first, waives one."""
    taken, seen = set(labels), Counter[str]()
    for label in labels:
        seen[label] += 1
        name = label
        while seen[label] > 1 and name in taken:
            name = f"{label}#{seen[label]}"
            seen[label] += name in taken
        taken.add(name)
        yield name


def _without(has: Callable[[Object], bool]) -> Callable[[Sequence[Object]], Iterator[str]]:
    return lambda tools: (_name(tool) for tool in tools if not has(tool))


def _name(tool: Object) -> str:
    name = tool.get("name")
    return name if isinstance(name, str) and not is_blank(name) else WITHOUT_NAME


def _has_title(tool: Object) -> bool:
    return _says(tool, "title") or _says(_object(tool, "annotations"), "title")


def _has_hint(tool: Object) -> bool:
    annotations = _object(tool, "annotations")
    return any(isinstance(annotations.get(hint), bool) for hint in HINTS)


def _has_description(tool: Object) -> bool:
    return _says(tool, "description")


def _undescribed(tools: Sequence[Object]) -> Iterator[str]:
    for tool in tools:
        schema = _object(tool, "inputSchema")
        for name, parameter in _object(schema, "properties").items():
            if not _is_described(parameter, schema):
                yield f"{_name(tool)}.{name}"


def _is_described(parameter: Any, schema: Object) -> bool:
    """In place, or where it refers to, within the schema: nothing else is looked at."""
    for _ in range(_MOST_REFERENCES):
        if not isinstance(parameter, Mapping):
            return False
        if _says(parameter, "description"):
            return True
        parameter = referred(parameter.get("$ref"), schema)
    return False


def _says(holder: Object, key: str) -> bool:
    """Whether there is a text under the key in which something can be seen."""
    text = holder.get(key)
    return isinstance(text, str) and not is_blank(text)


def _object(holder: Object, key: str) -> Object:
    value = holder.get(key)
    return value if isinstance(value, Mapping) else {}


_FAULTS: Mapping[str, Callable[[Sequence[Object]], Iterator[str]]] = {
    "surface.untitled": _without(_has_title),
    "surface.unannotated": _without(_has_hint),
    "surface.undescribed": _without(_has_description),
    "surface.undescribed_parameters": _undescribed,
}
