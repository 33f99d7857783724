"""What the handshake tells about a server before anything else is known: its last attempt, and
what was asked when nobody answered.
"""

from collections.abc import Iterable
from typing import Any

from mcptest_action.core.protocol.exchange import (
    NEWEST_MODERN,
    Hello,
    discovered,
    initialized,
    speaks,
)
from .lines import HANDSHAKE, KNOCK, Exchange


def greeting(exchanges: Iterable[Exchange]) -> list[Exchange]:
    """The last attempt to say hello, and the knock after it."""
    found: list[Exchange] = []
    for exchange in exchanges:
        if exchange.key.check == HANDSHAKE and exchange.key.step == 1:
            found = []
        if exchange.key.check in (HANDSHAKE, KNOCK):
            found.append(exchange)
    return found


def spoke(exchanges: Iterable[Exchange]) -> bool:
    """Whether somebody answered in JSON-RPC, if only with errors."""
    return any(speaks(exchange.reaction) for exchange in greeting(exchanges))


def said_hello(exchanges: Iterable[Exchange]) -> bool:
    """Whether one of the answers is a hello that we understand."""
    return any(isinstance(_read(exchange), Hello) for exchange in greeting(exchanges))


def never_greeted(exchanges: Iterable[Exchange]) -> bool:
    """Whether the server speaks JSON-RPC, and said no hello that we understand."""
    seen = tuple(exchanges)
    return spoke(seen) and not said_hello(seen)


def _read(exchange: Exchange) -> Any:
    message = exchange.sent.get("message")
    match message.get("method") if isinstance(message, dict) else None:
        case "initialize":
            return initialized(exchange.reaction)
        case "server/discover":
            return discovered(exchange.reaction, NEWEST_MODERN)
        case _:
            return None
