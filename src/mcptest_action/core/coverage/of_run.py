"""What the probes of a run have looked for. What was left out counts as not looked for."""

from collections.abc import Iterator, Sequence

from mcptest_action.core.checks.family import Family
from mcptest_action.core.checks.ruling import DECIDED, Ruling, Skip
from mcptest_action.core.coverage.known import LEFT_OUT
from mcptest_action.core.coverage.model import Exercise, Fate
from mcptest_action.core.probes.catalogue import PROBES, REVIEWS
from mcptest_action.core.probes.model import Aim, Probe
from mcptest_action.core.run import active
from mcptest_action.core.run.model import ActiveProbe
from mcptest_action.core.run.rebuild import Rebuilt
from mcptest_action.core.surface.collect import NO_TOOLS

WITHOUT_TOOLS = "the server has no tools"
_OF_THE_SERVER = (Aim.NO_TOOL, Aim.GOODBYE)


def exercises_of_run(run: Rebuilt) -> Iterator[Exercise]:
    """One for every place where a probe of ours could have looked, in the order of the probes.

    Of a run without probes there is nothing to say here.
    """
    if not run.config.probing:
        return
    results = run.record.results
    found = {(result.check, result.tool): result.ruling for result in results}
    tools = list(dict.fromkeys(row.tool.name for row in run.plan))
    for probe in PROBES:
        if _is_per_tool(probe):
            rulings = [found.get((probe.id, tool)) for tool in tools]
        else:
            rulings = [_only([result.ruling for result in results if result.check == probe.id])]
        for ruling in rulings:
            yield Exercise(probe.family, probe.fault, *fate_of(ruling))
        if not rulings:
            yield Exercise(probe.family, probe.fault, *_without_tools(run))
    for review in REVIEWS:
        yield Exercise(review.family, review.fault, *fate_of(found.get((review.id, None))))
    yield Exercise(Family.TOOL, active.FAULT, *_deep_scan(run.record.active_probe))


def _is_per_tool(probe: Probe) -> bool:
    return probe.aim not in _OF_THE_SERVER and not probe.once


def _only(rulings: Sequence[Ruling]) -> Ruling | None:
    return rulings[0] if rulings else None


def fate_of(ruling: Ruling | None) -> tuple[Fate, str]:
    if ruling is None:
        return Fate.NOT_RUN, LEFT_OUT
    if ruling.status in DECIDED:
        return Fate.RAN, ""
    if ruling.skip == Skip.NOT_APPLICABLE:
        return Fate.NOT_APPLICABLE, ruling.because
    return Fate.NOT_RUN, str(ruling.skip or ruling.status)


def _without_tools(run: Rebuilt) -> tuple[Fate, str]:
    """A server that could not be listed may have tools all the same."""
    incomplete = run.record.incomplete
    if incomplete and incomplete != NO_TOOLS:
        return Fate.NOT_RUN, incomplete
    return Fate.NOT_APPLICABLE, WITHOUT_TOOLS


def _deep_scan(probe: ActiveProbe) -> tuple[Fate, str]:
    """It has to be asked for; until then, nobody has looked."""
    if probe.ran:
        return Fate.RAN, ""
    return Fate.NOT_RUN, probe.ruling.because
