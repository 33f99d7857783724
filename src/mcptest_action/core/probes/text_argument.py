"""Put a text into the arguments of a call, where the tool reads one."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.probes.model import Subject

_OWN = "mcptest_text"


def with_text(subject: Subject, text: Any) -> Mapping[str, Any]:
    """The arguments with `text` in place of the first text, or as an argument of its own."""
    return {**subject.arguments, text_argument(subject) or _OWN: text}


def text_argument(subject: Subject) -> str | None:
    """The first argument that takes text, required ones before others."""
    properties = subject.schema.get("properties")
    listed = properties.items() if isinstance(properties, dict) else ()
    optional = [n for n, s in listed if isinstance(s, dict) and s.get("type") == "string"]
    given = [name for name, value in subject.arguments.items() if isinstance(value, str)]
    return next(iter((*given, *optional)), None)
