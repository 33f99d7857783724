"""What may be tried again: only what cannot do harm twice, and only when nothing came back."""

from mcptest_action.core.exchange.reaction import Disconnected, Reaction, TimedOut, Unreachable
from mcptest_action.core.safety.classify import Classification

_NOTHING_CAME = (Disconnected, TimedOut, Unreachable)


def may_retry(tool: Classification, reaction: Reaction) -> bool:
    """Whether a call may be repeated after this reaction to it."""
    declared_idempotent = tool.hints.idempotent is True or (
        tool.hints.idempotent is None and tool.annotations.idempotent is True
    )
    return isinstance(reaction, _NOTHING_CAME) and (
        tool.is_declared_read_only or declared_idempotent
    )
