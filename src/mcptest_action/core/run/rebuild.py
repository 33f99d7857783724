"""From a transcript to everything that a run found out. The live run goes through here as well."""

from collections.abc import Sequence
from typing import NamedTuple

from mcptest_action.core.exchange.handshake import Hello, NoHello, handshake
from mcptest_action.core.run.active import OFF
from mcptest_action.core.run.conduct import conduct
from mcptest_action.core.run.config import RunConfig
from mcptest_action.core.run.feed import Feeder, TranscriptEndsError
from mcptest_action.core.run.model import RunRecord
from mcptest_action.core.safety.plan import Planned, make_plan
from mcptest_action.core.safety.stability import Unstable, unstable_tools
from mcptest_action.core.surface.again import collect_again
from mcptest_action.core.surface.collect import collect
from mcptest_action.core.surface.model import Surface
from mcptest_action.core.transcript.lines import Exchange

SURFACE = "surface"
RESTART = "restart"
HANDSHAKE = "handshake"


class Rebuilt(NamedTuple):
    """A run, as far as its transcript goes."""

    config: RunConfig
    exchanges: tuple[Exchange, ...]
    surface: Surface
    plan: tuple[Planned, ...]
    record: RunRecord
    unstable: tuple[Unstable, ...]


class NothingToRebuild(NamedTuple):
    """The server never said what it offers."""

    because: str


def rebuild(
    exchanges: Sequence[Exchange], config: RunConfig, client_version: str, cut_off: str
) -> Rebuilt | NothingToRebuild:
    """The run. `cut_off` says why its transcript may end in the middle."""
    feeder = Feeder(exchanges)
    try:
        met = feeder.feed(handshake(config.choice, client_version), HANDSHAKE)
        if isinstance(met, NoHello):
            return NothingToRebuild("the server never said hello")
        surface = feeder.feed(collect(met), SURFACE)
    except TranscriptEndsError:
        return NothingToRebuild(cut_off or "the transcript ends before the server listed its tools")
    plan = make_plan(surface.tools, config.execution, config.tools)
    record = _conducted(feeder, surface, plan, config, client_version, cut_off)
    unstable: tuple[Unstable, ...]
    second = _second(feeder, met, client_version)
    if isinstance(second, NothingToRebuild):
        problems, unstable = (*surface.problems, second.because), ()
    else:
        problems = (*surface.problems, *second.problems)
        unstable = unstable_tools(surface.tools, second.tools)
    if problems and not record.incomplete:
        record = record._replace(incomplete=problems[0])
    return Rebuilt(config, tuple(exchanges), surface, plan, record, unstable)


def _conducted(  # noqa: PLR0913, PLR0917 - all that a run depends on
    feeder: Feeder,
    surface: Surface,
    plan: tuple[Planned, ...],
    config: RunConfig,
    client_version: str,
    cut_off: str,
) -> RunRecord:
    running = conduct(surface, plan, config, client_version)
    answer = None
    while True:
        try:
            task = running.send(answer)
        except StopIteration as done:
            record: RunRecord = done.value
            return record._replace(incomplete=record.incomplete or cut_off)
        try:
            answer = feeder.feed(task.script, task.check, task.tool)
        except TranscriptEndsError as end:
            return RunRecord((), OFF, cut_off or f"the transcript is not complete: {end}")


def _second(feeder: Feeder, met: Hello, client_version: str) -> Surface | NothingToRebuild:
    """The surface on the second connection, or what went wrong with it."""
    if not feeder.has(RESTART):
        return NothingToRebuild("the server was not listed on a second connection")
    try:
        second = feeder.feed(collect_again(met.era, client_version), RESTART)
    except TranscriptEndsError:
        return NothingToRebuild("the second connection was cut off")
    if isinstance(second, NoHello):
        said = second.tried[-1] if second.tried else "it could not be opened"
        return NothingToRebuild(f"the server did not answer on a second connection: {said}")
    return second
