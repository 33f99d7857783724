"""How long a run waits in all for a server that turns it away."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from mcptest_action.core.protocol.exchange import (
    BACKOFF_S,
    UNAVAILABLE,
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
    """Shared by all connections of a run, because a server counts our requests together.

    For the same reason only one request at a time is asked again. Requests that are repeated side
    by side take each other's place, and in the end none of them gets through.
    """

    def __init__(
        self,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sleep, self._clock = sleep, clock
        self._left_s = BUDGET_S
        self._in_vain = 0
        self._turn = asyncio.Lock()
        """First come, first served. Whoever has it ends: each answer has a time limit, and all
        pauses of a run have one together."""

    async def ask(self, asking: Asking) -> Observed:
        """Send it, and again for as long as the server turns it away and there is time.

        While a request is waited for, later ones queue. Notifications do not: what they cancel may
        be the very request that is waited for.
        """
        if self._turn.locked() and asking.outgoing.waits:
            async with self._turn:
                return await self._insist(asking, await asking.once())
        observed = await asking.once()
        if turned_away(observed.reaction) is None:
            return await self._insist(asking, observed)
        since = self._clock()
        async with self._turn:
            return await self._insist(asking, observed, self._clock() - since)

    async def _insist(self, asking: Asking, observed: Observed, queued_s: float = 0.0) -> Observed:
        """Send it again. After 429 any request is, for nobody looked at it; after 503 somebody may
        have.

        Waiting doesn't count as time that an answer takes. It is written down, so that a
        replay needn't wait.
        """
        tries, waited, others = 1, 0.0, observed.others
        while (status := turned_away(observed.reaction)) is not None:
            pause = pause_after(observed.reaction, tries)
            again = asking.repeats or status != UNAVAILABLE
            in_time = pause is not None and waited + pause <= asking.longest_s
            if pause is None or not (again and in_time and await self.wait(pause, queued_s)):
                self._in_vain += 1
                away = TurnedAway(status, tries, waited)
                return observed._replace(reaction=away, others=others)
            queued_s = 0.0
            waited, tries, observed = round(waited + pause, 2), tries + 1, await asking.once()
            others = (*others, *observed.others)
        self._in_vain = 0
        if tries > 1:
            others = (*others, {"turned_away": tries - 1, "waited_s": waited})
        return observed._replace(others=others)

    async def wait(self, pause_s: float, queued_s: float = 0.0) -> bool:
        """Wait, if there is time for it. The time in the queue counts, but for the least pause:
        somebody else was let in just now.
        """
        rest_s = max(pause_s - queued_s, min(pause_s, BACKOFF_S[0]))
        if self._in_vain >= MOST_IN_VAIN or rest_s > self._left_s:
            return False
        self._left_s -= rest_s
        await self._sleep(rest_s)
        return True
