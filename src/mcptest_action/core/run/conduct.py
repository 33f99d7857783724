"""The run itself, as a generator: it yields tasks and receives what came of them.

The shell drives it at a server, and a replay from a transcript. Both get the same record.
"""

from collections.abc import Generator
from typing import Any

from mcptest_action.core.exchange.era import Era
from mcptest_action.core.exchange.handshake import NoHello
from mcptest_action.core.exchange.reaction import Reaction
from mcptest_action.core.exchange.reconnect import reconnect
from mcptest_action.core.probes import error_leaks_internals as leaks
from mcptest_action.core.probes.model import Family, Probe, Ruling, Status, Subject
from mcptest_action.core.run.active import OFF, probe_actively
from mcptest_action.core.run.config import RunConfig
from mcptest_action.core.run.endurance import Endurance
from mcptest_action.core.run.model import ActiveProbe, RunRecord, Task, TestResult
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
        yield from _one(state, planning)
    active = OFF
    if config.deep_scan and config.execution.calls is not Calls.NONE and not state.incomplete:
        active = yield from _deep_scan(state, surface, plan)
    if config.wants(leaks.ID, None):
        ruling = leaks.rule(state.reactions)
        state.results.append(
            TestResult(leaks.ID, None, leaks.FAULT, Family.CONFIGURATION, False, ruling)
        )
    return RunRecord(tuple(state.results), active, state.incomplete)


class _State:
    """What a run remembers from one task to the next."""

    def __init__(self, era: Era, client_version: str) -> None:
        self.era = era
        self.client_version = client_version
        self.results: list[TestResult] = []
        self.reactions: list[Reaction] = []
        self.endurance = Endurance()
        self.reconnects = 0
        self.incomplete = ""

    def conclude(self, probe: Probe, tool: str | None, ruling: Ruling) -> None:
        self.results.append(
            TestResult(probe.id, tool, probe.fault, probe.family, probe.negative_path, ruling)
        )


def _one(state: _State, planning: Planning) -> Generator[Task, Any, None]:
    probe, tool, subject = planning.probe, planning.tool, planning.subject
    if isinstance(subject, Ruling):
        state.conclude(probe, tool, subject)
    elif state.incomplete:
        state.conclude(probe, tool, _not_tried(f"the run had ended: {state.incomplete}"))
    elif tool is not None and tool in state.endurance.hung:
        state.conclude(probe, tool, _not_tried("the tool did not answer an earlier request"))
    else:
        ruling = yield from _sent(state, probe, tool, subject)
        state.conclude(probe, tool, ruling)


def _sent(
    state: _State, probe: Probe, tool: str | None, subject: Subject
) -> Generator[Task, Any, Ruling]:
    reactions: list[Reaction] = []
    ruling: Ruling = yield Task(probe.id, tool, watched(probe.script(subject), reactions))
    if not subject.withheld:
        state.reactions += reactions
    if state.endurance.note(tool, reactions):
        yield from _recover(state)
    return ruling


def _recover(state: _State) -> Generator[Task, Any, None]:
    """A new connection, unless the server has had enough chances."""
    state.incomplete = state.endurance.end
    if state.incomplete:
        return
    state.reconnects += 1
    script = reconnect(state.era, state.client_version)
    met = yield Task("reconnect", str(state.reconnects), script)
    if isinstance(met, NoHello):
        said = met.tried[-1] if met.tried else "it could not be reached"
        state.incomplete = f"the server did not come back on a new connection: {said}"


def _deep_scan(
    state: _State, surface: Surface, plan: tuple[Planned, ...]
) -> Generator[Task, Any, ActiveProbe]:
    scan = probe_actively(surface.tools, plan)
    reaction: Any = None
    while True:
        try:
            task = scan.send(reaction)
        except StopIteration as done:
            result: ActiveProbe = done.value
            return result
        reaction = yield task
        if state.endurance.note(task.tool, [reaction]):
            yield from _recover(state)


def _not_tried(because: str) -> Ruling:
    return Ruling(Status.INCONCLUSIVE, f"not sent: {because}")
