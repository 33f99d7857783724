"""How a server of the modern era refuses a request: a code, and over HTTP a status with it."""

from mcptest_action.core.checks.results import Ruling, not_verified, ruled
from mcptest_action.core.protocol.exchange import (
    BAD_REQUEST,
    HttpStatus,
    NotSent,
    Reaction,
    Replied,
    RpcError,
    error_code,
    in_words,
    parse,
    said,
    status_of,
)

HEADER_MISMATCH, MISSING_CAPABILITY = -32020, -32021
INVALID_PARAMS, METHOD_NOT_FOUND = -32602, -32601


def error_of(reaction: Reaction) -> RpcError | None:
    """The JSON-RPC error in the answer, even one that does not say what it answers."""
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


def is_invalid_params(reaction: Reaction) -> bool:
    return isinstance(reaction, RpcError) and reaction.code == INVALID_PARAMS


def server_said(reaction: Reaction) -> str:
    """What the server did, as a clause; with the status, for an error over HTTP."""
    if isinstance(reaction, Replied):
        is_error = isinstance(reaction.result, dict) and reaction.result.get("isError") is True
        return f"the server answered with a result{' that has isError' if is_error else ''}"
    status = status_of(reaction) if isinstance(reaction, RpcError) else 0
    return f"the server {in_words(reaction)}{f' (HTTP status {status})' if status else ''}"


def refused_as_mismatch(reaction: Reaction) -> Ruling:
    """Refused with status 400 and the error made for this case."""
    if isinstance(reaction, NotSent):
        return not_verified(reaction.because)
    right = status_of(reaction) == BAD_REQUEST and error_code(reaction) == HEADER_MISMATCH
    what = f"the server {said(reaction)}"
    return ruled(right, what, f"{what}, instead of 400 and {HEADER_MISMATCH}").on(reaction)
