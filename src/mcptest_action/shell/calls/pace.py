"""How fast calls may follow each other."""

import asyncio
import time


class Pace:
    """At most so many calls in flight, and a pause between the starts of two."""

    def __init__(self, concurrency: int, delay_s: float) -> None:
        self._slots = asyncio.Semaphore(concurrency)
        self._turn = asyncio.Lock()
        self._delay_s = delay_s
        self._next = 0.0

    async def __aenter__(self) -> None:
        await self._slots.acquire()
        try:
            await self._pause()
        except BaseException:
            self._slots.release()
            raise

    async def _pause(self) -> None:
        if self._delay_s:
            async with self._turn:
                await asyncio.sleep(max(0.0, self._next - time.monotonic()))
                self._next = time.monotonic() + self._delay_s

    async def __aexit__(self, *_: object) -> None:
        self._slots.release()
