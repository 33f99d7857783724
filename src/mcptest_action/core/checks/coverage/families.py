"""From checks to families: a family is covered only if its checks ran everywhere they apply."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mcptest_action.core.checks.probes import CHECKS
from mcptest_action.core.checks.results import (
    Coverage,
    Exercise,
    Family,
    FamilyCoverage,
    Fate,
    Reach,
)
from mcptest_action.core.checks.run import active
from mcptest_action.core.checks.samples import clipped

# Faults that no check here can cause. We alone never cover a family with such faults.
OUT_OF_REACH: Mapping[Family, str] = {
    Family.PROVIDER: "no check of ours makes a service behind the server fail",
    Family.SECURITY: "no check of ours looks at what tools do with hostile input",
}
MOST_NAMED = 3
_LONGEST_WHY = 80


class _Kind(NamedTuple):
    """One kind of fault: how often it was looked for, and why not elsewhere."""

    fault: str
    ran: int
    missed: int
    why: str

    @property
    def applies(self) -> bool:
        return self.ran + self.missed > 0


def coverage_of(exercises: Iterable[Exercise]) -> Coverage:
    """What was exercised; a known fault that nobody tried was not looked for."""
    tried = tuple(exercises)
    families = families_of((*tried, *left_out(tried)))
    return Coverage(tuple(row._replace(because=clipped(row.because)) for row in families))


def families_of(exercises: Iterable[Exercise]) -> tuple[FamilyCoverage, ...]:
    """Every family, whether or not a check belongs to it."""
    by_family: dict[str, dict[str, list[Exercise]]] = {}
    for exercise in exercises:
        faults = by_family.setdefault(exercise.family, {})
        faults.setdefault(exercise.fault, []).append(exercise)
    return tuple(_family(family, by_family.get(family, {})) for family in Family)


def _family(family: Family, faults: Mapping[str, Sequence[Exercise]]) -> FamilyCoverage:
    kinds = [_kind(fault, exercises) for fault, exercises in faults.items()]
    reach = _reach(family, kinds)
    return FamilyCoverage(
        family,
        reach,
        _because(family, reach, kinds, faults),
        ran=tuple(kind.fault for kind in kinds if kind.ran and not kind.missed),
        partly=tuple(kind.fault for kind in kinds if kind.ran and kind.missed),
        not_run=tuple(kind.fault for kind in kinds if kind.missed and not kind.ran),
        not_applicable=tuple(kind.fault for kind in kinds if not kind.applies),
    )


def _kind(fault: str, exercises: Sequence[Exercise]) -> _Kind:
    missed = [exercise.why for exercise in exercises if exercise.fate is Fate.NOT_RUN]
    ran = sum(exercise.fate is Fate.RAN for exercise in exercises)
    why = ", ".join(dict.fromkeys(missed))
    return _Kind(
        fault, ran, len(missed), why if len(why) <= _LONGEST_WHY else f"{why[:_LONGEST_WHY]}…"
    )


def _reach(family: Family, kinds: Sequence[_Kind]) -> Reach:
    applying = [kind for kind in kinds if kind.applies]
    if kinds and not applying and family not in OUT_OF_REACH:
        return Reach.NOT_APPLICABLE
    if not any(kind.ran for kind in applying):
        return Reach.UNCOVERED
    if family in OUT_OF_REACH or any(kind.missed for kind in applying):
        return Reach.PARTIAL
    return Reach.COVERED


def _because(
    family: Family, reach: Reach, kinds: Sequence[_Kind], faults: Mapping[str, Sequence[Exercise]]
) -> str:
    if reach is Reach.NOT_APPLICABLE:
        whys = (exercise.why for exercises in faults.values() for exercise in exercises)
        return next(filter(None, whys), "there is nothing that it could be looked for in")
    applying = [kind for kind in kinds if kind.applies]
    full = [kind for kind in applying if kind.ran and not kind.missed]
    parts = [f"{len(full)} of {len(applying)} kinds of fault looked for wherever they apply"]
    if not applying:
        parts = ["nothing in this run looks for such faults"]
    short = [kind for kind in applying if kind.missed]
    parts += [_missing(kind) for kind in short[:MOST_NAMED]]
    if len(short) > MOST_NAMED:
        parts.append(f"and {len(short) - MOST_NAMED} more")
    if family in OUT_OF_REACH:
        parts.append(OUT_OF_REACH[family])
    return "; ".join(parts)


def _missing(kind: _Kind) -> str:
    if not kind.ran:
        return f"{kind.fault} not at all ({kind.why})"
    return f"{kind.fault} in {kind.ran} of {kind.ran + kind.missed} places ({kind.why})"


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
