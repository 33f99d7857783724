"""What a server said, as a report may quote it: visible, short and without secrets."""

import re
from collections.abc import Mapping
from typing import Any

from mcptest_action.core.text import visible
from .secrets import without_secrets

LONGEST_SNIPPET = 160
LONGEST_SENTENCE = 400
# The author of a rule bounds its details; this bounds what a server can make of them.
_MOST_ENTRIES = 50
_DEEPEST = 6
# Masking looks at all of it, and nobody reads this far.
_FAR = 65_536
_HALF = re.compile(r"\\[uU]?[0-9a-f]{0,8}\Z")


def snippet_of(text: str) -> str:
    return _quoted(text, LONGEST_SNIPPET)


def sentence_of(text: str) -> str:
    return _quoted(text, LONGEST_SENTENCE)


def _quoted(text: str, longest: int) -> str:
    """Escapes make a text longer; if we cut it again, we cut no escape in half."""
    shown = visible(without_secrets(text[:_FAR]), longest)
    if len(shown) <= longest:
        return shown
    return _HALF.sub("", shown[: longest - 1]) + "…"


def details_of(value: Any, depth: int = 0) -> Any:
    """The same for all texts in a value, and no more of it than a reader can take in."""
    match value:
        case str():
            return snippet_of(value)
        case Mapping() | list() | tuple() | set() | frozenset() if depth >= _DEEPEST:
            return "…"
        case Mapping():
            entries = list(value.items())[:_MOST_ENTRIES]
            return {snippet_of(str(key)): details_of(inner, depth + 1) for key, inner in entries}
        case list() | tuple():
            return [details_of(inner, depth + 1) for inner in value[:_MOST_ENTRIES]]
        case set() | frozenset():
            return details_of(sorted(value, key=repr), depth)
        case bool() | int() | float() | None:
            return value
        case _:
            return snippet_of(str(value))
