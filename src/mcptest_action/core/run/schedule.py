"""Which probe goes where, in which order; what does not go anywhere has a ruling already."""

from collections.abc import Iterator
from typing import NamedTuple

from mcptest_action.core.probes.catalogue import PROBES
from mcptest_action.core.probes.model import (
    NO_SUCH_TOOL,
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
from mcptest_action.core.safety.decide import Calls, HeldBack
from mcptest_action.core.safety.plan import Planned
from mcptest_action.core.safety.settings import NO_SETTINGS
from mcptest_action.core.surface.model import Surface

SIDE_BY_SIDE = 2


class Planning(NamedTuple):
    """A probe and what it is for: something to send to, or a ruling that says why not."""

    probe: Probe
    tool: str | None
    subject: Subject | Ruling


def schedule(surface: Surface, plan: tuple[Planned, ...], config: RunConfig) -> Iterator[Planning]:
    """What tests the server first, then tool by tool, then what is done once."""
    unknown = unknown_name(surface)
    subjects = _subjects(surface, plan, config, unknown)
    nobody = NO_TOOL._replace(unknown=unknown)
    for probe in PROBES:
        if probe.aim is Aim.NO_TOOL and config.wants(probe.id, None):
            yield Planning(probe, None, _calls_off(config) or nobody)
    for row, subject in subjects:
        for probe in PROBES:
            if probe.aim is Aim.NO_TOOL or probe.once:
                continue
            if config.wants(probe.id, row.tool.name):
                yield Planning(probe, row.tool.name, _ruled(probe, row, subject))
    names = (None, *(row.tool.name for row, _ in subjects))
    for probe in PROBES:
        if probe.once and any(config.wants(probe.id, name) for name in names):
            yield _once(probe, subjects, config)


def unknown_name(surface: Surface) -> str:
    """A name with which no listed tool's name begins."""
    listed = [name for tool in surface.tools if isinstance(name := tool.get("name"), str)]
    unknown = NO_SUCH_TOOL
    while any(name.startswith(unknown) for name in listed):
        unknown += "_"
    return unknown


_Subjects = list[tuple[Planned, Subject | NoSubject]]


def _subjects(
    surface: Surface, plan: tuple[Planned, ...], config: RunConfig, unknown: str
) -> _Subjects:
    """Every name once: of two tools with one name, nobody knows which one a call reaches."""
    rows: dict[str, tuple[Planned, Subject | NoSubject]] = {}
    for tool, row in zip(surface.tools, plan, strict=True):
        settings = config.tools.get(row.tool.name, NO_SETTINGS)
        if row.tool.name not in rows:
            subject = subject_of(tool, row.tool, settings)
            if isinstance(subject, Subject):
                subject = subject._replace(unknown=unknown)
            rows[row.tool.name] = row, subject
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
    """On the first tool that it may be sent to and has something to send to."""
    if probe.side_by_side and config.execution.concurrency < SIDE_BY_SIDE:
        return Planning(probe, None, not_applicable("calls are made one at a time (concurrency)"))
    # Where it does not matter, it is not put to a tool of which only the name sounds harmless.
    declared_first = sorted(subjects, key=lambda pair: not pair[0].tool.is_declared_read_only)
    for row, subject in declared_first:
        if config.wants(probe.id, row.tool.name):
            ruled = _ruled(probe, row, subject)
            if isinstance(ruled, Subject) and _sends(probe, ruled):
                return Planning(probe, row.tool.name, ruled)
    if probe.without_tool:
        return Planning(probe, None, NO_TOOL)
    none = not_applicable("there is no tool that it may be sent to")
    return Planning(probe, None, _calls_off(config) or none)


def _sends(probe: Probe, subject: Subject) -> bool:
    """Whether the script has anything to send. It is pure: asking has no consequences."""
    return next(probe.script(subject), None) is not None


def _calls_off(config: RunConfig) -> Ruling | None:
    if config.execution.calls is not Calls.NONE:
        return None
    return Ruling(Status.SKIPPED, "calls are switched off", HeldBack.CALLS_OFF)
