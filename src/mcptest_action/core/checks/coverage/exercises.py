"""What the run, suites, the examination and the scan looked for, and what they left out."""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from mcptest_action.core.checks.conformance import CheckRow, Level
from mcptest_action.core.checks.probes import PROBES, REVIEWS, Aim
from mcptest_action.core.checks.results import (
    DECIDED,
    CaseKind,
    CaseResult,
    Exercise,
    Family,
    Fate,
    Ruling,
    Skip,
    Status,
)
from mcptest_action.core.checks.run import ActiveProbe, Rebuilt, active
from mcptest_action.core.checks.security import Kind, Phase, Rule
from mcptest_action.core.protocol.surface import NO_TOOLS, Surface
from .families import LEFT_OUT

WITHOUT_TOOLS = "the server has no tools"
_OF_THE_SERVER = (Aim.NO_TOOL, Aim.GOODBYE)


def exercises_of_run(run: Rebuilt) -> Iterator[Exercise]:
    """One for every place where a probe of ours could have looked, in the order of the probes.

    Says nothing about a run without probes.
    """
    if not run.config.probing:
        return
    results = run.record.results
    found = {(result.check, result.tool): result.ruling for result in results}
    tools = list(dict.fromkeys(row.tool.name for row in run.plan))
    for probe in PROBES:
        if probe.aim not in _OF_THE_SERVER and not probe.once:
            rulings = [found.get((probe.id, tool)) for tool in tools]
        else:
            rulings = [next((one.ruling for one in results if one.check == probe.id), None)]
        for ruling in rulings:
            yield Exercise(probe.family, probe.fault, *fate_of(ruling))
        if not rulings:
            yield Exercise(probe.family, probe.fault, *_without_tools(run))
    for review in REVIEWS:
        yield Exercise(review.family, review.fault, *fate_of(found.get((review.id, None))))
    yield Exercise(Family.TOOL, active.FAULT, *_deep_scan(run.record.active_probe))


def fate_of(ruling: Ruling | None) -> tuple[Fate, str]:
    if ruling is None:
        return Fate.NOT_RUN, LEFT_OUT
    if ruling.status in DECIDED:
        return Fate.RAN, ""
    if ruling.skip == Skip.NOT_APPLICABLE:
        return Fate.NOT_APPLICABLE, ruling.because
    return Fate.NOT_RUN, str(ruling.skip or ruling.status)


def _without_tools(run: Rebuilt) -> tuple[Fate, str]:
    """A server that could not be listed may still have tools."""
    incomplete = run.record.incomplete
    if incomplete and incomplete != NO_TOOLS:
        return Fate.NOT_RUN, incomplete
    return Fate.NOT_APPLICABLE, WITHOUT_TOOLS


def _deep_scan(probe: ActiveProbe) -> tuple[Fate, str]:
    """Users have to ask for it; until then, nobody has looked."""
    if probe.ran:
        return fate_of(probe.ruling)
    return Fate.NOT_RUN, probe.ruling.because


TAG = "fault:"
"""With a family behind it, a tag says which faults a test looks for: only the user knows."""
# What a test without such a tag looks for: that an answer is not what the user expects.
_FAMILY: Mapping[CaseKind, Family] = {
    CaseKind.TOOL: Family.TOOL,
    CaseKind.RESOURCE: Family.PROTOCOL,
    CaseKind.PROMPT: Family.PROTOCOL,
}
_PROBES = {probe.id: probe for probe in PROBES}


def exercises_of_suites(tests: Iterable[CaseResult]) -> Iterator[Exercise]:
    """Leaves out tests for another server, which don't belong to this run."""
    for test in tests:
        if test.case.elsewhere:
            continue
        if test.case.negative_path is None or test.case.expect:
            for family in _families(test):
                yield Exercise(family, f"SUITE-{family.upper()}", *fate_of(test.ruling))
        for one in test.bad_requests:
            yield Exercise(_PROBES[one.check].family, one.fault, *fate_of(one.ruling))


def _families(test: CaseResult) -> tuple[Family, ...]:
    tagged = [family for family in Family if f"{TAG}{family}" in test.case.tags]
    return (*tagged,) or (_FAMILY[test.case.kind],)


# By the first part of a check's id, or by the whole id for checks that belong elsewhere.
_BY_GROUP: Mapping[str, Family] = {"AUTH": Family.SECURITY, "TOOLS": Family.TOOL}
_IDS: Mapping[Family, str] = {
    Family.STATE: "BASE-09 BASE-13 HTTP-11 HTTP-12 HTTP-13 HTTP-18 META-09 STDIO-03",
    Family.TIMEOUT: "BASE-21",
    Family.SECURITY: "HTTP-04 HTTP-05 HTTP-06 HTTP-10 HTTP-21 TOOLS-19",
    Family.SCHEMA: "TOOLS-01 TOOLS-02 TOOLS-03 TOOLS-11 TOOLS-12 TOOLS-13",
}
_BY_ID = {check: family for family, ids in _IDS.items() for check in ids.split()}
_FATE: Mapping[Status, Fate] = {
    Status.PASSED: Fate.RAN,
    Status.FAILED: Fate.RAN,
    Status.SKIPPED: Fate.NOT_APPLICABLE,
    Status.INCONCLUSIVE: Fate.NOT_RUN,
}


def exercises_of_exam(rows: Iterable[CheckRow]) -> Iterator[Exercise]:
    """One for each check; a check that only records looks for no fault."""
    for row in rows:
        if row.check.level is not Level.INFO:
            why = "" if _FATE[row.status] is Fate.RAN else row.because
            yield Exercise(family_of(row.check.id), row.check.id, _FATE[row.status], why)


def family_of(check: str) -> Family:
    group = check.partition("-")[0]
    return _BY_ID.get(check) or _BY_GROUP.get(group, Family.PROTOCOL)


NOT_ASKED = "what it looks at was not asked for"
NOT_LISTED = "not everything could be listed"


def exercises_of_scan(
    rules: Iterable[Rule], phases: AbstractSet[Phase], surface: Surface
) -> Iterator[Exercise]:
    """One for each rule that can find a defect; an exposure isn't a fault."""
    is_whole = {NO_TOOLS}.issuperset(surface.problems)  # a server doesn't need to have any
    for rule in rules:
        if rule.kind is Kind.DEFECT:
            why = "" if rule.phase in phases else NOT_ASKED
            why = why if is_whole else NOT_LISTED
            yield Exercise(Family.SECURITY, rule.id, Fate.NOT_RUN if why else Fate.RAN, why)
