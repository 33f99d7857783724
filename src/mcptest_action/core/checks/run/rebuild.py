"""From a transcript to everything that a run found out. A live run goes through here as well."""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from mcptest_action.core.checks.results import CaseResult, Status, TestResult
from mcptest_action.core.protocol.exchange import NO_ERA, Hello, NoHello, handshake, pump
from mcptest_action.core.protocol.surface import NO_TOOLS, Surface, collect, collect_again
from mcptest_action.core.protocol.transcript import CHECK as CUT_OFF
from mcptest_action.core.protocol.transcript import HANDSHAKE, RESTART, SURFACE, Exchange, spoke
from mcptest_action.core.safety import Planned, Unstable, make_plan, unstable_tools
from .conduct import conduct
from .config import RunConfig
from .ended import Ended, ended_in, incomplete
from .feed import Feeder, Recording
from .model import NotStarted, Pool, RunContext, RunRecord, Task, durations_in
from .shortfall import shortfall

_Result = TypeVar("_Result", TestResult, CaseResult)


class Rebuilt(NamedTuple):
    """A run, as far as its transcript goes."""

    config: RunConfig
    exchanges: tuple[Exchange, ...]
    surface: Surface
    plan: tuple[Planned, ...]
    record: RunRecord
    unstable: tuple[Unstable, ...]
    listed: bool = True
    """Whether the listing came to its end, and the surface is what the server said it offers."""


class NothingToRebuild(NamedTuple):
    """The server never said hello."""

    because: str


def rebuild(
    exchanges: Sequence[Exchange],
    config: RunConfig,
    client_version: str,
    recording: Recording | None = None,
    *,
    relisted: bool = True,
) -> Rebuilt | NothingToRebuild:
    """The run. A transcript that ends in the middle gives an incomplete run.

    `relisted`: whether a second listing belongs to it.
    """
    feeder, ended = Feeder(exchanges, recording), ended_in(exchanges)
    met = feeder.feed(handshake(config.choice, client_version), HANDSHAKE)
    if isinstance(met, NoHello) and spoke(exchanges):
        ended = ended or Ended.without_hello(config.choice)
        return _unmet(exchanges, config, client_version, ended)
    if not isinstance(met, Hello):
        return NothingToRebuild(incomplete(ended) or "the server never said hello")
    feeder.era = met.era
    listed = feeder.feed(collect(met), SURFACE)
    surface = _no_surface(met, listed) if isinstance(listed, Ended) else listed
    plan = make_plan(surface.tools, config.execution, config.tools)
    # A run that was cut off says nothing about what would have followed its last line.
    running = conduct(
        surface,
        plan,
        config,
        client_version,
        RunContext(
            lambda: None if feeder.has_more(RESTART, CUT_OFF) else ended, durations_in(exchanges)
        ),
    )
    record = pump(running, lambda task: _done(task, feeder, ended))
    second = _second(feeder, met, client_version) if relisted else surface
    changed = dict(record.unstable)
    if isinstance(second, Ended):
        problems = (*surface.problems, second.because)
    else:
        problems = (*surface.problems, *second.problems)
        changed |= dict(unstable_tools(surface.tools, second.tools))
    if surface.problems == (NO_TOOLS,):  # a server doesn't need to have any
        problems = tuple(problem for problem in problems if problem != NO_TOOLS)
    ends = (ended, record.ended, *map(Ended, problems), shortfall(record, exchanges, config))
    record = record._replace(ended=next(filter(None, ends), None))
    unstable = tuple(Unstable(name, because) for name, because in sorted(changed.items()))
    whole = listed is surface
    return Rebuilt(config, tuple(exchanges), surface, plan, record, unstable, listed=whole)


def _unmet(
    exchanges: Sequence[Exchange], config: RunConfig, client_version: str, ended: Ended
) -> Rebuilt:
    """The run at a server that answers, but never said hello: nothing was sent to its tools."""
    surface = _no_surface(Hello(NO_ERA, {}, {}, None), ended)
    running = conduct(surface, (), config, client_version, RunContext(lambda: ended))
    nothing = Feeder(())
    record = pump(running, lambda task: _done(task, nothing, ended))
    record = record._replace(
        ended=ended,
        results=tuple(_unsent(each, ended) for each in record.results),
        tests=tuple(_unsent(each, ended) for each in record.tests),
    )
    return Rebuilt(config, tuple(exchanges), surface, (), record, (), listed=False)


def _unsent(result: _Result, ended: Ended) -> _Result:
    """What would have been cut off never began. Nor did a test that fails for want of its tool,
    which nobody has listed.
    """
    ruling = result.ruling
    begun = ruling == ended.cut_off or ruling.status is Status.FAILED
    return result._replace(ruling=ended.not_sent) if begun else result


def _no_surface(met: Hello, ended: Ended) -> Surface:
    """What we know of a server that only said hello."""
    told = met.era, met.server, met.capabilities, met.instructions
    return Surface(*told, (), (), (), (), problems=(ended.because,), sse=met.sse)


def _done(task: Task | Pool, feeder: Feeder, ended: Ended | None) -> Any:
    if isinstance(task, Pool):
        return _pooled(task, feeder, ended)
    answer = feeder.feed(task.script, task.check, task.tool)
    return ended if isinstance(answer, Ended) and ended else answer


def _pooled(pool: Pool, feeder: Feeder, ended: Ended | None) -> tuple[Any, ...]:
    """Every task of a pool sends something, so one that was not started has left no trace; and a
    pool runs on one connection, so a task on a later one was not started in this pool.
    """
    places = [feeder.connection_of(task.check, task.tool) for task in pool.tasks]
    here = min((place for place in places if place is not None), default=None)
    return tuple(
        NotStarted() if place is None or place != here else _done(task, feeder, ended)
        for task, place in zip(pool.tasks, places, strict=True)
    )


def _second(feeder: Feeder, met: Hello, client_version: str) -> Surface | Ended:
    """The surface on the second connection, or what went wrong with it."""
    if not feeder.has(RESTART):
        return Ended("the server was not listed on a second connection")
    second = feeder.feed(collect_again(met.era, client_version), RESTART)
    if isinstance(second, NoHello):
        said = second.tried[-1] if second.tried else "it could not be opened"
        return Ended(f"the server did not answer on a second connection: {said}")
    return second
