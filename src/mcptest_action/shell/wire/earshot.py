"""What a server says while nobody waits for it, and whole messages for whoever listens."""

import asyncio
import contextlib
from typing import Any

from mcptest_action.core.exchange.incoming import (
    Incoming,
    Noise,
    Notification,
    NotText,
    Response,
    ServerRequest,
)
from mcptest_action.core.exchange.reaction import Overheard
from mcptest_action.shell.wire.connection import Aside
from mcptest_action.shell.wire.limits import LONGEST_OTHER, MOST_OTHERS


class Earshot:
    """Bounded, as everything that a server can fill."""

    def __init__(self) -> None:
        self._heard: list[Any] = []
        self._late = Aside()
        self._something = asyncio.Event()

    def hear(self, incoming: Incoming, *, late: bool) -> None:
        """Keep it for a listener; where nobody waited, also for the next line of the transcript."""
        if late:
            self._late.add(incoming)
        if len(self._heard) < MOST_OTHERS:
            self._heard.append(_document(incoming))
            self._something.set()

    def leftover(self) -> tuple[Any, ...]:
        """What came while nobody waited, once."""
        if not self._late.kept:
            return ()
        late, self._late = self._late, Aside()
        return late.others()

    async def listen(self, method: str | None, timeout_s: float) -> Overheard:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                while method is not None and not self._has(method):
                    self._something.clear()
                    await self._something.wait()
        heard, self._heard = self._heard, []
        return Overheard(tuple(heard))

    def _has(self, method: str) -> bool:
        return any(entry.get("message", {}).get("method") == method for entry in self._heard)


def _document(incoming: Incoming) -> dict[str, Any]:
    match incoming:
        case Noise(text):
            return {"noise": text[:LONGEST_OTHER]}
        case NotText():
            aside = Aside()
            aside.add(incoming)
            return {"not_text": aside.not_text}
        case Response(message_id, result, error):
            said = {"result": result} if error is None else {"error": error}
            return {"message": {"id": message_id, **said}}
        case ServerRequest(message_id, method, params):
            return {"message": {"id": message_id, "method": method, "params": params}}
        case Notification(method, params):
            return {"message": {"method": method, "params": params}}
