"""How the connection on which a server was met is closed: with patience, once per revision."""

from mcptest_action.core.exchange.reaction import Reaction
from mcptest_action.core.exchange.step import Close, Script

GOODBYE = "close"
EXIT_S, TERM_S = 5.0, 2.0


def goodbye() -> Script[Reaction]:
    reaction: Reaction = yield Close(EXIT_S, TERM_S)
    return reaction
