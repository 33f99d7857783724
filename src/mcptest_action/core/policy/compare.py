"""Compare one fact with one comparator, types before values."""

from typing import NamedTuple, assert_never

from mcptest_action.core.document import is_number
from mcptest_action.core.facts import FactValue
from .model import Comparator, Equals, Max, Min, OneOf
from .wording import as_text


class Incomparable(NamedTuple):
    because: str


def compare(comparator: Max | Min | Equals | OneOf, value: FactValue) -> bool | Incomparable:
    """Whether the value keeps the rule, or why we cannot tell."""
    match comparator:
        case OneOf(choices):
            return as_text(value) in choices
        case Equals(literal):
            if type_of(literal) != type_of(value):
                return Incomparable(f"the fact is a {type_of(value)}, not a {type_of(literal)}")
            return value == literal
        case Max(limit) | Min(limit):
            if not is_number(value):
                return Incomparable(f"the fact is a {type_of(value)}, not a number")
            return value <= limit if isinstance(comparator, Max) else value >= limit
        case _:
            assert_never(comparator)


def not_worse(comparator: Max | Min, value: float, bound: float) -> bool:
    """Whether the value lies on the good side of the bound, as the comparator sees it."""
    return value <= bound if isinstance(comparator, Max) else value >= bound


def implies(new: Comparator, old: Comparator) -> bool:
    """Whether every value that keeps the new one keeps the old one. In doubt it does not."""
    match new, old:
        case (Max(limit), Max(most)):
            return limit <= most
        case (Min(limit), Min(least)):
            return limit >= least
        case (Equals(literal), Equals(other)):
            return type_of(literal) == type_of(other) and literal == other
        case (OneOf(choices), OneOf(others)):
            return set(choices) <= set(others)
        case _:
            return False


def type_of(value: FactValue) -> str:
    """The kind of value, where Python would say that true is 1."""
    if isinstance(value, bool):
        return "boolean"
    return "text" if isinstance(value, str) else "number"
