"""What really reached the server, and which of its tools. A plan proves nothing."""

from collections.abc import Iterable

from mcptest_action.core.protocol.exchange import (
    HttpStatus,
    NotSent,
    Reaction,
    RpcError,
    TurnedAway,
    Unreachable,
)
from mcptest_action.core.protocol.transcript import Exchange
from mcptest_action.core.safety import Decision, Planned, Stopped

CALL = "CallTool"
# Whoever asks for credentials, or for patience, has not looked at the request.
_AT_THE_DOOR = (401, 407, 429)


def was_sent(exchange: Exchange) -> bool:
    return not isinstance(exchange.reaction, NotSent | Unreachable)


def is_starved(reaction: Reaction) -> bool:
    """Whether the call was planned, and the budget (`--max-calls`) had none left for it."""
    return isinstance(reaction, NotSent) and reaction.reason == Stopped.BUDGET_EXHAUSTED


def called_tool(exchange: Exchange) -> str | None:
    """The tool that received the call, by the name that was really sent; None if none did."""
    if exchange.sent.get("step") != CALL or not was_sent(exchange):
        return None
    if isinstance(exchange.reaction, TurnedAway) or _was_stopped_at_the_door(exchange.reaction):
        return None
    match exchange.sent.get("message"):
        case {"params": {"name": str(name)}}:
            return name
        case _:
            return exchange.key.tool  # the message is no JSON, on purpose


def _was_stopped_at_the_door(reaction: Reaction) -> bool:
    if not isinstance(reaction, RpcError | HttpStatus) or reaction.http is None:
        return False
    return reaction.http.status in _AT_THE_DOOR


def called_once(plan: Iterable[Planned], exchanges: Iterable[Exchange]) -> list[str]:
    """The tools that change something and were called, as far as the transcript shows."""
    called = {called_tool(exchange) for exchange in exchanges}
    once = (row.tool.name for row in plan if row.live.decision is Decision.EXECUTE_ONCE)
    return [name for name in dict.fromkeys(once) if name in called]
