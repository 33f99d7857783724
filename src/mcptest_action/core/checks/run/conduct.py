"""The run itself, as a generator: it yields tasks and receives their results.

The shell drives it at a server, and a replay from a transcript. Both get the same record.
"""

from collections.abc import Generator
from typing import Any

from mcptest_action.core.checks.probes import (
    REVIEWS,
    Aim,
    Observation,
    Probe,
    RequestKind,
    Subject,
    broken,
    is_answer,
    is_result,
    only_internal_errors,
    repeated_call,
)
from mcptest_action.core.checks.results import (
    Family,
    Ruling,
    Skip,
    Status,
    TestResult,
    inconclusive,
)
from mcptest_action.core.protocol.exchange import (
    CallTool,
    NotSent,
    Reaction,
    Script,
    Step,
    TurnedAway,
    watched,
)
from mcptest_action.core.protocol.surface import Surface
from mcptest_action.core.safety import Planned
from . import active
from .config import RunConfig
from .delivery import is_starved
from .ended import Ended
from .measured import is_break
from .mirrored import mirrored
from .model import ActiveProbe, Pool, RunContext, RunRecord, Task
from .rejected import all_rejected
from .schedule import PlannedProbe, goodbyes, schedule
from .state import RunState, begin_anew, recover
from .suites import conduct_suites

Conduct = Generator[Task | Pool, Any, RunRecord]


def conduct(
    surface: Surface,
    plan: tuple[Planned, ...],
    config: RunConfig,
    client_version: str,
    context: RunContext = RunContext(),  # noqa: B008 - a value that cannot change
) -> Conduct:
    """The user's tests, then every probe in its order; the record holds one result for each,
    run or not. Tests come first: a probe may use up the one call that a tool gets.
    """
    state, ended = RunState(surface, plan, config, client_version), context.ended
    tests = yield from conduct_suites(state, context)
    if not config.probing:
        deep = active.not_run("only tests were run")
        return RunRecord((), deep, state.ended, state.unstable_tools, tests=tests)
    for planning in schedule(surface, plan, config, lambda: state.ended or ended()):
        yield from _one(state, planning)
    deep = yield from _deep_scan(state, surface, plan, config)
    for planning in goodbyes(config):
        yield from _goodbye(state, planning)
    names = (None, *(row.tool.name for row in plan))
    for review in REVIEWS:
        if any(config.wants(review.id, name) for name in names):
            ruling = review.rule(state.seen)
            state.results.append(
                TestResult(review.id, None, review.fault, review.family, False, ruling)
            )
    hopeless = only_internal_errors.all_internal(state.seen)
    if not hopeless and not state.tests_worked:
        hopeless = all_rejected(state.seen)
    results = tuple(state.results)
    return RunRecord(results, deep, state.ended, state.unstable_tools, hopeless, tests=tests)


def _one(state: RunState, planning: PlannedProbe) -> Generator[Task, Any, None]:
    ruling = yield from _ruled(state, planning)
    probe, tool = planning.probe, planning.tool
    state.results.append(
        TestResult(probe.id, tool, probe.fault, probe.family, probe.negative_path, ruling)
    )


def _goodbye(state: RunState, planning: PlannedProbe) -> Generator[Task, Any, None]:
    """A server that stays may still be busy with odd requests, so it gets another connection
    without any. One that died of them, or hangs, has had its chance.
    """
    yield from _one(state, planning)
    after_odd = state.results[-1].ruling
    if after_odd.status is Status.FAILED and not is_break(state.seen[-1].reaction):
        yield from begin_anew(state)
        again = planning.probe._replace(id=f"{planning.probe.id}_again")
        ruling = yield from _ruled(state, planning._replace(probe=again))
        if ruling.status is Status.PASSED:
            late = f"{ruling.because}, though not after odd requests: there, it {after_odd.because}"
            ruling = ruling._replace(because=late)
        state.results[-1] = state.results[-1]._replace(ruling=ruling)


