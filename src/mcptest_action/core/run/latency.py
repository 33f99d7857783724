"""How long answers took."""

from collections.abc import Container, Iterable

from mcptest_action.core.exchange.reaction import Replied, RpcError
from mcptest_action.core.transcript.lines import Exchange

_PERCENT = 100


def latency_of(exchanges: Iterable[Exchange], checks: Container[str]) -> dict[str, float] | None:
    """Percentiles over the answers to these checks, by the nearest rank; None without answers.

    A hello is none of them: it takes as long as a process needs to start.
    """
    times = sorted(
        exchange.elapsed_ms
        for exchange in exchanges
        if exchange.key.check in checks and isinstance(exchange.reaction, Replied | RpcError)
    )
    if not times:
        return None
    return {
        "p50_ms": _percentile(times, 50),
        "p95_ms": _percentile(times, 95),
        "max_ms": times[-1],
    }


def _percentile(times: list[float], percent: int) -> float:
    rank = -(-len(times) * percent // _PERCENT)  # rounded up, without floats
    return times[rank - 1]
