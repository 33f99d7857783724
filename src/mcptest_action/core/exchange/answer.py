"""A response to the reaction that scripts see."""

from typing import Any

from mcptest_action.core.exchange.incoming import Response
from mcptest_action.core.exchange.reaction import Garbage, HttpAnswer, Replied, RpcError


def reaction_of(
    response: Response, http: HttpAnswer | None = None, *, is_ours: bool = True
) -> Replied | RpcError | Garbage:
    """A result, an error, or, where the error object is none, garbage."""
    envelope = response.envelope
    if envelope is None and not is_ours:
        envelope = {"id": response.id}
    if response.error is None:
        return Replied(response.result, http, envelope)
    error = response.error
    code = error.get("code") if isinstance(error, dict) else None
    if not isinstance(error, dict) or isinstance(code, bool) or not isinstance(code, int):
        return Garbage(f"an error object without an integer code: {error!r}"[:500], envelope)
    return RpcError(code, str(error.get("message", "")), error.get("data"), http, envelope)


def same_id(sent: Any, received: Any) -> bool:
    """Whether the ids are equal and of one type: 1 is neither true nor "1"."""
    return type(sent) is type(received) and bool(sent == received)
