"""The run itself, as a generator: it yields tasks and receives what came of them.

The shell drives it at a server, and a replay from a transcript. Both get the same record.
"""

from collections.abc import Generator
from typing import Any

from mcptest_action.core.exchange.era import Era
from mcptest_action.core.exchange.handshake import NoHello
from mcptest_action.core.exchange.reaction import NotSent, Reaction
from mcptest_action.core.exchange.reconnect import reconnect
from mcptest_action.core.probes import repeated_call
from mcptest_action.core.probes.catalogue import REVIEWS
from mcptest_action.core.probes.contract import broken, is_rejection
from mcptest_action.core.probes.model import Family, Ruling, Subject, inconclusive
from mcptest_action.core.probes.off_topic import is_answer
from mcptest_action.core.run import active
from mcptest_action.core.run.config import RunConfig
from mcptest_action.core.run.endurance import Endurance
from mcptest_action.core.run.model import ActiveProbe, CutOff, RunRecord, Task, TestResult
from mcptest_action.core.run.schedule import Planning, schedule
from mcptest_action.core.run.watch import watched
from mcptest_action.core.safety.decide import Calls
from mcptest_action.core.safety.plan import Planned
from mcptest_action.core.surface.model import Surface

Conduct = Generator[Task, Any, RunRecord]


def conduct(
    surface: Surface, plan: tuple[Planned, ...], config: RunConfig, client_version: str
) -> Conduct:
    """Every probe in its order; the record holds one result for each, run or not."""
    state = _State(surface.era, client_version)
    for planning in schedule(surface, plan, config):
        ruling = yield from _one(state, planning)
        probe = planning.probe
        state.results.append(
            TestResult(
                probe.id, planning.tool, probe.fault, probe.family, probe.negative_path, ruling
            )
        )
    deep = yield from _deep_scan(state, surface, plan, config)
    names = (None, *(row.tool.name for row in plan))
    for review in REVIEWS:
        if any(config.wants(review.id, name) for name in names):
            ruling = review.rule(state.reactions)
            state.results.append(
                TestResult(review.id, None, review.fault, review.family, False, ruling)
            )
    return RunRecord(tuple(state.results), deep, state.incomplete)


class _State:
    """What a run remembers from one task to the next."""

    def __init__(self, era: Era, client_version: str) -> None:
        self.era = era
        self.client_version = client_version
        self.results: list[TestResult] = []
        self.reactions: list[Reaction] = []
        """To what may be read; the reviews look back at them."""
        self.worked: set[str | None] = set()
        """Tools whose valid call got a result."""
        self.endurance = Endurance()
        self.reconnects = 0
        self.incomplete = ""


def _one(state: _State, planning: Planning) -> Generator[Task, Any, Ruling]:
    tool, subject = planning.tool, planning.subject
    if isinstance(subject, Ruling):
        return subject
    if state.incomplete:
        return inconclusive(f"not sent: {state.incomplete}")
    if tool is not None and tool in state.endurance.hung:
        return inconclusive("not sent: the tool did not answer an earlier request")
    return (yield from _sent(state, planning, subject._replace(worked=tool in state.worked)))


def _sent(state: _State, planning: Planning, subject: Subject) -> Generator[Task, Any, Ruling]:
    probe, tool = planning.probe, planning.tool
    reactions: list[Reaction] = []
    script = watched(probe.script(subject), reactions)
    ruling: Ruling | CutOff = yield Task(probe.id, tool, script)
    if isinstance(ruling, CutOff):
        state.incomplete = ruling.because
        return inconclusive(f"cut off: {ruling.because}")
    if not subject.withheld:
        state.reactions += reactions
    if probe.id == repeated_call.PROBE.id and all(map(_is_result, reactions)):
        state.worked.add(tool)
    if state.endurance.note(tool, reactions, taxing=probe.taxing):
        yield from _recover(state)
    return ruling


def _is_result(reaction: Reaction) -> bool:
    return is_answer(reaction) and not is_rejection(reaction)


def _recover(state: _State) -> Generator[Task, Any, None]:
    """A new connection, unless the server has had enough chances."""
    state.incomplete = state.endurance.end
    if state.incomplete:
        return
    state.reconnects += 1
    script = reconnect(state.era, state.client_version)
    met = yield Task("reconnect", str(state.reconnects), script)
    if isinstance(met, CutOff):
        state.incomplete = met.because
    elif isinstance(met, NoHello):
        said = met.tried[-1] if met.tried else "it could not be reached"
        state.incomplete = f"the server did not come back on a new connection: {said}"


def _deep_scan(
    state: _State, surface: Surface, plan: tuple[Planned, ...], config: RunConfig
) -> Generator[Task, Any, ActiveProbe]:
    if not config.deep_scan:
        return active.not_run("the deep scan is off")
    if config.execution.calls is Calls.NONE:
        return active.not_run("calls are switched off")
    if state.incomplete:
        return active.not_run(f"the run had ended: {state.incomplete}")
    attempts: list[active.Attempt] = []
    for tool, arguments in active.candidates(surface.tools, plan, config):
        if state.incomplete or len(attempts) == active.MOST_CALLS:
            break
        if tool.name in state.endurance.hung:
            continue
        reaction = yield Task(active.ACTIVE_PROBE, tool.name, active.call(tool.name, arguments))
        if isinstance(reaction, CutOff):
            state.incomplete = reaction.because
        elif not isinstance(reaction, NotSent):
            attempts.append(active.Attempt(tool.name, reaction))
            if not tool.withholds_results:
                state.reactions.append(reaction)
            yield from _endured(state, tool.name, reaction)
    return active.concluded(attempts)


def _endured(state: _State, tool: str, reaction: Reaction) -> Generator[Task, Any, None]:
    """To the rule of the deep scan, a crash is a transport error; the run has failed by it."""
    if not is_answer(reaction):
        ruling = broken(reaction)
        state.results.append(
            TestResult(active.ACTIVE_PROBE, tool, active.FAULT, Family.TOOL, False, ruling)
        )
    if state.endurance.note(tool, [reaction]):
        yield from _recover(state)
