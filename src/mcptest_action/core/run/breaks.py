"""What a server did that no client can go on after."""

from mcptest_action.core.exchange.reaction import BROKEN, Closed, Leaving, Reaction

# A server that needs SIGTERM is ended well by every client: the protocol provides for that. One
# that needs more has hung, and one that had gone before has died.
_BROKEN_LEAVING = (Leaving.KILLED, Leaving.EARLIER)


def is_break(reaction: Reaction) -> bool:
    """Whether the server died, hung or broke the connection."""
    if isinstance(reaction, Closed):
        return reaction.leaving in _BROKEN_LEAVING
    return isinstance(reaction, BROKEN)
