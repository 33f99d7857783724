"""What may be tried again: only what cannot do harm twice, and only when the transport failed."""

from mcptest_action.core.exchange.reaction import Disconnected, Reaction, Unreachable
from mcptest_action.core.safety.classify import Classification
from mcptest_action.core.safety.tool_class import ToolClass

_TRANSPORT_FAILED = (Disconnected, Unreachable)
# What changes something is called at most once in a run, whatever it says about a second time.
_MAY_BE_CALLED_TWICE = (ToolClass.READ_ONLY, ToolClass.READ_ONLY_PRESUMED)


def may_retry(tool: Classification, reaction: Reaction) -> bool:
    """Whether a call may be repeated after this reaction to it."""
    said = tool.annotations.idempotent, tool.hints.idempotent
    declared = tool.is_declared_read_only or (True in said and False not in said)
    return (
        declared
        and tool.tool_class in _MAY_BE_CALLED_TWICE
        and isinstance(reaction, _TRANSPORT_FAILED)
    )
