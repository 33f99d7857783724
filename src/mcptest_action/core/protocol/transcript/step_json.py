"""What was sent, as JSON for people and for replay, and whether a step would send it again."""

import base64
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from mcptest_action.core.document import no_duplicates, read_integer, read_json
from mcptest_action.core.protocol.exchange import (
    Close,
    Era,
    Fresh,
    NotSent,
    Opened,
    Outgoing,
    SingleStep,
    Step,
    Unreachable,
    dress,
)
from mcptest_action.core.text import InputError
from . import long_values
from .lines import HANDSHAKE, Exchange
from .long_values import LONGEST_SENT, shortened


def sent_document(step: Step, outgoing: Outgoing | None, *, http: bool) -> dict[str, Any]:
    """The step by its name, with the bytes that went out; headers only where there are any.

    Long values appear by their digests: thousands of tools each get a MiB.
    """
    document: dict[str, Any] = {"step": type(step).__name__}
    if isinstance(step, Fresh):
        document |= {"transport": "sse"} if step.sse else {}
        document |= {"client": dict(step.client.capabilities)} if step.client.capabilities else {}
    if outgoing is None or isinstance(step, Fresh | Close):
        return document
    if http:
        document["http_method"] = outgoing.http_method
        document["headers"] = dict(sorted(outgoing.headers.items()))
        if outgoing.path is not None:
            document["path"] = outgoing.path
        if outgoing.anonymous:
            document["anonymous"] = True
    body = _body(outgoing.body)
    # No value counts as more than three times its length in a message.
    if 3 * len(outgoing.body) > LONGEST_SENT:
        body = {kind: shortened(content) for kind, content in body.items()}
    return {**document, **body}


def _body(body: bytes) -> dict[str, Any]:
    """JSON as JSON if that loses nothing, other text as text, anything else as base64."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(body).decode()}
    if "\n" in text.strip():  # on stdio, those are several messages
        return {"text": text}
    try:
        return {"message": lossless_json(text)}
    except (InputError, ValueError):
        return {"text": text}


def lossless_json(text: str) -> Any:
    """The value of the text. Raises `ValueError` or `InputError` if writing the value would
    not give the text back, except for spaces and spelling: a key that appears twice, `NaN`, a
    number of more digits than we keep, or nesting that we would not read again.
    """
    return read_json(text, "the text", decode=_DECODER.decode)


def _integer(text: str) -> int:
    number = read_integer(text)
    if isinstance(number, float):
        raise ValueError(text)  # noqa: TRY004 - the type says that it is too long
    return number


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)


def _kept(text: str) -> float:
    number = float(text)
    if _digits(text) != _digits(repr(number)):
        raise ValueError(text)
    return number


def _digits(text: str) -> tuple[str, int]:
    """The digits that count, and the power of ten behind the last of them."""
    mantissa, _, exponent = text.lower().partition("e")
    before, _, after = mantissa.partition(".")
    digits = (before + after).lstrip("-0")
    counting = digits.rstrip("0")
    power = int(exponent or 0) - len(after) + len(digits) - len(counting)
    return counting, power if counting else 0


# Made once, and looks at everything in one pass: it reads every message that is sent.
_DECODER = json.JSONDecoder(
    object_pairs_hook=no_duplicates,
    parse_int=_integer,
    parse_float=_kept,
    parse_constant=_no_number,
)


BODIES = ("message", "text", "base64")
MASK = "***"
# We write the id first. A message that was not kept as JSON still begins with it.
_ID = re.compile(r'\{"id":("[^"\\]*"|[0-9]+),')


def opens_sse(exchange: Exchange) -> bool:
    """Whether a connection of the transport of 2024-11-05 was asked for."""
    return exchange.sent.get("transport") == "sse"


def spoke_sse(exchanges: Iterable[Exchange]) -> bool:
    """Whether HTTP+SSE was spoken: the last hello was made on such a connection."""
    greeted: dict[int, bool] = {}
    for exchange in exchanges:
        if exchange.key.check == HANDSHAKE:
            number = exchange.key.connection
            opened = opens_sse(exchange) and isinstance(exchange.reaction, Opened)
            greeted[number] = opened or greeted.get(number, False)
    return greeted.get(max(greeted, default=0), False)


def is_same(step: Step, recorded: Exchange, era: Era | None, client_version: str) -> bool:
    """Whether the step, sent again, would be what the transcript says was sent.

    The whole request is made again, and long values are compared by their digests. Headers are
    not compared: they follow from the message. Nor is a message with a redacted secret.
    """
    sent = recorded.sent
    if sent.get("step") != type(step).__name__:
        return False
    if isinstance(step, Fresh):
        same_client = sent.get("client", {}) == step.client.capabilities
        return same_client and opens_sse(recorded) is step.sse
    then = {name: shortened(sent[name]) for name in BODIES if name in sent}
    # A step that isn't a message has only its name to compare.
    if not isinstance(step, SingleStep) or MASK in json.dumps(then):
        return True
    if not then:  # nothing went out
        return isinstance(recorded.reaction, NotSent | Unreachable)
    outgoing = dress(step, era, _id_of(then), client_version)
    now = sent_document(step, outgoing, http=False)
    return then == {name: now[name] for name in BODIES if name in now}


def _id_of(body: Mapping[str, Any]) -> Any:
    """The id that the request had; 0 if it had none."""
    match next(iter(body.values())):
        case {long_values.MARK: {"head": str(begin)}} | str(begin):
            found = _ID.match(begin)
            return json.loads(found[1]) if found else 0
        case {"id": known}:
            return known
        case _:
            return 0
