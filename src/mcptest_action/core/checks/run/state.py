"""What a run remembers from one task to the next, and how it goes on after a break.

A server that lists itself again must still be the one that was planned for.
"""

from collections.abc import Generator, Iterable, Iterator, Mapping
from typing import Any

from mcptest_action.core.checks.probes import Observation
from mcptest_action.core.checks.results import TestResult
from mcptest_action.core.protocol.exchange import Hello, NoHello, reconnect
from mcptest_action.core.protocol.surface import Surface, canonical, collect_again
from mcptest_action.core.safety import (
    Decision,
    Planned,
    Unstable,
    decided_by_name,
    make_plan,
    unstable_tools,
)
from .config import RunConfig
from .ended import Ended, Endurance
from .mirrored import schemas_of
from .model import Task

_ORDER = tuple(Decision)
RECONNECT = "reconnect"


class RunState:
    """What a run remembers from one task to the next."""

    def __init__(
        self, surface: Surface, plan: tuple[Planned, ...], config: RunConfig, client_version: str
    ) -> None:
        self.surface = surface
        self.schemas = schemas_of(surface)
        self.plan = plan
        self.config = config
        self.client_version = client_version
        self.results: list[TestResult] = []
        self.seen: list[Observation] = []
        """What the reviews look back at."""
        self.worked: set[str | None] = set()
        """Tools whose valid call got a result."""
        self.tests_worked = False
        """Whether a call in a test of the user got a result."""
        self.endurance = Endurance()
        self.reconnects = 0
        self.unstable: dict[str, str] = {}
        """Tools that declared something else on a new connection, and what."""
        self.ended: Ended | None = None

    @property
    def unstable_tools(self) -> tuple[Unstable, ...]:
        return tuple(Unstable(name, why) for name, why in sorted(self.unstable.items()))


def begin_anew(state: RunState) -> Generator[Task, Any, None]:
    """A new connection to a server with which nothing is wrong."""
    if state.ended is not None:
        return
    state.reconnects += 1
    script = reconnect(state.surface.era, state.client_version)
    met: Hello | NoHello | Ended = yield Task(RECONNECT, str(state.reconnects), script)
    if not isinstance(met, Hello):
        state.ended = met if isinstance(met, Ended) else _not_back(met)


def recover(state: RunState) -> Generator[Task, Any, None]:
    """A new connection, unless the server has had enough chances, or has changed."""
    state.ended = state.endurance.end
    if state.ended is not None:
        return
    state.reconnects += 1
    script = collect_again(state.surface.era, state.client_version)
    again: Surface | NoHello | Ended
    again = yield Task(RECONNECT, str(state.reconnects), script)
    if isinstance(again, Ended):
        state.ended = again
    elif isinstance(again, NoHello):
        state.ended = _not_back(again)
    else:
        unstable = dict(unstable_tools(state.surface.tools, again.tools))
        reasons = _reasons(state, again, unstable)
        state.ended = next(map(Ended, reasons), None)
        state.unstable = {**unstable, **state.unstable}


def _not_back(met: NoHello) -> Ended:
    said = met.tried[-1] if met.tried else "it could not be reached"
    return Ended(f"the server did not come back on a new connection: {said}")


def _reasons(state: RunState, again: Surface, unstable: Mapping[str, str]) -> Iterator[str]:
    """Why the plan does not hold for what the server lists now.

    A stricter declaration stops nothing: the guard applies the stricter one.
    """
    planned, config = state.surface, state.config
    for problem in again.problems:
        if problem not in planned.problems:
            yield f"on a new connection, the server could not be listed: {problem}"
    before, after = _schemas(planned.tools), _schemas(again.tools)
    for name in before:
        if name not in after:
            yield f"on a new connection, the server does not list the tool '{name}' any more"
        elif len(before[name]) != len(after[name]):
            times = f"{len(after[name])} times, and before {len(before[name])} times"
            yield f"on a new connection, the server lists the tool '{name}' {times}"
        elif before[name] != after[name]:
            yield f"on a new connection, the tool '{name}' has another inputSchema"
    now = decided_by_name(make_plan(again.tools, config.execution, config.tools))
    for name, row in decided_by_name(state.plan).items():
        if name in now and _is_looser(row, now[name]):
            why = unstable.get(name, "the server lists it otherwise")
            yield f"on a new connection, the tool '{name}' asks for less caution: {why}"


def _schemas(tools: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """What the arguments were made from, by name; several tools may share a name."""
    schemas: dict[str, list[str]] = {}
    for tool in tools:
        name = tool.get("name")
        if isinstance(name, str):
            schemas.setdefault(name, []).append(canonical(tool.get("inputSchema")))
    return schemas


def _is_looser(before: Planned, after: Planned) -> bool:
    """Whether we may now call it more freely, or it no longer withholds its results."""
    freer = _ORDER.index(after.live.decision) < _ORDER.index(before.live.decision)
    return freer or (before.tool.withholds_results and not after.tool.withholds_results)
