"""Rules whose outcome does not depend on what is checked."""

from collections.abc import Sequence
from typing import assert_never

from mcptest_action.core.facts.model import FactSpec, FactType
from mcptest_action.core.policy.model import Comparator, Equals, Malformed, Max, Min, OneOf
from mcptest_action.core.policy.wording import as_text

_BOOLEANS = ("true", "false")


def foregone_conclusion(comparator: Comparator, spec: FactSpec) -> str:
    """Why the rule always or never holds, or nothing. No number among the facts is below zero."""
    match comparator:
        case Max(limit) if limit < 0:
            return f"can never hold: {spec.name} is never below 0"
        case Min(limit) if limit <= 0:
            return f"always holds: {spec.name} is never below 0"
        case Equals(literal):
            return _never(spec, [as_text(literal)])
        case OneOf(choices):
            return _never(spec, choices)
        case Max() | Min() | Malformed():
            return ""
        case _:
            assert_never(comparator)


def _never(spec: FactSpec, choices: Sequence[str]) -> str:
    """Names the choices that the fact never takes."""
    possible = _BOOLEANS if spec.type is FactType.BOOLEAN else spec.values
    wrong = [choice for choice in choices if possible and choice not in possible]
    if not wrong:
        return ""
    return f"names {', '.join(wrong)}, but {spec.name} is only ever {', '.join(possible)}"
