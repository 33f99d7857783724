"""What speaks against calling a tool that only its name recommends."""

from typing import NamedTuple

from mcptest_action.core.safety.classify import Classification
from mcptest_action.core.safety.vocabulary import (
    DESTRUCTIVE,
    MUTATING,
    ORDER_WHEN_FIRST,
    READ,
    SIDE_EFFECT,
)
from mcptest_action.core.safety.words import hidden_words_of, is_plain, words_of

_CHANGE = SIDE_EFFECT | MUTATING | DESTRUCTIVE
_UNDECLARED = "it is not declared read-only"
_ALLOW = "set allow: true for it in mcptest.yml, or --presumed execute"


class Doubt(NamedTuple):
    because: str
    way_out: str = f"declare readOnlyHint, {_ALLOW}"


def doubt_about(tool: Classification) -> Doubt | None:
    """None for a name that says it reads, and says nothing else."""
    if tool.annotations.read_only is False:
        return Doubt("readOnlyHint is false", _ALLOW)
    if tool.malformed:
        return Doubt("what it declares is malformed")
    words = words_of(tool.name)
    effect = next((w for w in (*words, *hidden_words_of(tool.name)) if w in _CHANGE), None)
    if effect is not None:
        return Doubt(f"{_UNDECLARED}, and the name contains '{effect}'")
    if not any(word in READ for word in _telling(words)):
        return Doubt(f"{_UNDECLARED}, and no word of the name says that it only reads")
    if not is_plain(tool.name):
        return Doubt(f"{_UNDECLARED}, and not all of the name is understood")
    return None


def _telling(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words without a first one that may be an order."""
    is_order = len(words) > 1 and words[0] in ORDER_WHEN_FIRST
    return words[1:] if is_order else words
