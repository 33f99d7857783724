"""A running server, spoken to over HTTP+SSE: the transport of 2024-11-05.

One GET opens a stream that carries everything the server says. Its first event names the endpoint
that takes our messages, one POST each. What a POST is answered with is no answer to the message.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping

import httpx2

from mcptest_action.core.protocol.exchange import (
    ACCEPT,
    ENDPOINT_EVENT,
    EVENTS,
    MULTIPLE_CHOICES,
    PATIENCE_S,
    Close,
    EventReader,
    Outgoing,
    Reaction,
    ServerRequest,
    reply_to,
)
from mcptest_action.core.protocol.exchange import reaction as kinds
from mcptest_action.core.protocol.target import Url
from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire import http_answer, http_request, redirect
from mcptest_action.shell.wire.connection import IN_PASSING, UNABLE, Observed
from mcptest_action.shell.wire.duplex import Duplex, Waiter
from mcptest_action.shell.wire.limits import (
    LONGEST_DOCUMENT,
    LONGEST_OTHER,
    MESSAGE_LIMIT,
    MOST_BESIDE,
    MOST_WAITING,
)
from mcptest_action.shell.wire.messages import read_redacted

_MESSAGE_EVENT = "message"
_ELSEWHERE = "Streamable HTTP is not spoken on this connection"
# The name of each event and its data, as they come.
_Events = AsyncIterator[tuple[str, bytes]]


class _NoStreamError(Exception):
    """The GET did not open the stream that it should have; the words say why."""


class SseConnection:
    def __init__(self, target: Url, headers: Mapping[str, str], redactor: Redactor) -> None:
        self._url = target.url
        self._endpoint = httpx2.URL(target.url)
        self._headers = dict(headers)
        self._redactor = redactor
        self._duplex = Duplex()
        self.inbox = self._duplex.inbox
        self.answering = UNABLE
        self._gone: kinds.Disconnected | None = None
        self._beside: set[asyncio.Task[Reaction | None]] = set()
        """Replies to the server, and what still waits for the end of its POST."""
        self._replies = asyncio.Semaphore(MOST_BESIDE)
        self._reading: asyncio.Task[None] | None = None
        self._stream: httpx2.Response | None = None
        self._reader = EventReader()
        self._client = http_request.client_for(target)

    async def open(self, timeout_s: float) -> kinds.Unreachable | None:
        """Open the stream, up to its first event; None if that went well."""
        try:
            async with asyncio.timeout(timeout_s):
                events = await self._listen()
        except TimeoutError:
            trouble = f"no '{ENDPOINT_EVENT}' event came within {timeout_s:g} s"
        except _NoStreamError as error:
            trouble = str(error)
        except (httpx2.RequestError, httpx2.InvalidURL) as error:
            trouble = http_answer.reason_of(error)
        else:
            self._reading = asyncio.create_task(self._read_on(events))
            return None
        await self._end()
        return kinds.Unreachable(self._redactor.text(trouble))

    async def _listen(self) -> _Events:
        http_request.drop_odd_cookies(self._client.cookies.jar)
        headers = http_request.encoded({"Accept": EVENTS, **self._headers}, "ascii")

        def build(url: httpx2.URL) -> httpx2.Request:
            return self._client.build_request("GET", url, headers=headers)

        arrival = await redirect.send(self._client, build, httpx2.URL(self._url))
        self._stream = arrival.response
        if not http_answer.is_stream(self._stream):
            kind = self._stream.headers.get("content-type", "nothing")[:LONGEST_OTHER]
            status = self._stream.status_code
            raise _NoStreamError(f"a GET opened no event stream: HTTP status {status}, {kind}")
        events = self._events(self._stream)
        async for name, data in events:
            if name != ENDPOINT_EVENT:
                shown = name[:LONGEST_OTHER]
                raise _NoStreamError(f"the first event is '{shown}', not '{ENDPOINT_EVENT}'")
            self._endpoint = _endpoint(arrival.url, data)
            return events
        raise _NoStreamError(f"the stream ended before the event '{ENDPOINT_EVENT}'")

    async def _events(self, stream: httpx2.Response) -> _Events:
        limit = LONGEST_DOCUMENT  # of the first event, which is an address
        async for chunk in stream.aiter_bytes():
            for event in self._reader.feed(chunk):
                limit = MESSAGE_LIMIT
                yield event
            if self._reader.held > limit:
                raise _NoStreamError(f"an event has more than {limit} bytes")

    async def _read_on(self, events: _Events) -> None:
        detail = "the event stream ended"
        try:
            async for name, data in events:
                if name == _MESSAGE_EVENT:  # clients ignore other events, such as a ping
                    self._receive(data)
        except _NoStreamError:
            self._duplex.settle_all(kinds.Oversized(MESSAGE_LIMIT))
            detail = "we closed the event stream, for an event was too long"
        except httpx2.RequestError as error:
            detail = f"the event stream broke: {self._redactor.text(http_answer.reason_of(error))}"
        finally:
            self._gone = kinds.Disconnected(detail)
            self._duplex.settle_all(self._gone)

    def _receive(self, data: bytes) -> None:
        incoming = read_redacted(data, self._redactor)
        if isinstance(incoming, ServerRequest) and len(self._beside) < MOST_WAITING:
            incoming = self.answering(incoming)
            self._keep(asyncio.create_task(self._reply(reply_to(incoming))))
        self._duplex.receive(incoming)

    async def _reply(self, body: bytes) -> Reaction | None:
        async with self._replies:  # so many at a time: what we send has to get through as well
            return await self._post(body)

    def _keep(self, task: "asyncio.Task[Reaction | None]") -> None:
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    async def send(self, outgoing: Outgoing, timeout_s: float) -> Observed:
        return await self._duplex.send(outgoing, timeout_s, lambda w: self._exchange(outgoing, w))

    async def _exchange(self, outgoing: Outgoing, waiter: Waiter) -> Reaction:
        if self._gone is not None:
            return self._gone
        if outgoing.bare:
            return kinds.Unreachable(_ELSEWHERE)
        posting = asyncio.create_task(self._post(outgoing.body))
        try:
            # A server may answer on the stream before it is done with the POST.
            await asyncio.wait((posting, waiter), return_when=asyncio.FIRST_COMPLETED)
        except BaseException:
            posting.cancel()
            raise
        self._keep(posting)
        if waiter.done():
            return waiter.result()
        refusal = posting.result()
        if refusal is not None:
            return refusal
        return await waiter if outgoing.waits else kinds.Accepted()

    async def _post(self, body: bytes) -> Reaction | None:
        """Send one message; None if the server took it."""
        http_request.drop_odd_cookies(self._client.cookies.jar)
        headers = http_request.encoded({**ACCEPT, **self._headers}, "ascii")

        def build(url: httpx2.URL) -> httpx2.Request:
            return self._client.build_request("POST", url, headers=headers, content=body)

        try:
            arrival = await redirect.send(self._client, build, self._endpoint)
            response = arrival.response
            try:
                said = await http_answer.body_of(response, self._redactor)
            finally:
                await response.aclose()
        except (httpx2.ConnectError, httpx2.ProxyError) as error:
            return kinds.Unreachable(self._redactor.text(http_answer.reason_of(error)))
        except (httpx2.RequestError, httpx2.InvalidURL) as error:
            return kinds.Disconnected(self._redactor.text(http_answer.reason_of(error)))
        if said is None:
            return kinds.Oversized(MESSAGE_LIMIT)
        if response.status_code < MULTIPLE_CHOICES:
            self._endpoint = arrival.url
            return None
        head = http_answer.head_of(response, self._redactor)
        text = said[:LONGEST_OTHER].decode(errors="replace")
        return kinds.HttpStatus(head, self._redactor.text(text))

    async def hush(self) -> None:
        """There is one stream, and it stays open."""

    def stderr_tail(self) -> str:
        return ""

    async def close(self, _goodbye: Close = IN_PASSING) -> kinds.Closed:
        await self._end()
        return kinds.Closed("ended the event stream")

    async def _end(self) -> None:
        self.abort()
        tasks = [*self._beside, *([] if self._reading is None else [self._reading])]
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._stream is not None:
            await self._stream.aclose()
        await self._client.aclose()

    def abort(self) -> None:
        for task in list(self._beside):
            task.cancel()
        if self._reading is not None:
            self._reading.cancel()


async def open_sse(
    target: Url, headers: Mapping[str, str], redactor: Redactor, timeout_s: float
) -> SseConnection | kinds.Unreachable:
    """A connection; the server has told where it wants our messages."""
    connection = SseConnection(target, headers, redactor)
    try:
        trouble = await connection.open(min(timeout_s, PATIENCE_S))
    except BaseException:
        connection.abort()
        raise
    return connection if trouble is None else trouble


def _endpoint(own: httpx2.URL, data: bytes) -> httpx2.URL:
    """Where messages go. Never to another server: they may carry the user's credentials."""
    text = data.decode(errors="replace").strip()
    try:
        endpoint = own.join(text)
    except (httpx2.InvalidURL, ValueError):
        raise _NoStreamError(f"its endpoint is not an address: '{text[:LONGEST_OTHER]}'") from None
    if redirect.origin(endpoint) != redirect.origin(own):
        there = f"{endpoint.scheme}://{endpoint.netloc.decode(errors='replace')}"
        raise _NoStreamError(f"its endpoint is on another server, {there[:LONGEST_OTHER]}")
    return endpoint
