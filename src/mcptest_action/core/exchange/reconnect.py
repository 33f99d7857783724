"""A new connection after one broke. A script: the shell does the talking."""

from mcptest_action.core.exchange.era import Era, EraName
from mcptest_action.core.exchange.handshake import Choice, Hello, NoHello, handshake
from mcptest_action.core.exchange.reaction import Opened
from mcptest_action.core.exchange.step import Fresh, Script


def reconnect(era: Era, client_version: str) -> Script[Hello | NoHello]:
    """The server's hello on a new connection, in the era it spoke before."""
    opened = yield Fresh()
    if not isinstance(opened, Opened):
        return NoHello((), opened)
    choice = Choice.LEGACY if era.name is EraName.LEGACY else Choice.MODERN
    return (yield from handshake(choice, client_version))
