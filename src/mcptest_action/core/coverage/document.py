"""Coverage as JSON: a section of `run.json`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from mcptest_action.core.checks.family import Family
from mcptest_action.core.coverage.families import coverage_of
from mcptest_action.core.coverage.model import Exercise, FamilyCoverage, Fate, Reach
from mcptest_action.core.probes.catalogue import CHECKS
from mcptest_action.core.run import active
from mcptest_action.core.samples.model import clipped

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


def coverage_document(exercises: Iterable[Exercise]) -> dict[str, Any]:
    """How many families came out how; each one by its name; and why."""
    tried = tuple(exercises)
    families = coverage_of((*tried, *left_out(tried)))
    counts = Counter(family.reach for family in families)
    return {
        **{str(reach): counts[reach] for reach in Reach},
        **{str(family.family): str(family.reach) for family in families},
        "families": [_family(family) for family in families],
    }


def _family(family: FamilyCoverage) -> dict[str, Any]:
    return {
        "family": str(family.family),
        "coverage": str(family.reach),
        "because": clipped(family.because),
        "ran": list(family.ran),
        "partly": list(family.partly),
        "not_run": list(family.not_run),
        "not_applicable": list(family.not_applicable),
    }