def _ruled(state: RunState, planning: PlannedProbe) -> Generator[Task, Any, Ruling]:
    tool, subject = planning.tool, planning.subject
    if isinstance(subject, Ruling):
        if subject.skip == Skip.NO_SAMPLE:
            # Finding that out took time, so the driver may want to stop.
            yield Task(planning.probe.id, tool, _nothing())
        return subject
    if state.ended is not None:
        return state.ended.not_sent
    if isinstance(subject, Ended):
        state.ended = subject
        return subject.cut_off
    if tool is not None and tool in state.endurance.hung:
        return inconclusive("not sent: the tool did not answer an earlier request")
    return (yield from _sent(state, planning, subject._replace(worked=tool in state.worked)))


def _nothing() -> Script[None]:
    yield from ()


def _sent(
    state: RunState, planning: PlannedProbe, subject: Subject
) -> Generator[Task, Any, Ruling]:
    probe, tool = planning.probe, planning.tool
    log: list[tuple[Step, Reaction]] = []
    script = watched(mirrored(probe.script(subject), state.schemas), log)
    ruling: Ruling | Ended = yield Task(probe.id, tool, script)
    if isinstance(ruling, Ended):
        state.ended = ruling
        return ruling.cut_off
    reactions = [reaction for _, reaction in log]
    state.seen += [
        Observation(_kind_of(step, probe, subject), r, subject.withheld, subject) for step, r in log
    ]
    if probe.id == repeated_call.PROBE.id and all(map(is_result, reactions)):
        state.worked.add(tool)
    if state.endurance.note(tool, reactions, taxing=probe.taxing):
        yield from recover(state)
    away = next((r for r in reactions if isinstance(r, TurnedAway)), None)
    if away is not None:
        return broken(away)  # it says nothing, good or bad, of the request
    # Half of what a probe does proves no more than none of it; a fault that it found is one.
    starved = next(filter(is_starved, reactions), None)
    return ruling if starved is None or ruling.status is Status.FAILED else broken(starved)


def _kind_of(step: Step, probe: Probe, subject: Subject) -> RequestKind:
    if not isinstance(step, CallTool) or not step.waits:  # it may have been unreadable
        return RequestKind.SOMETHING_ELSE
    if step.name.startswith(subject.unknown):
        return RequestKind.NO_SUCH_TOOL
    return RequestKind.VALID_CALL if probe.aim is Aim.VALID_CALL else RequestKind.BAD_REQUEST


def _deep_scan(
    state: RunState, surface: Surface, plan: tuple[Planned, ...], config: RunConfig
) -> Generator[Task, Any, ActiveProbe]:
    if not config.deep_scan:
        lacks = config.deep_scan_lacks
        return active.not_run(f"the deep scan is off{lacks and f': it also needs {lacks}'}")
    if not config.calls_tools:
        return active.not_run("calls are switched off")
    if state.ended is not None:
        return active.not_run(f"the run had ended: {state.ended.because}")
    attempts: list[active.DeepCall] = []
    for tool in active.callable_tools(surface.tools, plan, config):
        if state.ended or len(attempts) == active.MOST_CALLS:
            break
        if tool.name in state.endurance.hung:
            continue
        script = mirrored(active.call(tool.name, tool.arguments), state.schemas)
        reaction = yield Task(active.ACTIVE_PROBE, tool.name, script)
        if isinstance(reaction, Ended):
            state.ended = reaction
        elif not isinstance(reaction, NotSent):
            attempts.append(active.DeepCall(tool.name, reaction))
            state.seen.append(Observation(RequestKind.VALID_CALL, reaction, tool.withheld, tool))
            yield from _endured(state, tool.name, reaction)
    return active.concluded(attempts)


def _endured(state: RunState, tool: str, reaction: Reaction) -> Generator[Task, Any, None]:
    """The deep scan's rule counts a crash as a transport error; for the run it is a failure."""
    if not is_answer(reaction):
        ruling = broken(reaction)
        state.results.append(
            TestResult(active.ACTIVE_PROBE, tool, active.FAULT, Family.TOOL, False, ruling)
        )
    if state.endurance.note(tool, [reaction]):
        yield from recover(state)
