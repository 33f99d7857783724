"""How long a run waits in all for a server that turns it away."""

import asyncio
import time
from collections.abc import Awaitable, Callable

BUDGET_S = 120.0
# Requests in a row that were turned away to the end: after that, waiting has proven to be in vain.
MOST_IN_VAIN = 2


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

    def note(self, *, answered: bool) -> None:
        """Whether a request got past the door in the end."""
        self._in_vain = 0 if answered else self._in_vain + 1
