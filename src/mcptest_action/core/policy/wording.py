"""Values and comparators in words; every renderer shows the same ones."""

from typing import assert_never

from mcptest_action.core.facts import FactValue
from .model import Comparator, Equals, Malformed, Max, Min, OneOf


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
