"""How fast calls may follow each other."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Pace:
    """At most so many calls in flight, and a pause between the starts of two."""

    def __init__(self, concurrency: int, delay_s: float) -> None:
        self._slots = asyncio.Semaphore(concurrency)
        self._turn = asyncio.Lock()
        self._delay_s = delay_s
        self._next = 0.0

    @asynccontextmanager
    async def call(self) -> AsyncIterator[None]:
        async with self._slots:
            if self._delay_s:
                async with self._turn:
                    await asyncio.sleep(max(0.0, self._next - time.monotonic()))
                    self._next = time.monotonic() + self._delay_s
            yield
