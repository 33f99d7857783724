"""Run a coroutine so that an interrupt ends it in order: children first, then us."""

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_interruptible(work: Coroutine[Any, Any, Result]) -> Result:
    """The result. SIGINT and SIGTERM cancel the work; its `finally` clauses clean up."""

    async def guarded() -> Result:
        loop = asyncio.get_running_loop()
        task = asyncio.ensure_future(work)
        stopped = False

        def stop() -> None:
            nonlocal stopped
            if not stopped:  # a second signal must not interrupt the cleaning up
                stopped = True
                task.cancel()

        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop)
        try:
            return await task
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None

    return asyncio.run(guarded())
