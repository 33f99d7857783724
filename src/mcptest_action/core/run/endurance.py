"""How much of a server's misbehaviour a run puts up with before it stops."""

from collections.abc import Iterable

from mcptest_action.core.exchange.reaction import BROKEN, Reaction, TimedOut
from mcptest_action.core.probes.off_topic import lost_session

MOST_HANGS = 2
MOST_BREAKS = 5


class Endurance:
    """Counts what broke the connection. A server that always hangs must not cost an hour."""

    def __init__(self) -> None:
        self.hung: set[str | None] = set()
        self._breaks = 0

    def note(
        self, tool: str | None, reactions: Iterable[Reaction], *, taxing: bool = False
    ) -> bool:
        """Whether the connection is broken after these.

        A tool that does not answer a taxing request may still answer an ordinary one.
        """
        broken = [r for r in reactions if isinstance(r, BROKEN) or lost_session(r)]
        if not taxing and any(isinstance(reaction, TimedOut) for reaction in broken):
            self.hung.add(tool)
        self._breaks += bool(broken)
        return bool(broken)

    @property
    def end(self) -> str:
        """Why the run has to stop; empty while it may go on."""
        if len(self.hung) >= MOST_HANGS:
            return f"{MOST_HANGS} tools or requests were never answered, so no more were tried"
        if self._breaks >= MOST_BREAKS:
            return f"the connection broke {MOST_BREAKS} times, so no more was tried"
        return ""
