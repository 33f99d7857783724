"""Run a coroutine so that an interrupt ends it in order: children first, then us."""

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from mcptest_action.shell.signals import SIGNALS, Reacting

Result = TypeVar("Result")


def run_interruptible(work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
    """The result. SIGINT and SIGTERM cancel the work; its `finally` clauses clean up."""
    stop = _Stop()
    try:
        with Reacting(SIGNALS, stop.ask):
            return asyncio.run(stop.watch(work))
    finally:
        if stop.asked:  # no matter what the result was
            raise KeyboardInterrupt


class _Stop:
    """Cancels a task, from the moment there is one."""

    def __init__(self) -> None:
        self.asked = False
        self._task: asyncio.Task[Any] | None = None

    def ask(self) -> None:
        self.asked = True
        if self._task is not None:
            self._task.get_loop().call_soon_threadsafe(self._task.cancel)

    async def watch(self, work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
        with _awake():
            task = asyncio.create_task(work())
            self._task = task
            if self.asked:
                task.cancel()
            try:
                return await task
            finally:
                self._task = None


@contextmanager
def _awake() -> Iterator[None]:
    """A signal wakes the loop, even one that arrives just before the loop goes to sleep."""
    loop = asyncio.get_running_loop()
    reading, writing = os.pipe()
    os.set_blocking(writing, False)  # `set_wakeup_fd` requires this
    loop.add_reader(reading, os.read, reading, 4096)
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        loop.remove_reader(reading)
        os.close(reading)
        os.close(writing)
