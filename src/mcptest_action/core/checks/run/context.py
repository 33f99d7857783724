"""How long the first request of a task took: scripts see what the server did, and no clock."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mcptest_action.core.checks.results import Test
from mcptest_action.core.protocol.transcript import Exchange
from .ended import HasEnded, goes_on

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
    """What a run is told about the world while it goes on."""

    ended: HasEnded = goes_on
    duration_of: DurationOf = no_time
    rules: bool = True
    """False where the rulings on tests are made later, from the transcript: then only those are
    made here that decide how to go on.
    """
