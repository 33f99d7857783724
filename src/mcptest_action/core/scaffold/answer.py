"""What a test sees of an answer."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.exchange.reaction import Reaction, Replied, RpcError


def answer_of(reaction: Reaction) -> Mapping[str, Any]:
    """By the first word of a target; empty where there was no answer."""
    match reaction:
        case Replied(result):
            return {"result": result}
        case RpcError(code, message, data):
            return {"error": {"code": code, "message": message, "data": data}}
        case _:
            return {}
