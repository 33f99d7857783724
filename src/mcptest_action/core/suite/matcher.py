"""What a matcher is: how its operand is read, put into words, and held against a value."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple

from mcptest_action.core.document.tree import Node


class Outcome(StrEnum):
    HOLDS = "holds"
    DIFFERS = "differs"
    WRONG_KIND = "wrong_kind"
    """The value is none that the matcher could be held against: neither it nor its opposite."""
    UNKNOWN = "unknown"
    """It could not be decided."""


class Judged(NamedTuple):
    outcome: Outcome
    detail: str = ""
    """Where and how the value differs, or why nobody can tell."""


HOLDS, DIFFERS = Judged(Outcome.HOLDS), Judged(Outcome.DIFFERS)


def judged(holds: bool) -> Judged:
    return HOLDS if holds else DIFFERS


def wrong_kind(wanted: str) -> Judged:
    return Judged(Outcome.WRONG_KIND, f"which is not {wanted}")


class Refused(NamedTuple):
    """An operand that the matcher cannot be given."""

    node: Node
    problem: str
    """A clause behind the name of the matcher: `is a list, not text`."""
    hint: str = ""


class Matcher(NamedTuple):
    name: str
    read: Callable[[Node], Any | Refused]
    """The operand, checked when the file is read."""
    in_words: Callable[[Any], str]
    """Behind `expected to`, or `expected not to`."""
    judge: Callable[[Any, Any], Judged]
    """The operand and the value that was found."""
