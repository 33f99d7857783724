"""A running server, spoken to over Streamable HTTP."""

import asyncio
import contextlib
import os
import ssl
from collections.abc import AsyncIterator, Mapping

import httpx2

from mcptest_action.core.errors import unusable
from mcptest_action.core.exchange.answer import reaction_of, same_id
from mcptest_action.core.exchange.envelope import Outgoing
from mcptest_action.core.exchange.incoming import (
    Noise,
    NotText,
    Response,
    ServerRequest,
    read_message,
    reply_to,
)
from mcptest_action.core.exchange.reaction import (
    Accepted,
    Closed,
    Disconnected,
    Garbage,
    HttpAnswer,
    HttpStatus,
    InvalidUtf8,
    Misaddressed,
    Oversized,
    Reaction,
    TimedOut,
    Unreachable,
)
from mcptest_action.core.exchange.sse import EventReader
from mcptest_action.core.target.model import Url
from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire.connection import Aside, Observed, Stopwatch
from mcptest_action.shell.wire.limits import LONGEST_OTHER, MESSAGE_LIMIT

_ACCEPT = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
_SESSION = "mcp-session-id"
# The headers that a ruling may need; others are nobody's business, cookies least of all.
_KEPT_HEADERS = (
    "allow", "content-type", "content-length", "location", "mcp-protocol-version", _SESSION,
    "retry-after", "server", "www-authenticate",
)  # fmt: skip
_GOODBYE_S = 1.0
# With this event the transport of 2024-11-05 begins; Streamable HTTP has no such thing.
OLD_TRANSPORT_EVENT = "endpoint"
_MULTIPLE_CHOICES = 300


class HttpConnection:
    def __init__(self, target: Url, headers: Mapping[str, str], redactor: Redactor) -> None:
        self._url = target.url
        self._headers = dict(headers)
        self._redactor = redactor
        self._session: str | None = None
        self._version: str | None = None
        self._replies: set[asyncio.Task[None]] = set()
        self._client = httpx2.AsyncClient(
            verify=_trust(target), proxy=target.proxy, trust_env=False, timeout=None
        )

    async def send(self, outgoing: Outgoing, timeout_s: float) -> Observed:
        watch, aside = Stopwatch(), Aside()
        try:
            async with asyncio.timeout(timeout_s):
                reaction = await self._exchange(outgoing, aside)
        except TimeoutError:
            reaction = aside.instead_of(TimedOut(timeout_s))
        return Observed(reaction, watch.ms(), aside.others())

    async def _exchange(self, outgoing: Outgoing, aside: Aside) -> Reaction:
        headers = self._dressed(outgoing)
        try:
            async with self._client.stream(
                outgoing.http_method, self._url, headers=headers, content=outgoing.body
            ) as response:
                self._remember(response, outgoing)
                return await self._read(response, outgoing, aside)
        except (httpx2.ConnectError, httpx2.ProxyError) as error:
            return Unreachable(_reason(error))
        except (httpx2.TransportError, httpx2.InvalidURL) as error:
            return Disconnected(_reason(error))

    def _dressed(self, outgoing: Outgoing) -> dict[str, str]:
        if outgoing.bare:
            return {**self._headers, **outgoing.headers}
        session = {_SESSION: self._session} if self._session else {}
        return {**_ACCEPT, **self._headers, **session, **outgoing.headers}

    def _remember(self, response: httpx2.Response, outgoing: Outgoing) -> None:
        session = response.headers.get(_SESSION)
        if session and not outgoing.bare and self._session is None:
            self._session = session
        self._version = outgoing.headers.get("MCP-Protocol-Version", self._version)

    async def _read(self, response: httpx2.Response, outgoing: Outgoing, aside: Aside) -> Reaction:
        http = self._http(response)
        is_stream = http.headers.get("content-type", "").startswith("text/event-stream")
        if is_stream and response.status_code < _MULTIPLE_CHOICES:
            return await self._read_events(response, outgoing, aside, http)
        body = await self._read_body(response)
        if body is None:
            return Oversized(MESSAGE_LIMIT)
        return _ruled(body, outgoing, http)

    def _http(self, response: httpx2.Response) -> HttpAnswer:
        headers = {
            name: self._redactor.text(response.headers[name])[:LONGEST_OTHER]
            for name in _KEPT_HEADERS
            if name in response.headers
        }
        return HttpAnswer(response.status_code, headers)

    async def _read_body(self, response: httpx2.Response) -> bytes | None:
        body = bytearray()
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) > MESSAGE_LIMIT:
                return None
        return self._redactor.data(bytes(body))

    async def _read_events(
        self, response: httpx2.Response, outgoing: Outgoing, aside: Aside, http: HttpAnswer
    ) -> Reaction:
        if not outgoing.waits:
            return Accepted(http)
        events = EventReader()
        async for chunk in _chunks(response):
            for name, data in events.feed(chunk):
                if name == OLD_TRANSPORT_EVENT:
                    return Garbage(f"the event '{name}' of HTTP+SSE")
                incoming = read_message(self._redactor.data(data))
                match incoming:
                    case Response(id=answer_id) if _is_ours(outgoing, answer_id):
                        return reaction_of(incoming, http)
                    case NotText():
                        aside.add(incoming)
                        return InvalidUtf8(str(aside.not_text))
                    case ServerRequest():
                        self._reply(incoming)
                    case _:
                        pass
                aside.add(incoming)
            if events.held > MESSAGE_LIMIT:
                return Oversized(MESSAGE_LIMIT)
        return aside.instead_of(Disconnected("the event stream ended before the answer"))

    def _reply(self, request: ServerRequest) -> None:
        """Answer a request from the server beside the stream it came on."""
        version = {"MCP-Protocol-Version": self._version} if self._version else {}
        outgoing = Outgoing(reply_to(request), version, None, waits=False)
        task = asyncio.create_task(self._send_reply(outgoing))
        self._replies.add(task)
        task.add_done_callback(self._replies.discard)

    async def _send_reply(self, outgoing: Outgoing) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE_S):
                await self._exchange(outgoing, Aside())

    def stderr_tail(self) -> str:
        return ""

    async def close(self) -> Closed:
        """End the session, if there is one, and the connection."""
        detail = "there was no session to end"
        if self._session is not None:
            version = {"MCP-Protocol-Version": self._version} if self._version else {}
            headers = {**version, _SESSION: self._session}
            goodbye = Outgoing(b"", headers, None, waits=True, http_method="DELETE", bare=True)
            observed = await self.send(goodbye, _GOODBYE_S)
            detail = f"ended the session: {type(observed.reaction).__name__}"
        for task in list(self._replies):
            task.cancel()
        await self._client.aclose()
        return Closed(detail)

    def abort(self) -> None:
        for task in list(self._replies):
            task.cancel()


