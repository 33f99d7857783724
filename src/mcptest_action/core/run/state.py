"""What a run remembers from one task to the next, and how it goes on after a break."""

from collections.abc import Generator
from typing import Any

from mcptest_action.core.exchange.handshake import NoHello
from mcptest_action.core.probes.model import Seen
from mcptest_action.core.run.config import RunConfig
from mcptest_action.core.run.endurance import Endurance
from mcptest_action.core.run.mirrored import schemas_of
from mcptest_action.core.run.model import CutOff, Task, TestResult
from mcptest_action.core.run.relisted import relisted
from mcptest_action.core.safety.plan import Planned
from mcptest_action.core.safety.stability import Unstable
from mcptest_action.core.surface.collect import collect_again
from mcptest_action.core.surface.model import Surface

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
        self.seen: list[Seen] = []
        """What the reviews look back at."""
        self.worked: set[str | None] = set()
        """Tools whose valid call got a result."""
        self.endurance = Endurance()
        self.reconnects = 0
        self.unstable: dict[str, str] = {}
        """Tools that declared something else on a new connection, and what."""
        self.incomplete = ""

    @property
    def unstable_tools(self) -> tuple[Unstable, ...]:
        return tuple(Unstable(name, why) for name, why in sorted(self.unstable.items()))


def recover(state: RunState) -> Generator[Task, Any, None]:
    """A new connection, unless the server has had enough chances, or is not the one it was."""
    state.incomplete = state.endurance.end
    if state.incomplete:
        return
    state.reconnects += 1
    script = collect_again(state.surface.era, state.client_version)
    again: Surface | NoHello | CutOff
    again = yield Task(RECONNECT, str(state.reconnects), script)
    if isinstance(again, CutOff):
        state.incomplete = again.because
    elif isinstance(again, NoHello):
        said = again.tried[-1] if again.tried else "it could not be reached"
        state.incomplete = f"the server did not come back on a new connection: {said}"
    else:
        seen = relisted(state.surface, state.plan, again, state.config)
        state.incomplete = seen.stop
        state.unstable = {**dict(seen.unstable), **state.unstable}
