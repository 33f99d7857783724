"""What the transcript says about time and breaks: for each test, and for all answers."""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping

from mcptest_action.core.checks.results import Measured, Test
from mcptest_action.core.protocol.exchange import (
    BROKEN,
    Closed,
    Leaving,
    Reaction,
    Replied,
    RpcError,
)
from mcptest_action.core.protocol.transcript import Exchange

_PERCENT = 100
# A server that needs SIGTERM still ends well: the protocol provides for that. One
# that needs more has hung, and one that had gone before has died.
_BROKEN_LEAVING = (Leaving.KILLED, Leaving.EARLIER)


def is_break(reaction: Reaction) -> bool:
    """Whether the server died, hung or broke the connection."""
    if isinstance(reaction, Closed):
        return reaction.leaving in _BROKEN_LEAVING
    return isinstance(reaction, BROKEN)


def measured(exchanges: Iterable[Exchange]) -> Mapping[Test, Measured]:
    """By test, without tests that sent nothing."""
    tests: defaultdict[Test, Measured] = defaultdict(Measured)
    for exchange in exchanges:
        test = exchange.key.check, exchange.key.tool
        took_us, breaks = tests[test]
        took_us += round(exchange.elapsed_ms * 1000)
        tests[test] = Measured(took_us, breaks + is_break(exchange.reaction))
    return dict(tests)


def latency_of(exchanges: Iterable[Exchange], checks: Container[str]) -> dict[str, float] | None:
    """Percentiles over the answers to these checks, by the nearest rank; None without answers.

    A hello doesn't count: it takes as long as a process needs to start.
    """
    times = sorted(
        exchange.elapsed_ms
        for exchange in exchanges
        if exchange.key.check in checks and isinstance(exchange.reaction, Replied | RpcError)
    )
    if not times:
        return None
    return {"p50_ms": _percentile(times, 50), "p95_ms": _percentile(times, 95), "max_ms": times[-1]}


def _percentile(times: list[float], percent: int) -> float:
    rank = -(-len(times) * percent // _PERCENT)  # rounded up, without floats
    return times[rank - 1]
