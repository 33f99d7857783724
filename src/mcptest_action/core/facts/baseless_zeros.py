"""What did not run has no facts: a number is one only if somebody looked."""

from collections.abc import Sequence
from typing import NamedTuple

from .model import Absent, FactValue, Reading


class Basis(NamedTuple):
    """Facts that mean something only if one of others is above zero, or true."""

    facts: tuple[str, ...]
    shown_by: tuple[str, ...]
    because: str
    only_zeros: bool = True
    """A fault that was counted is one, whoever looked; only its absence proves nothing."""
    if_stated: bool = False
    """A file that leaves the others out doesn't say that nobody looked."""


def only_looked_at(reading: Reading, bases: Sequence[Basis]) -> Reading:
    """The reading without numbers that rest on nothing."""
    found = dict(reading)
    for basis in bases:
        shown_by = [reading[name] for name in basis.shown_by]
        unstated = basis.if_stated and any(isinstance(value, Absent) for value in shown_by)
        if unstated or any(map(_counts, shown_by)):
            continue
        for name in basis.facts:
            value = reading[name]
            if not isinstance(value, Absent) and not (basis.only_zeros and value):
                found[name] = Absent(basis.because)
    return found


def _counts(value: FactValue | Absent) -> bool:
    return not isinstance(value, Absent) and bool(value)
