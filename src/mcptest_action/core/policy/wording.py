"""Values and comparators in words; every renderer shows the same ones."""

from typing import Any, assert_never

from mcptest_action.core.document.yaml_value import flow
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
        case Equals(str(literal)):
            return f"exactly '{literal}'"
        case Equals(literal):
            return f"exactly {as_text(literal)}"
        case OneOf(choices):
            return f"one of {', '.join(choices)}"
        case Malformed():
            return "nothing that can be evaluated"
        case _:
            assert_never(comparator)


def as_written(comparator: Comparator) -> dict[str, Any] | None:
    """The comparator as the policy has it; None if we cannot tell."""
    match comparator:
        case Max(limit):
            return {"max": limit}
        case Min(limit):
            return {"min": limit}
        case Equals(literal):
            return {"equals": literal}
        case OneOf(choices):
            return {"one_of": list(choices)}
        case Malformed():
            return None
        case _:
            assert_never(comparator)


_LONGEST = 100


def written(comparator: Comparator) -> str:
    """`max: 0`, as it stands in a policy."""
    pairs = as_written(comparator) or {}
    text = ", ".join(f"{name}: {flow(value)}" for name, value in pairs.items())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
