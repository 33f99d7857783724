"""What comes out of a pipe, handed on at once: no task stands between it and who waits for it."""

import asyncio
from collections.abc import Callable


class Ear(asyncio.Protocol):
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._early: list[bytes] = []
        self._hear: Callable[[bytes], None] = self._early.append
        self._ended: asyncio.Future[None] = loop.create_future()

    async def listen(self, hear: Callable[[bytes], None]) -> None:
        """Hand on everything, also what came before; returns when the pipe has ended."""
        self._hear = hear
        for chunk in self._early:
            hear(chunk)
        await self._ended

    def data_received(self, data: bytes) -> None:
        self._hear(data)

    def connection_lost(self, _: Exception | None) -> None:
        if not self._ended.done():
            self._ended.set_result(None)
