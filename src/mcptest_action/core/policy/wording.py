"""Values and comparators in words; every renderer shows the same ones."""

from collections.abc import Sequence
from typing import assert_never

from mcptest_action.core.facts.model import FactValue
from mcptest_action.core.policy.model import Comparator, Equals, Malformed, Max, Min, OneOf

_MOST_NAMES, _LONGEST_NAME = 5, 60


def as_text(value: FactValue) -> str:
    """The value as `one_of` compares it: true, not True; 1, not 1.0."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def expectation(comparator: Comparator) -> str:
    """What the comparator asks for."""
    match comparator:
        case Max(limit):
            return f"at most {as_text(limit)}"
        case Min(limit):
            return f"at least {as_text(limit)}"
        case Equals(literal):
            return f"exactly {_quoted(literal)}"
        case OneOf(choices):
            return f"one of {', '.join(choices)}"
        case Malformed():
            return "nothing that can be evaluated"
        case _:
            assert_never(comparator)


def _quoted(value: FactValue) -> str:
    return f"'{value}'" if isinstance(value, str) else as_text(value)


def names_in_words(names: Sequence[str]) -> str:
    """`a, b and 3 more`: what a number counts, as far as a line has room for it."""
    shown = [_cut(name) or "one without a name" for name in names[:_MOST_NAMES]]
    more = len(names) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def plural(count: int, noun: str) -> str:
    """`1 rule`, `2 rules`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
