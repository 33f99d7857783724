"""What comes back over HTTP: a body, a stream of events, or the reason why nothing did."""

import os
import ssl
from collections.abc import AsyncIterator
from typing import Any

import httpx2

from mcptest_action.core.protocol.exchange import (
    DEFAULT_EVENT,
    ENDED_EARLY,
    ENDED_RESUMABLE,
    ENDPOINT_EVENT,
    MULTIPLE_CHOICES,
    OLD_TRANSPORT,
    EventReader,
    HttpAnswer,
    Incoming,
    Noise,
    NotText,
    Outgoing,
    Reaction,
    Response,
    reaction_of,
    same_id,
)
from mcptest_action.core.protocol.exchange import reaction as kinds
from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire.limits import LONGEST_DOCUMENT, LONGEST_OTHER, MESSAGE_LIMIT
from mcptest_action.shell.wire.messages import first_bytes, read_redacted

Heard = Incoming | kinds.Oversized | kinds.Garbage
# How a reason begins if the connection was there, and no encryption.
TLS = "TLS: "
# The headers that a ruling may need; we don't keep others, least of all cookies.
_KEPT_HEADERS = (
    "access-control-allow-credentials", "access-control-allow-origin", "allow", "content-type",
    "content-length", "location", "mcp-protocol-version", "mcp-session-id", "retry-after",
    "server", "www-authenticate", "x-accel-buffering",
)  # fmt: skip


def head_of(response: httpx2.Response, redactor: Redactor) -> HttpAnswer:
    headers = {
        name: redactor.text(response.headers[name])[:LONGEST_OTHER]
        for name in _KEPT_HEADERS
        if name in response.headers
    }
    if "retry-after" in headers and "date" in response.headers:  # it may count from there
        headers["date"] = redactor.text(response.headers["date"])[:LONGEST_OTHER]
    return HttpAnswer(response.status_code, headers)


async def body_of(response: httpx2.Response, redactor: Redactor) -> bytes | None:
    """The whole body; None for one that is too long."""
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > MESSAGE_LIMIT:
            return None
    return redactor.data(bytes(body))


def is_stream(response: httpx2.Response) -> bool:
    kind = response.headers.get("content-type", "")
    return response.status_code < MULTIPLE_CHOICES and kind.startswith("text/event-stream")


def is_ours(outgoing: Outgoing, answer_id: object) -> bool:
    return outgoing.answer_id is None or same_id(outgoing.answer_id, answer_id)


def ruled_body(
    body: bytes, incoming: Incoming, outgoing: Outgoing, http: HttpAnswer, redactor: Redactor
) -> Reaction:
    """What a whole body, and the message in it, mean for the request that it answers."""
    if outgoing.path is not None:  # a document beside the endpoint, which isn't JSON-RPC
        text = body[:LONGEST_DOCUMENT].decode(errors="replace")
        return kinds.HttpStatus(http, redactor.text(text))
    good = http.status < MULTIPLE_CHOICES
    if not outgoing.waits and good:
        return kinds.Accepted(http)
    match incoming:
        case Response(id=answer_id, error=error):
            # An error about a request that was not read has no id to give back, or invents one.
            lost = error is not None and (answer_id is None or not good)
            ours = is_ours(outgoing, answer_id)
            if ours or lost:
                return reaction_of(incoming, http, is_ours=ours)
            return kinds.Misaddressed((repr(answer_id)[:80],))
        case NotText(data) if good:
            return kinds.InvalidUtf8(first_bytes(data))
        case Noise(text) if good and text.strip():
            return kinds.Garbage(text[:LONGEST_OTHER])
        case _:
            text = body[:LONGEST_OTHER].decode(errors="replace")
            return kinds.HttpStatus(http, redactor.text(text))


async def messages_of(
    response: httpx2.Response, events: EventReader, redactor: Redactor
) -> AsyncIterator[Heard]:
    """Everything on an event stream, until it ends."""
    async for chunk in response.aiter_bytes():
        for name, data in events.feed(chunk):
            if name == ENDPOINT_EVENT:
                yield kinds.Garbage(OLD_TRANSPORT)
            elif data:  # an event without data only tells its id
                incoming = read_redacted(data, redactor)
                # Clients leave events of other names alone, such as a heartbeat.
                if name == DEFAULT_EVENT or not isinstance(incoming, Noise):
                    yield incoming
        if events.held > MESSAGE_LIMIT:
            yield kinds.Oversized(MESSAGE_LIMIT)


def about(events: EventReader, ended: bool | None) -> dict[str, Any]:
    """What a ruling may need to know of the stream around an answer; `ended` is None if nobody
    waited for its end.
    """
    return {"ids": list(events.ids), "primed": bool(events.primed), "ended": ended}


def early_end(events: EventReader) -> kinds.Disconnected:
    """A stream that ended before the answer: finally, or resumable by its ids."""
    return kinds.Disconnected(ENDED_RESUMABLE if any(events.ids) else ENDED_EARLY)


def none_for(error: Exception, redactor: Redactor) -> Reaction:
    """What the error of a client means that sent a request and has no answer."""
    if isinstance(error, httpx2.DecodingError):
        return kinds.Garbage(redactor.text(f"a body that cannot be unpacked: {error}"))
    reason = redactor.text(reason_of(error))
    nobody = isinstance(error, httpx2.ConnectError | httpx2.ProxyError)
    return kinds.Unreachable(reason) if nobody else kinds.Disconnected(reason)


def reason_of(error: BaseException) -> str:
    """What the operating system said; libraries tend to wrap it in something vaguer."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLError):
            return f"{TLS}{cause.verify_message if hasattr(cause, 'verify_message') else cause}"
        if isinstance(cause, OSError) and cause.errno is not None:
            said = os.strerror(cause.errno) if cause.errno > 0 else str(cause.strerror)
            return said[:1].lower() + said[1:]
        cause = cause.__cause__ or cause.__context__
    text = str(error) or type(error).__name__
    return text[:1].lower() + text[1:]
