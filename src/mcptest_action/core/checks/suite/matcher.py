"""What a matcher is: how to read its operand, put it into words, and check a value."""

from collections.abc import Callable
from typing import Any, NamedTuple

from mcptest_action.core.checks.results import Ruling, not_applicable
from mcptest_action.core.document import Node


def wrong_kind(wanted: str) -> Ruling:
    """The matcher doesn't apply to this kind of value: neither it nor its opposite holds."""
    return not_applicable(f"which is not {wanted}")


class RefusedOperand(NamedTuple):
    """An operand that the matcher doesn't accept."""

    node: Node
    problem: str
    """A clause behind the name of the matcher: `is a list, not text`."""
    hint: str = ""


class Matcher(NamedTuple):
    name: str
    read: Callable[[Node], Any | RefusedOperand]
    """The operand, checked when the file is read."""
    in_words: Callable[[Any], str]
    """Behind `expected to`, or `expected not to`."""
    judge: Callable[[Any, Any], Ruling]
    """The operand and the value that was found. The reason says where and how it differs, or why
    nobody can tell; it is empty where the value itself says that.
    """
