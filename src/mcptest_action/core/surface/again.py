"""List a server a second time, on a new connection. A script: the shell does the talking."""

from mcptest_action.core.exchange.era import Era, EraName
from mcptest_action.core.exchange.handshake import Choice, NoHello, handshake
from mcptest_action.core.exchange.reaction import Opened
from mcptest_action.core.exchange.step import Fresh, Script
from mcptest_action.core.surface.collect import collect
from mcptest_action.core.surface.model import Surface


def collect_again(era: Era, client_version: str) -> Script[Surface | NoHello]:
    """The surface as the server tells it next time, in the era it spoke the first time."""
    opened = yield Fresh()
    if not isinstance(opened, Opened):
        return NoHello((), opened)
    choice = Choice.LEGACY if era.name is EraName.LEGACY else Choice.MODERN
    met = yield from handshake(choice, client_version)
    if isinstance(met, NoHello):
        return met
    return (yield from collect(met))
