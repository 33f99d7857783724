"""Reach a server: dial, say hello, and keep trying while there is time."""

import asyncio
import time
from collections.abc import Callable
from typing import NamedTuple

from mcptest_action.core.protocol.exchange import Choice, Hello, NoHello, handshake
from mcptest_action.shell.wire.line import Line

_PAUSES_S = (0.1, 0.2, 0.5, 1.0)  # between two attempts; the last one repeats
_SAY_EVERY_S = 5.0


class Waiting(NamedTuple):
    """How long to keep trying, and whom to tell about it."""

    budget_s: float
    tell: Callable[[str], None]


async def reach(line: Line, choice: Choice, waiting: Waiting) -> Hello | NoHello:
    """The hello of a server that is ready, or the last attempt of one that never was."""
    start = time.monotonic()
    said = start
    attempt = 0
    while True:
        attempt += 1
        met = await line.run(handshake(choice, line.client_version), "handshake")
        if isinstance(met, Hello):
            line.era = met.era
            return met
        await line.start_over()
        now = time.monotonic()
        pause = _PAUSES_S[min(attempt, len(_PAUSES_S)) - 1]
        if now + pause - start >= waiting.budget_s:
            return met
        if attempt == 1 or now - said >= _SAY_EVERY_S:
            said = now
            left = waiting.budget_s - (now - start)
            waiting.tell(f"not ready yet, {left:.0f} s left: {met.tried[-1]}")
        await asyncio.sleep(pause)
