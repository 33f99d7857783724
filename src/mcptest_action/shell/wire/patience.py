"""How long a run waits in all for a server that turns it away."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from mcptest_action.core.protocol.exchange import (
    TOO_MANY,
    Outgoing,
    TurnedAway,
    pause_after,
    turned_away,
)
from mcptest_action.shell.wire.connection import Connection, Observed

BUDGET_S = 120.0
# Requests in a row that were turned away to the end: after that, waiting has proven to be in vain.
MOST_IN_VAIN = 2


class Asking(NamedTuple):
    """A request, and how long to wait: for each answer, and in all between the tries."""

    connection: Connection
    outgoing: Outgoing
    timeout_s: float
    longest_s: float
    repeats: bool
    """Whether it may be sent again if nobody knows what became of it."""

    async def once(self) -> Observed:
        return await self.connection.send(self.outgoing, self.timeout_s)


class Patience:
    """Shared by all connections of a run, because a server counts our requests together."""

    def __init__(
        self,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sleep, self._clock = sleep, clock
        self._left_s = BUDGET_S
        self._until = 0.0
        self._in_vain = 0

    async def ask(self, asking: Asking) -> Observed:
        """Send it, and again for as long as the server turns it away and there is time.

        After 429 any request is sent again, for nobody looked at it. After 503 somebody may have.
        The waiting is no part of the time that an answer takes. It is written down, so that a
        replay needn't wait.
        """
        tries, waited, observed = 1, 0.0, await asking.once()
        others = observed.others
        while status := turned_away(observed.reaction):
            pause = pause_after(observed.reaction, tries)
            again = asking.repeats or status == TOO_MANY
            in_time = pause is not None and waited + pause <= asking.longest_s
            if pause is None or not (again and in_time and await self.wait(pause)):
                self._in_vain += 1
                away = TurnedAway(status, tries, waited)
                return observed._replace(reaction=away, others=others)
            waited, tries, observed = round(waited + pause, 2), tries + 1, await asking.once()
            others = (*others, *observed.others)
        self._in_vain = 0
        if tries > 1:
            others = (*others, {"turned_away": tries - 1, "waited_s": waited})
        return observed._replace(others=others)

    async def wait(self, pause_s: float) -> bool:
        """Wait, if there is time for it. Requests that wait side by side pay only once."""
        now = self._clock()
        longer = max(0.0, now + pause_s - max(now, self._until))
        if self._in_vain >= MOST_IN_VAIN or longer > self._left_s:
            return False
        self._left_s -= longer
        self._until = max(self._until, now + pause_s)
        await self._sleep(pause_s)
        return True
