"""What a policy forgets to ask. It never changes the verdict, which is the policy's to give."""

from .floors import without_floor
from .ladders import without_graver
from .model import Omission, Policy, Rule


def omissions(policy: Policy) -> tuple[Omission, ...]:
    """In the order of the lines, those of the policy's own file first."""
    found = [*without_floor(policy), *without_graver(policy)]
    return tuple(sorted(found, key=_order))


def omission_lines(policy: Policy) -> list[str]:
    """Each as one line that says where it is."""
    found = omissions(policy)
    return [f"{_place(policy, each.rule)}: {each.sentence}" for each in found]


def _order(found: Omission) -> tuple[str, int, int]:
    return found.rule.layer, found.rule.line, found.rule.column


def _place(policy: Policy, rule: Rule) -> str:
    return f"{rule.layer or policy.file}:{rule.line}:{rule.column}"
