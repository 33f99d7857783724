"""Which probe goes where, in which order; a probe that goes nowhere already has a ruling."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.checks.probes import NO_TOOL, PROBES, Aim, Probe, Subject
from mcptest_action.core.checks.results import Ruling, Skip, not_applicable, skipped
from mcptest_action.core.protocol.exchange import EraName, Provenance, Returned, advance
from mcptest_action.core.protocol.surface import LISTINGS, Surface, made_up_name, must_be_task
from mcptest_action.core.safety import NO_SETTINGS, HeldBack, Planned
from .config import RunConfig
from .ended import Ended, HasEnded, goes_on
from .subject import NoSubject, subject_of, why_held_back

SIDE_BY_SIDE = 2
_OF_THE_SERVER = (Aim.NO_TOOL, Aim.GOODBYE)


class PlannedProbe(NamedTuple):
    """A probe and its subject: something to send to, a ruling that says why not, or the end of
    the run.
    """

    probe: Probe
    tool: str | None
    subject: Subject | Ruling | Ended


def schedule(
    surface: Surface, plan: tuple[Planned, ...], config: RunConfig, ended: HasEnded = goes_on
) -> Iterator[PlannedProbe]:
    """What is sound, then what is refusable, then what is odd, so that nothing odd has been sent
    where a sound call is ruled on. Of each: first what the server is asked, then tool by tool,
    then what is done once.

    Makes arguments when a tool's turn comes, because that takes time; none after the run's end.
    """
    unknown = made_up_name(surface)
    subjects = _Subjects(surface, plan, config, unknown, ended)
    nobody = NO_TOOL._replace(unknown=unknown, ordinary=subjects.ordinary)
    names = (None, *(row.tool.name for row in subjects.rows))
    for sends in Provenance:
        probes = [probe for probe in PROBES if probe.sends is sends]
        for probe in probes:
            if probe.aim is Aim.NO_TOOL and config.wants(probe.id, None):
                yield PlannedProbe(probe, None, _calls_off(config) or nobody)
        of_tools = [p for p in probes if p.aim not in _OF_THE_SERVER and not p.once]
        for row in subjects.rows:
            for probe in of_tools:
                if config.wants(probe.id, row.tool.name):
                    yield PlannedProbe(probe, row.tool.name, subjects.ruled(probe, row))
        for probe in probes:
            if probe.once and any(config.wants(probe.id, name) for name in names):
                yield _once(probe, subjects, config)


def goodbyes(config: RunConfig) -> Iterator[PlannedProbe]:
    """What ends the connection. It calls nothing, so it runs even if calls are switched off."""
    for probe in PROBES:
        if probe.aim is Aim.GOODBYE and config.wants(probe.id, None):
            yield PlannedProbe(probe, None, NO_TOOL)


class _Subjects:
    """The tools, every name once: if two share a name, nobody knows which one a call reaches."""

    def __init__(
        self,
        surface: Surface,
        plan: tuple[Planned, ...],
        config: RunConfig,
        unknown: str,
        ended: HasEnded,
    ) -> None:
        self._tools: dict[str, tuple[Mapping[str, Any], Planned]] = {}
        for tool, row in zip(surface.tools, plan, strict=True):
            self._tools.setdefault(row.tool.name, (tool, row))
        self._surface, self._config, self._unknown, self._ended = surface, config, unknown, ended
        self._made: dict[str, Subject | NoSubject] = {}
        self.ordinary = _ordinary(surface)

    @property
    def rows(self) -> list[Planned]:
        return [row for _, row in self._tools.values()]

    def ruled(self, probe: Probe, row: Planned) -> Subject | Ruling | Ended:
        held = why_held_back(probe, row)
        if held is not None:
            return held
        if must_be_task(self._surface, self._tools[row.tool.name][0]):
            return not_applicable("the tool can be called as a task only")
        end = self._ended()
        if end is not None and row.tool.name not in self._made:
            return end
        subject = self._subject(row.tool.name)
        if isinstance(subject, NoSubject):
            because = f"no valid arguments could be made for it: {subject.because}"
            return skipped(because, Skip.NO_SAMPLE)
        return subject

    def _subject(self, name: str) -> Subject | NoSubject:
        if name not in self._made:
            tool, row = self._tools[name]
            settings = self._config.tools.get(name, NO_SETTINGS)
            subject = subject_of(tool, row.tool, settings)
            if isinstance(subject, Subject):
                subject = subject._replace(unknown=self._unknown)
            self._made[name] = subject
        return self._made[name]


def _ordinary(surface: Surface) -> str:
    """A request that even a server without tools must answer."""
    for listing in LISTINGS:
        if listing.capability in surface.capabilities:
            return listing.method
    return "server/discover" if surface.era.name is EraName.MODERN else "ping"


def _once(probe: Probe, subjects: _Subjects, config: RunConfig) -> PlannedProbe:
    """On the first tool that it may go to and has something to send to."""
    if probe.side_by_side and config.execution.concurrency < SIDE_BY_SIDE:
        return PlannedProbe(
            probe, None, not_applicable("calls are made one at a time (concurrency)")
        )
    # If it does not matter, it doesn't go to a tool of which only the name sounds harmless.
    declared_first = sorted(subjects.rows, key=lambda row: not row.tool.is_declared_read_only)
    ended: Ended | None = None
    for row in declared_first:
        if config.wants(probe.id, row.tool.name):
            ruled = subjects.ruled(probe, row)
            if isinstance(ruled, Ended):
                ended = ruled
            if isinstance(ruled, Subject) and _sends(probe, ruled):
                return PlannedProbe(probe, row.tool.name, ruled)
    if ended is not None:
        return PlannedProbe(probe, None, ended)
    if probe.without_tool:
        return PlannedProbe(probe, None, NO_TOOL._replace(ordinary=subjects.ordinary))
    none = not_applicable("there is no tool that it may be sent to")
    return PlannedProbe(probe, None, _calls_off(config) or none)


def _sends(probe: Probe, subject: Subject) -> bool:
    """Whether the script has anything to send. It is pure: asking has no consequences."""
    return not isinstance(advance(probe.script(subject)), Returned)


def _calls_off(config: RunConfig) -> Ruling | None:
    if config.calls_tools:
        return None
    return skipped("calls are switched off", HeldBack.CALLS_OFF)
