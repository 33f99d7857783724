"""How a server of the modern era turns a request down: a code, and over HTTP a status with it."""

from mcptest_action.core.conformance.over_http import error_code, status_of
from mcptest_action.core.exchange.reaction import HttpStatus, Reaction, Replied, RpcError
from mcptest_action.core.exchange.server_json import parse
from mcptest_action.core.exchange.wording import in_words

INVALID_PARAMS, METHOD_NOT_FOUND = -32602, -32601


def error_of(reaction: Reaction) -> RpcError | None:
    """The JSON-RPC error that came, also one that does not say what it answers."""
    if isinstance(reaction, RpcError):
        return reaction
    code = error_code(reaction)
    if code is None or not isinstance(reaction, HttpStatus):
        return None
    error = parse(reaction.body)["error"]
    return RpcError(code, str(error.get("message", "")), error.get("data"), reaction.http)


def is_refusal(reaction: Reaction, code: int, status: int) -> bool:
    """Whether the error has the code and, over HTTP, came with the status."""
    error = error_of(reaction)
    if error is None or error.code != code:
        return False
    return error.http is None or error.http.status == status


def said(reaction: Reaction) -> str:
    """What the server did, as a clause; of an error over HTTP, the status, too."""
    if isinstance(reaction, Replied):
        return "the server answered with a result"
    status = status_of(reaction) if isinstance(reaction, RpcError) else 0
    return f"the server {in_words(reaction)}{f' (HTTP status {status})' if status else ''}"
