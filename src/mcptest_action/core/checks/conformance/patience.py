"""How long to wait for an answer that may never come, from a process that has just been started."""

from collections.abc import Iterable

from mcptest_action.core.protocol.exchange import BROKEN, PATIENCE_S, Replied, RpcError
from mcptest_action.core.protocol.transcript import HANDSHAKE, KNOCK, Exchange

# Of time, over what an answer took when only one process was starting.
_MARGIN = 4


def patience_after(exchanges: Iterable[Exchange]) -> float | None:
    """In seconds; None if no handshake tells.

    A process that took long to answer the first time had to start, and may take longer when
    others start beside it.
    """
    asked = [e for e in exchanges if e.key.check in (HANDSHAKE, KNOCK)]
    said = [exchange for exchange in asked if not isinstance(exchange.reaction, BROKEN)]
    if not any(isinstance(exchange.reaction, Replied | RpcError) for exchange in said):
        return None
    return max(PATIENCE_S, _MARGIN * max(exchange.elapsed_ms for exchange in said) / 1000)
