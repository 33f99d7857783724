"""Tests that a busy machine cannot break: processor time instead of the clock, growing patience."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

T = TypeVar("T")
GIVES_UP_S = 600
"""After which a process hangs; no test passes or fails by it otherwise."""


@contextmanager
def cpu_at_most(seconds: float) -> Iterator[None]:
    """Fails if what is done meanwhile takes more of the processor; others on the machine don't count."""
    start = time.process_time()
    yield
    used = time.process_time() - start
    assert used < seconds, f"took {used:.1f} s of the processor"


def patiently(attempt: Callable[[int], T], first_s: int = 1) -> T:
    """What *attempt* returns, given a timeout in seconds; with a longer one where it fails.

    For tests in which a server must answer in time, and in which waiting for one that never
    answers takes all of that time. What is wrong stays wrong however long one waits.
    """
    for timeout_s in (first_s, 6 * first_s):
        with suppress(Exception):
            return attempt(timeout_s)
    return attempt(36 * first_s)
