"""The faults that we know: what a run does not even try counts as not looked for."""

from collections.abc import Iterator, Sequence

from mcptest_action.core.checks.family import Family
from mcptest_action.core.coverage.model import Exercise, Fate
from mcptest_action.core.probes.catalogue import CHECKS
from mcptest_action.core.run import active

LEFT_OUT = "left out"
KNOWN: tuple[tuple[str, str], ...] = (
    *((check.family, check.fault) for check in CHECKS),
    (Family.TOOL, active.FAULT),
)


def left_out(exercises: Sequence[Exercise]) -> Iterator[Exercise]:
    """One for every known fault that is not among these."""
    tried = {exercise.fault for exercise in exercises}
    for family, fault in KNOWN:
        if fault not in tried:
            yield Exercise(family, fault, Fate.NOT_RUN, LEFT_OUT)
