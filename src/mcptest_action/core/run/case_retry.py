"""May a test be tried again? Only after a failure of the transport, and where it does no harm."""

from mcptest_action.core.exchange.reaction import Disconnected, Reaction, Unreachable
from mcptest_action.core.run.case_plan import Ready
from mcptest_action.core.safety.decide import may_retry

NOT_AGAIN = "not tried again: the tool is declared neither read-only nor idempotent"


def may_try_again(ready: Ready, reaction: Reaction | None) -> bool:
    """Whether the reaction and the tool allow it; who reads a resource or a prompt only reads."""
    if reaction is None or not failed_in_transit(reaction):
        return False
    return ready.row is None or may_retry(ready.row.tool, reaction)


def failed_in_transit(reaction: Reaction | None) -> bool:
    return isinstance(reaction, Disconnected | Unreachable)
