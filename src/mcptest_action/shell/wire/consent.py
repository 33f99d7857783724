"""What a server hears that asks a person: yes only where no other call can be meant."""

from collections.abc import Awaitable, Callable

from mcptest_action.core.protocol.exchange import (
    Accepted,
    DisguisedCallError,
    Reaction,
    Says,
    TimedOut,
)


class Consent:
    """Of one line. A request of the server doesn't tell to which call it belongs."""

    def __init__(self) -> None:
        self.says = Says.DECLINE
        self._running = 0
        self._lost = False
        """Whether a call that may change something still runs on this connection, unheard of."""

    def begin_anew(self) -> None:
        """There is a new connection, on which no call runs."""
        self._lost = False

    async def hold(
        self, call: Callable[[], Awaitable[Reaction]], says: Says, *, harmless: bool
    ) -> Reaction:
        """Make the call, and say so meanwhile, if it changes nothing and no other one can hear a
        yes. Raises where scripts make it beside another one.
        """
        if not harmless or (self._lost and says is Says.ACCEPT):
            says = Says.DECLINE
        if self._running and Says.ACCEPT in (says, self.says):
            raise DisguisedCallError("a yes that another call could hear")
        self.says, self._running = says, self._running + 1
        try:
            reaction = await call()
        finally:
            self.says, self._running = Says.DECLINE, self._running - 1
        self._lost = self._lost or (not harmless and isinstance(reaction, TimedOut | Accepted))
        return reaction
