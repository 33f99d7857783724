"""Bytes from a server to what they are, without believing a word of them."""

import json
from typing import Any, NamedTuple

from mcptest_action.core.exchange.odd_envelope import flaw_of_call, odd_envelope
from mcptest_action.core.exchange.server_json import parse


class Response(NamedTuple):
    """A JSON-RPC response; `error` is None where there is a result."""

    id: Any
    result: Any
    error: Any
    envelope: Any = None
    """The message without its result, where it is not just as it should be."""


class ServerRequest(NamedTuple):
    id: Any
    method: str
    params: Any = None
    flaw: str = ""
    """What is wrong with the message, as a clause."""


class Notification(NamedTuple):
    method: str
    params: Any
    flaw: str = ""


class Noise(NamedTuple):
    """Text that is not JSON-RPC."""

    text: str


class NotText(NamedTuple):
    """Bytes that are not UTF-8, and the id they would answer if they were."""

    data: bytes
    id: Any


Incoming = Response | ServerRequest | Notification | Noise | NotText


def read_message(data: bytes) -> Incoming:
    """What the bytes are. A batch is noise: no revision we speak lets a server send one."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        lossy = _parse(data.decode(errors="replace"))
        return NotText(data, lossy.get("id") if isinstance(lossy, dict) else None)
    message = _parse(text)
    if not isinstance(message, dict):
        return Noise(text)
    if "method" in message:
        return _call(message) or Noise(text)
    # `"error": null` says that nothing went wrong, but not what came out.
    if "id" in message and ("result" in message or message.get("error") is not None):
        result, error = message.get("result"), message.get("error")
        return Response(message["id"], result, error, odd_envelope(message))
    return Noise(text)


def _call(message: dict[str, Any]) -> ServerRequest | Notification | None:
    """What the server asks or tells; None where the method is no text."""
    method = message["method"]
    if not isinstance(method, str):
        return None
    params, flaw = message.get("params"), flaw_of_call(message)
    if "id" in message:
        return ServerRequest(message["id"], method, params, flaw)
    return Notification(method, params, flaw)


def _parse(text: str) -> Any:
    try:
        return parse(text)
    except ValueError:
        return None


def reply_to(request: ServerRequest) -> bytes:
    """What a client without any capability answers to a request from the server."""
    answer: dict[str, Any] = {"jsonrpc": "2.0", "id": request.id}
    if request.method == "ping":
        answer["result"] = {}
    else:
        answer["error"] = {"code": -32601, "message": "this client offers no capabilities"}
    return json.dumps(answer).encode()
