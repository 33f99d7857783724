"""What a policy forgets to ask. It never changes the verdict, which is the policy's to give."""

from .floors import without_floor
from .ladders import without_graver
from .model import Omission, Policy


def omissions(policy: Policy) -> tuple[Omission, ...]:
    """In the order of the lines."""
    found = [*without_floor(policy), *without_graver(policy)]
    return tuple(sorted(found, key=lambda each: (each.rule.line, each.rule.column)))


def omission_lines(policy: Policy) -> list[str]:
    """Each as one line that says where it is."""
    found = omissions(policy)
    return [f"{policy.file}:{o.rule.line}:{o.rule.column}: {o.sentence}" for o in found]
