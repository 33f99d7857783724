"""Whether one comparator asks for at least as much as another."""

from mcptest_action.core.document.yaml_value import flow
from ..compare import type_of
from ..model import Comparator, Equals, Max, Min, OneOf
from ..wording import as_written

_LONGEST = 100


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


def written(comparator: Comparator) -> str:
    """`max: 0`, as it stands in a policy."""
    pairs = as_written(comparator) or {}
    text = ", ".join(f"{name}: {flow(value)}" for name, value in pairs.items())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
