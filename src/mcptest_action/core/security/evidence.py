"""What a finding quotes, made fit to be passed on: without secrets, visible, and short."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.document.visible import visible
from mcptest_action.core.security.secrets import without_secrets

LONGEST_SNIPPET = 160
LONGEST_SENTENCE = 400
# Whoever writes a rule bounds its details; this bounds what a server can make of them.
_MOST_ENTRIES = 50
_DEEPEST = 6
# Masking looks at all of it, and nobody reads this far anyway.
_FAR = 65_536


def snippet_of(text: str) -> str:
    return visible(without_secrets(text[:_FAR]), LONGEST_SNIPPET)


def sentence_of(text: str) -> str:
    return visible(without_secrets(text[:_FAR]), LONGEST_SENTENCE)


def details_of(value: Any, depth: int = 0) -> Any:
    """The same for all the texts in a value, and no more of it than a reader can take in."""
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
