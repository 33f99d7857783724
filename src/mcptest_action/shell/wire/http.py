"""A running server, spoken to over Streamable HTTP."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from functools import partial

import httpx2

from mcptest_action.core.protocol.exchange import (
    MULTIPLE_CHOICES,
    SESSION,
    VERSION,
    Close,
    EventReader,
    HttpAnswer,
    NotText,
    Outgoing,
    Reaction,
    Response,
    ServerRequest,
    reaction_of,
    reply_to,
)
from mcptest_action.core.protocol.exchange import reaction as kinds
from mcptest_action.core.protocol.target import Url
from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire import http_answer, http_request, redirect, resume
from mcptest_action.shell.wire.connection import IN_PASSING, UNABLE, Endpoint, Observed, Stopwatch
from mcptest_action.shell.wire.event_ids import EventIds
from mcptest_action.shell.wire.limits import MESSAGE_LIMIT, MOST_BESIDE, MOST_WAITING
from mcptest_action.shell.wire.messages import Aside, Inbox, first_bytes, read_redacted

_GOODBYE_S, _LINGER_S = 1.0, 1.0


class HttpConnection:
    def __init__(
        self,
        target: Url,
        headers: Mapping[str, str],
        redactor: Redactor,
        *,
        thorough: bool,
        endpoint: Endpoint | None = None,
    ) -> None:
        self._endpoint = endpoint or Endpoint(target.url)
        self._headers = dict(headers)
        self._redactor = redactor
        self._session: str | None = None
        self._spelling = "ascii"
        """The encoding of the header that the session came in."""
        self._version: str | None = None
        self._beside: set[asyncio.Task[None]] = set()
        """Replies to the server, and streams that are read on in the background."""
        self._streams: set[asyncio.Task[None]] = set()
        self._replies = asyncio.Semaphore(MOST_BESIDE)
        self.inbox, self._opened, self._ids = Inbox(), 0, EventIds(redactor)
        self.answering = UNABLE
        self._awaits_end = thorough
        """Whether an event stream is read on after the answer, until it ends."""
        self._followed: set[httpx2.Response] = set()
        self._client = http_request.client_for(target)

    async def send(self, outgoing: Outgoing, timeout_s: float) -> Observed:
        watch, aside, before = Stopwatch(), Aside(), self.inbox.leftover()
        try:
            async with asyncio.timeout(timeout_s):
                reaction = await self._exchange(outgoing, aside)
        except TimeoutError:
            reaction = aside.instead_of(kinds.TimedOut(timeout_s))
        return Observed(reaction, watch.ms(), (*before, *aside.others()))

    async def hush(self) -> None:
        for task in list(self._streams):
            task.cancel()
        await asyncio.gather(*self._streams, return_exceptions=True)

    async def _exchange(self, outgoing: Outgoing, aside: Aside) -> Reaction:
        if (held := http_request.unsendable(outgoing.headers)) is not None:
            return held
        try:
            response = await self._arrive(outgoing, aside)
            try:
                self._remember(response, outgoing)
                if outgoing.streams and http_answer.is_stream(response):
                    return await self._follow(response)
                return await self._read(response, outgoing, aside)
            finally:
                if response not in self._followed:
                    await response.aclose()
        except (httpx2.TransportError, httpx2.DecodingError, httpx2.InvalidURL) as error:
            return http_answer.none_for(error, self._redactor)

    async def _arrive(self, outgoing: Outgoing, aside: Aside) -> httpx2.Response:
        """The answer, from wherever the endpoint is now. Documents are where they have to be."""
        # The client would stumble over them when it builds the request.
        http_request.drop_odd_cookies(self._client.cookies.jar)
        headers = self._ids.sent(http_request.headers_for(outgoing, self._headers, self._session))
        encoded = http_request.encoded(headers, self._spelling)
        build = partial(http_request.built, self._client, outgoing, encoded)
        url = http_request.url_of(self._endpoint.url, outgoing.path)
        if outgoing.path is not None:
            return await self._client.send(build(url), stream=True)
        arrival = await redirect.send(self._client, build, url)
        if arrival.hops:
            aside.keep(self._redactor.value(arrival.note))
            # Only what any client sends tells where all others should go.
            if arrival.response.status_code < MULTIPLE_CHOICES and not outgoing.bare:
                self._endpoint.url = str(arrival.url)
        return arrival.response

    def _remember(self, response: httpx2.Response, outgoing: Outgoing) -> None:
        if outgoing.bare or response.status_code >= MULTIPLE_CHOICES:
            return  # a refused request may have named anything
        session = response.headers.get(SESSION)
        if session and self._session is None:
            self._session = session
            self._spelling = response.headers.encoding
        self._version = outgoing.headers.get(VERSION, self._version)

    async def _read(self, response: httpx2.Response, outgoing: Outgoing, aside: Aside) -> Reaction:
        http = http_answer.head_of(response, self._redactor)
        if http_answer.is_stream(response):
            return await self._read_events(response, outgoing, aside, http)
        body = await http_answer.body_of(response, self._redactor)
        if body is None:
            return kinds.Oversized(MESSAGE_LIMIT)
        incoming = read_redacted(body, self._redactor)
        reaction = http_answer.ruled_body(body, incoming, outgoing, http, self._redactor)
        if isinstance(reaction, kinds.Misaddressed):
            aside.add(incoming)
        return reaction

    async def _read_events(
        self, response: httpx2.Response, outgoing: Outgoing, aside: Aside, http: HttpAnswer
    ) -> Reaction:
        if not outgoing.waits:
            return kinds.Accepted(http)
        events = EventReader(self._ids.shown)
        read = partial(self._answer, outgoing=outgoing, aside=aside, http=http)
        answer = await read(resume.Stream(response, events))
        if answer is None and not aside.strangers:
            ask = partial(self._arrive, aside=aside)
            answer = await resume.answer(outgoing, events, ask, read)
        early = http_answer.early_end(events)
        return aside.instead_of(early) if answer is None else answer

    async def _answer(
        self, came: resume.Stream, outgoing: Outgoing, aside: Aside, http: HttpAnswer
    ) -> Reaction | None:
        """What a stream brings for the request; None if it ends before."""
        stream = self._messages(came)
        async for incoming in stream:
            match incoming:
                case Response(id=answer_id) if http_answer.is_ours(outgoing, answer_id):
                    ended = await self._ends(stream, aside)
                    about = http_answer.about(came.events, ended)
                    return reaction_of(incoming, http._replace(stream=about))
                case NotText(data):
                    aside.add(incoming)
                    return kinds.InvalidUtf8(first_bytes(data))
                case kinds.Oversized() | kinds.Garbage():
                    return incoming
                case _:
                    aside.add(incoming)
                    self.inbox.add(incoming, late=False)
        return None

    async def _messages(self, came: resume.Stream) -> AsyncIterator[http_answer.Heard]:
        """Everything on an event stream; answers the server's requests on the way."""
        async for incoming in http_answer.messages_of(*came, self._redactor):
            yield self._replied(incoming) if isinstance(incoming, ServerRequest) else incoming

    async def _ends(self, stream: AsyncIterator[http_answer.Heard], aside: Aside) -> bool | None:
        """Whether the stream ends after the answer; None if nobody asked."""
        if not self._awaits_end:
            return None
        try:
            async with asyncio.timeout(_LINGER_S):
                async for incoming in stream:
                    if not isinstance(incoming, kinds.Oversized | kinds.Garbage):
                        aside.add(incoming, late=True)
                        self.inbox.add(incoming, late=False)
        except TimeoutError:
            self._awaits_end = False  # once is enough to know
            return False
        except httpx2.RequestError:
            pass  # it ended, though not well; the answer had arrived
        return True

    async def _follow(self, response: httpx2.Response) -> kinds.Accepted:
        """Read the stream on in the background."""
        self._followed.add(response)
        task = asyncio.create_task(self._read_on(response))
        for tasks in (self._beside, self._streams):
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        return kinds.Accepted(http_answer.head_of(response, self._redactor))

    async def _read_on(self, response: httpx2.Response) -> None:
        self._opened += 1
        events, number = EventReader(self._ids.shown), self._opened
        try:
            async for incoming in self._messages(resume.Stream(response, events)):
                if isinstance(incoming, kinds.Oversized | kinds.Garbage):
                    return
                self.inbox.add(incoming, late=True, stream=number, event=events.last)
        except httpx2.RequestError:
            pass  # it ended, as streams do
        finally:
            self._followed.discard(response)
            await response.aclose()

    def _replied(self, request: ServerRequest) -> ServerRequest:
        """Answer a request from the server, next to the stream it came on."""
        if len(self._beside) >= MOST_WAITING:
            return request
        request, headers = self.answering(request), http_request.version_header(self._version)
        outgoing = Outgoing(reply_to(request), headers, None, waits=False)
        task = asyncio.create_task(self._send_reply(outgoing))
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)
        return request

    async def _send_reply(self, outgoing: Outgoing) -> None:
        with contextlib.suppress(TimeoutError):
            # So many at a time: what we send has to get through as well.
            async with self._replies, asyncio.timeout(_GOODBYE_S):
                await self._exchange(outgoing, Aside())

    def stderr_tail(self) -> str:
        return ""

    async def close(self, _goodbye: Close = IN_PASSING) -> kinds.Closed:
        """End the session, if there is one, and the connection. There is no process to wait for."""
        detail = "there was no session to end"
        if self._session is not None:
            headers = {**http_request.version_header(self._version), SESSION: self._session}
            goodbye = Outgoing(b"", headers, None, waits=True, http_method="DELETE", bare=True)
            observed = await self.send(goodbye, _GOODBYE_S)
            detail = f"ended the session: {type(observed.reaction).__name__}"
        self.abort()
        await asyncio.gather(*self._beside, return_exceptions=True)
        await self._client.aclose()
        return kinds.Closed(detail)

    def abort(self) -> None:
        for task in list(self._beside):
            task.cancel()
