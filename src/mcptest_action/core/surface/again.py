"""List a server a second time, on a new connection. A script: the shell does the talking."""

from mcptest_action.core.exchange.era import Era
from mcptest_action.core.exchange.handshake import NoHello
from mcptest_action.core.exchange.reconnect import reconnect
from mcptest_action.core.exchange.step import Script
from mcptest_action.core.surface.collect import collect
from mcptest_action.core.surface.model import Surface


def collect_again(era: Era, client_version: str) -> Script[Surface | NoHello]:
    """The surface as the server tells it next time, in the era it spoke the first time."""
    met = yield from reconnect(era, client_version)
    if isinstance(met, NoHello):
        return met
    return (yield from collect(met))
