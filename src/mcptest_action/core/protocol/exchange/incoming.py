"""What bytes from a server are, without believing a word of them."""

import json
import math
from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn

from mcptest_action.core.document import JSON_DEPTH, levels_in, read_integer
from .reaction import Garbage, HttpAnswer, Replied, RpcError

# A transcript reads back as many levels as `JSON_DEPTH`; its lines put an answer a few deeper.
DEEPEST_ANSWER = JSON_DEPTH - 20
_LARGEST = math.nextafter(math.inf, 0)
_NOTICE = "notifications/"  # what every notification is called, and no request


def parse(text: str) -> Any:
    """The value. Raises `ValueError` for what is not JSON, and for more levels than we keep.

    A number that is too large for us becomes the largest one: we could not write infinity again.
    """
    try:
        value = _DECODER.decode(text)
    except RecursionError:
        raise ValueError("nested too deep") from None
    brackets = text.count("{") + text.count("[")  # with fewer, it cannot be that deep
    if brackets > DEEPEST_ANSWER and levels_in(value, DEEPEST_ANSWER) > DEEPEST_ANSWER:
        raise ValueError(f"nested more than {DEEPEST_ANSWER} levels deep")
    return value


def _integer(text: str) -> int | float:
    return _finite(read_integer(text))


def _fraction(text: str) -> int | float:
    return _finite(float(text))


def _finite(number: float) -> int | float:
    return math.copysign(_LARGEST, number) if number in {math.inf, -math.inf} else number


def _no_number(word: str) -> NoReturn:
    """Only Python takes `NaN` and `Infinity` for numbers."""
    raise ValueError(f"{word} is not JSON")


# Made once: `json.loads` makes one for every message.
_DECODER = json.JSONDecoder(parse_int=_integer, parse_float=_fraction, parse_constant=_no_number)


_PART = "…"


class Response(NamedTuple):
    """A JSON-RPC response; `error` is None if there is a result."""

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
    reply: Mapping[str, Any] | None = None
    """What a client with capabilities answers: a result or an error."""


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
    # `"error": null` says that nothing went wrong, but not what the result is.
    if "id" in message and ("result" in message or message.get("error") is not None):
        result, error = message.get("result"), message.get("error")
        return Response(message["id"], result, error, odd_envelope(message))
    return Noise(text)


def _call(message: dict[str, Any]) -> ServerRequest | Notification | None:
    """What the server asks or tells; None if the method isn't a text."""
    method = message["method"]
    if not isinstance(method, str):
        return None
    params, flaw = message.get("params"), flaw_of_call(message)
    if "id" in message and not method.startswith(_NOTICE):
        return ServerRequest(message["id"], method, params, flaw)
    return Notification(method, params, flaw)


def _parse(text: str) -> Any:
    try:
        return parse(text)
    except ValueError:
        return None


def reply_to(request: ServerRequest) -> bytes:
    """What goes back to the server; without a reply, what a client without capabilities answers."""
    answer: dict[str, Any] = {"jsonrpc": "2.0", "id": request.id}
    if request.reply is not None:
        answer |= request.reply
    elif request.method == "ping":
        answer["result"] = {}
    else:
        answer["error"] = {"code": -32601, "message": "this client offers no capabilities"}
    return json.dumps(answer).encode()


def odd_envelope(message: Mapping[str, Any]) -> dict[str, Any] | None:
    """The message without its content, if it breaks a rule of JSON-RPC; None if it is plain.

    Keeps only what is odd: transcripts of sound servers hold every answer once.
    """
    if _is_plain(message):
        return None
    return {name: _shown(name, value) for name, value in message.items()}


def flaw_of_call(message: Mapping[str, Any]) -> str:
    """The rule that a request or notification breaks, without quotations; empty if none."""
    if message.get("jsonrpc") != "2.0":
        return "its jsonrpc is not '2.0'"
    if "result" in message or "error" in message:
        return "it has a method and a result or an error"
    if not isinstance(message.get("params", {}), dict):
        return "its params are not an object"
    if "id" in message and type(message["id"]) not in (str, int):
        return "its id is neither text nor a whole number"
    if "id" in message and str(message["method"]).startswith(_NOTICE):
        return "it is a notification, and has an id"
    if type(_progress_token(message)) not in (str, int):
        return "its progress token is neither text nor a whole number"
    return ""


def _progress_token(message: Mapping[str, Any]) -> Any:
    """The one that we are asked to report progress with; a text if there is none."""
    meta = message.get("params", {}).get("_meta")
    return meta.get("progressToken", "") if isinstance(meta, dict) else ""


def _is_plain(message: Mapping[str, Any]) -> bool:
    if message.get("jsonrpc") != "2.0" or ("result" in message) == ("error" in message):
        return False
    if "result" in message:
        return isinstance(message["result"], dict)
    error = message["error"]
    return (
        isinstance(error, dict)
        and type(error.get("code")) is int
        and isinstance(error.get("message"), str)
    )


def _shown(name: str, value: Any) -> Any:
    if name == "result" and isinstance(value, dict):
        return {_PART: len(value)}
    if name == "error" and isinstance(value, dict):
        return {key: part for key, part in value.items() if key != "data"}
    return value


def reaction_of(
    response: Response, http: HttpAnswer | None = None, *, is_ours: bool = True
) -> Replied | RpcError | Garbage:
    """A result, an error, or garbage if the error object isn't one."""
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
