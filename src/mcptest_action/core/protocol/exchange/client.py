"""What the client can do for a server, and what it replies when the server asks for that.

The same request always gets the same reply, so that two runs of one server go alike. Nobody looks
at a form, no model is asked, and no URL is ever opened.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from .incoming import ServerRequest

ELICITATION, SAMPLING, ROOTS = "elicitation/create", "sampling/createMessage", "roots/list"
# What a server may ask for, and the capability that a client needs for it.
ASKABLE: Mapping[str, str] = {ELICITATION: "elicitation", SAMPLING: "sampling", ROOTS: "roots"}
FORM, URL = "form", "url"
_NO_METHOD, _INVALID, _REJECTED = -32601, -32602, -1
_SAID = {
    "role": "assistant",
    "content": {"type": "text", "text": "This is a fixed text from mcptest-action."},
    "model": "mcptest-action",
    "stopReason": "endTurn",
}


class Says(StrEnum):
    """What the person says who is asked."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"


class Client(NamedTuple):
    """What the client declares on one connection."""

    capabilities: Mapping[str, Any] = {}
    fill_in: Callable[[Mapping[str, Any]], Mapping[str, Any] | None] = lambda _schema: None
    """What a person types into a form of this schema; None if nothing would be valid."""


NOBODY = Client()


def answered(
    request: ServerRequest, client: Client = NOBODY, says: Says = Says.DECLINE
) -> ServerRequest:
    """The request with its reply. A client without capabilities has only the usual ones."""
    if not client.capabilities or request.method not in ASKABLE:
        return request
    params = request.params if isinstance(request.params, dict) else {}
    return request._replace(reply=reply_of(request.method, params, client, says))


def reply_of(method: str, params: Mapping[str, Any], client: Client, says: Says) -> dict[str, Any]:
    """`{"result": …}` or `{"error": …}`."""
    declared = client.capabilities.get(ASKABLE[method])
    if declared is None:
        return _error(_NO_METHOD, f"this client has no {ASKABLE[method]}")
    if method == ELICITATION and mode_of(params) not in modes_in(declared):
        return _error(_INVALID, "this client does not support the mode")
    if method == ELICITATION:
        return {"result": _told(params, client, says)}
    if method == ROOTS:
        return {"result": {"roots": []}}
    return {"result": _SAID} if says is Says.ACCEPT else _error(_REJECTED, "the user said no")


def mode_of(params: Mapping[str, Any]) -> Any:
    """How the server wants to be told; without a word, in a form."""
    return params.get("mode", FORM)


def modes_in(declared: Any) -> tuple[str, ...]:
    """The modes of a client's elicitation capability. An empty one stands for forms."""
    named = tuple(mode for mode in (FORM, URL) if isinstance(declared, dict) and mode in declared)
    return named or (FORM,)


def _told(params: Mapping[str, Any], client: Client, says: Says) -> dict[str, Any]:
    """Accepts only forms that can be filled in: to accept a URL would promise to open it."""
    if says is not Says.ACCEPT:
        return {"action": str(says)}
    schema = params.get("requestedSchema") if mode_of(params) == FORM else None
    content = client.fill_in(schema) if isinstance(schema, dict) else None
    return {"action": "decline"} if content is None else {"action": "accept", "content": content}


def _error(code: int, message: str) -> dict[str, Any]:
    return {"error": {"code": code, "message": message}}
