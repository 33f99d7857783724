"""What to do in a run, what it hears about the world meanwhile, and its results."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.checks.results import CaseResult, Ruling, Test, TestResult
from mcptest_action.core.protocol.exchange import Script
from mcptest_action.core.protocol.transcript import Exchange
from mcptest_action.core.safety import Unstable
from .ended import Ended, HasEnded, goes_on, incomplete


class Task(NamedTuple):
    """A script to drive, and the name under which its exchanges are recorded."""

    check: str
    tool: str | None
    script: Script[Any]


class Pool(NamedTuple):
    """Tasks that may run side by side, as many at a time as the execution policy allows."""

    tasks: tuple[Task, ...]
    halts: Callable[[int, Any], bool]
    """Told the number of a task and what it returned; whether no more of them may be started."""


class NotStarted(NamedTuple):
    """Stands for the result of a script in a pool that never began."""


class ActiveProbe(NamedTuple):
    """What the deep scan did."""

    attempted: int
    hits: tuple["Rejection", ...]
    ruling: Ruling

    @property
    def ran(self) -> bool:
        return self.attempted > 0


class Rejection(NamedTuple):
    """A tool that rejected arguments which its own schema allows."""

    tool: str
    detail: str


class RunRecord(NamedTuple):
    results: tuple[TestResult, ...]
    active_probe: ActiveProbe
    ended: Ended | None
    unstable: tuple[Unstable, ...] = ()
    """Tools that declared something else after a break."""
    hopeless: str = ""
    """Why nothing works on this server: every call failed inside it, or every valid one was
    rejected. Empty if something works, or nobody knows.
    """
    tests: tuple[CaseResult, ...] = ()
    """Of suites, in the order of their files."""

    @property
    def incomplete(self) -> str:
        return incomplete(self.ended)


# How long the first request of a test took: scripts see what the server did, but no clock.
DurationOf = Callable[[Test], float]


def no_time(_: Test) -> float:
    return 0.0


def durations_in(exchanges: Sequence[Exchange]) -> DurationOf:
    """In milliseconds. The list may grow between two questions."""
    times: dict[Test, float] = {}
    read = 0

    def duration_of(test: Test) -> float:
        nonlocal read
        for exchange in exchanges[read:]:
            if exchange.key.step == 1:
                times[exchange.key.check, exchange.key.tool] = exchange.elapsed_ms
        read = len(exchanges)
        return times.get(test, 0.0)

    return duration_of


class RunContext(NamedTuple):
    """What a run hears about the world while it goes on."""

    ended: HasEnded = goes_on
    duration_of: DurationOf = no_time
    rules: bool = True
    """False where the rulings on tests are made later, from the transcript: then only those are
    made here that decide how to go on.
    """
