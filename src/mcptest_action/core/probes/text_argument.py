"""Find the argument of a tool that takes text, and put something else there."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.probes.model import Subject

_OWN = "mcptest_text"


def with_text(subject: Subject, text: Any) -> Mapping[str, Any]:
    """The arguments with `text` in place of the first text, or as an argument of its own."""
    return {**subject.arguments, text_argument(subject) or _OWN: text}


def text_argument(subject: Subject) -> str | None:
    """The first argument that takes any text, required ones before others."""
    declared = subject.schema.get("properties")
    properties = declared if isinstance(declared, dict) else {}
    given = [
        name
        for name, value in subject.arguments.items()
        if isinstance(value, str) and not _is_closed(properties.get(name))
    ]
    optional = [name for name, schema in properties.items() if _takes_text(schema)]
    return next(iter((*given, *optional)), None)


def _is_closed(schema: Any) -> bool:
    """Whether it lists the texts that it takes."""
    return isinstance(schema, dict) and bool(schema.keys() & {"enum", "const"})


def _takes_text(schema: Any) -> bool:
    """As far as the schema itself says so, also among others: text or null is text."""
    if not isinstance(schema, dict) or _is_closed(schema):
        return False
    kinds = schema.get("type")
    choices = [schema.get(word) for word in ("anyOf", "oneOf")]
    ways = [way for choice in choices if isinstance(choice, list) for way in choice]
    return "string" in (kinds if isinstance(kinds, list) else [kinds]) or any(
        isinstance(way, dict) and way.get("type") == "string" and not _is_closed(way)
        for way in ways
    )
