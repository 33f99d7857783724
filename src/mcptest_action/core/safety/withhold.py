"""What remains of an answer that nobody may see: a digest and a length."""

from typing import Any

from mcptest_action.core.exchange.reaction import Garbage, HttpStatus, Reaction, Replied, RpcError
from mcptest_action.core.surface.canonical import canonical, digest

WITHHELD = "withheld"


def withhold(reaction: Reaction) -> Reaction:
    """The reaction without its content. Whether it was an error stays visible."""
    match reaction:
        case Replied(result, http):
            is_error = result.get("isError") is True if isinstance(result, dict) else False
            return Replied({WITHHELD: _trace(result), "isError": is_error}, http)
        case RpcError(code, message, data, http):
            return RpcError(code, WITHHELD, {WITHHELD: _trace([message, data])}, http)
        case HttpStatus(http, body):
            return HttpStatus(http, f"{WITHHELD} {_trace(body)['digest']}" if body else "")
        case Garbage(text):
            return Garbage(f"{WITHHELD} {_trace(text)['digest']}")
        case _:
            return reaction


def is_withheld(result: Any) -> bool:
    return isinstance(result, dict) and WITHHELD in result


def _trace(value: Any) -> dict[str, Any]:
    return {"digest": digest(value), "length": len(canonical(value))}