async def _chunks(response: httpx2.Response) -> AsyncIterator[bytes]:
    async for chunk in response.aiter_bytes():
        yield chunk


def _is_ours(outgoing: Outgoing, answer_id: object) -> bool:
    return outgoing.answer_id is None or same_id(outgoing.answer_id, answer_id)


def _ruled(body: bytes, outgoing: Outgoing, http: HttpAnswer) -> Reaction:
    """What a whole body is to the request that it came back to."""
    good = http.status < _MULTIPLE_CHOICES
    if not outgoing.waits and good:
        return Accepted(http)
    incoming = read_message(body)
    match incoming:
        case Response(id=answer_id, error=error):
            # An error about a request that was not read has no id to give back, or invents one.
            lost = error is not None and (answer_id is None or not good)
            if _is_ours(outgoing, answer_id) or lost:
                return reaction_of(incoming, http)
            return Misaddressed((repr(answer_id)[:80],))
        case NotText(data) if good:
            aside = Aside()
            aside.add(NotText(data, None))
            return InvalidUtf8(str(aside.not_text))
        case Noise(text) if good and text.strip():
            return Garbage(text[:LONGEST_OTHER])
        case _:
            return HttpStatus(http, body[:LONGEST_OTHER].decode(errors="replace"))


def _trust(target: Url) -> ssl.SSLContext | bool:
    """The certificates to trust. None are loaded for plain HTTP: that takes a while."""
    if target.ca_file is not None:
        try:
            return ssl.create_default_context(cafile=target.ca_file)
        except (OSError, ssl.SSLError) as error:
            raise unusable(target.ca_file, f"cannot be used as a CA file: {error}") from None
    return target.url.startswith("https://")


def _reason(error: BaseException) -> str:
    """What the operating system said, which libraries tend to wrap in something vaguer."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLError):
            return f"TLS: {cause.verify_message if hasattr(cause, 'verify_message') else cause}"
        if isinstance(cause, OSError) and cause.errno is not None:
            said = os.strerror(cause.errno) if cause.errno > 0 else str(cause.strerror)
            return said[:1].lower() + said[1:]
        cause = cause.__cause__ or cause.__context__
    text = str(error) or type(error).__name__
    return text[:1].lower() + text[1:]
