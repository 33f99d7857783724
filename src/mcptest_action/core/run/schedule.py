"""Which probe goes where, in which order; what does not go anywhere has a ruling already."""

from collections.abc import Iterator
from typing import NamedTuple

from mcptest_action.core.probes.catalogue import PROBES
from mcptest_action.core.probes.model import (
    NO_TOOL,
    Aim,
    Probe,
    Ruling,
    Skip,
    Status,
    Subject,
    not_applicable,
)
from mcptest_action.core.run.config import RunConfig
from mcptest_action.core.run.selection import why_not
from mcptest_action.core.run.subject import NoSubject, subject_of
from mcptest_action.core.safety.decide import Calls
from mcptest_action.core.safety.plan import Planned
from mcptest_action.core.safety.settings import NO_SETTINGS
from mcptest_action.core.surface.model import Surface


class Planning(NamedTuple):
    """A probe and what it is for: something to send to, or a ruling that says why not."""

    probe: Probe
    tool: str | None
    subject: Subject | Ruling


def schedule(surface: Surface, plan: tuple[Planned, ...], config: RunConfig) -> Iterator[Planning]:
    """What tests the server first, then tool by tool, then what is done once."""
    subjects = _subjects(surface, plan, config)
    for probe in PROBES:
        if probe.aim is Aim.NO_TOOL and config.wants(probe.id, None):
            off = config.execution.calls is Calls.NONE
            yield Planning(probe, None, _calls_off() if off else NO_TOOL)
    for row, subject in subjects:
        for probe in PROBES:
            if probe.aim is Aim.NO_TOOL or probe.once:
                continue
            if config.wants(probe.id, row.tool.name):
                yield Planning(probe, row.tool.name, _ruled(probe, row, subject))
    for probe in PROBES:
        if probe.once and config.wants(probe.id, None):
            yield _once(probe, subjects, config)


_Subjects = list[tuple[Planned, Subject | NoSubject]]


def _subjects(surface: Surface, plan: tuple[Planned, ...], config: RunConfig) -> _Subjects:
    """Every name once: of two tools with one name, nobody knows which one a call reaches."""
    rows: dict[str, tuple[Planned, Subject | NoSubject]] = {}
    for tool, row in zip(surface.tools, plan, strict=True):
        settings = config.tools.get(row.tool.name, NO_SETTINGS)
        if row.tool.name and row.tool.name not in rows:
            rows[row.tool.name] = row, subject_of(tool, row.tool, settings)
    return list(rows.values())


def _ruled(probe: Probe, row: Planned, subject: Subject | NoSubject) -> Subject | Ruling:
    held = why_not(probe, row)
    if held is not None:
        return held
    if isinstance(subject, NoSubject):
        because = f"no valid arguments could be made for it: {subject.because}"
        return Ruling(Status.SKIPPED, because, Skip.NO_SAMPLE)
    return subject


def _once(probe: Probe, subjects: _Subjects, config: RunConfig) -> Planning:
    """On the first tool that it may be sent to."""
    for row, subject in subjects:
        if config.wants(probe.id, row.tool.name):
            ruled = _ruled(probe, row, subject)
            if isinstance(ruled, Subject):
                return Planning(probe, row.tool.name, ruled)
    if probe.without_tool:
        return Planning(probe, None, NO_TOOL)
    return Planning(probe, None, not_applicable("there is no tool that it may be sent to"))


def _calls_off() -> Ruling:
    return Ruling(Status.SKIPPED, "calls are switched off", "calls_off")
