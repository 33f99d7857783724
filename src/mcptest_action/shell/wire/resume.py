"""Event streams that end before the answer, and are asked for again, as any client does it.

A server may close the connection once an event had an id, and give the answer to whoever comes
back with this id: by GET, until 2026-07-28 took that away.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import httpx2

from mcptest_action.core.protocol.exchange import (
    EVENTS,
    MODERN_VERSIONS,
    VERSION,
    EventReader,
    Outgoing,
    Reaction,
)
from mcptest_action.shell.wire import http_answer, http_request
from mcptest_action.shell.wire.event_ids import LAST_EVENT

MOST = 5
# A server that says no `retry` is not asked five times in one moment; one that says a long one
# does not hold up everything else.
_UNSAID_S, _LONGEST_S = 0.2, 2.0
# They are about the body of the request, and GET has none.
_OF_THE_BODY = frozenset(("accept", "content-length", "content-type"))


class Stream(NamedTuple):
    """An answer that is an event stream, and what reads it."""

    response: httpx2.Response
    events: EventReader


async def answer(
    outgoing: Outgoing,
    events: EventReader,
    ask: Callable[[Outgoing], Awaitable[httpx2.Response]],
    read: Callable[[Stream], Awaitable[Reaction | None]],
) -> Reaction | None:
    """What `read` finds on the streams that go on where the one ended that `events` has read. Each
    is read before the next is asked for.

    None if it finds nothing, if an event had no id or GET opens no stream, and for a request that
    not every client would send.
    """
    for _ in range(MOST if _resumes(outgoing) else 0):
        again = _again(outgoing, events.since)
        if not events.since or http_request.unsendable(again.headers) is not None:
            return None
        await asyncio.sleep(_pause_s(events.retry_ms))
        try:
            response = await ask(again)
        except (httpx2.TransportError, httpx2.InvalidURL):
            return None  # what there is to say is how the stream ended
        try:
            if not http_answer.is_stream(response):
                return None
            events = events.continued()
            if (found := await read(Stream(response, events))) is not None:
                return found
        finally:
            await response.aclose()
    return None


def _resumes(outgoing: Outgoing) -> bool:
    if outgoing.bare or outgoing.anonymous or outgoing.streams:
        return False
    named = (value for name, value in outgoing.headers.items() if _is(name, VERSION))
    return not any(version in MODERN_VERSIONS for version in named)


def _again(outgoing: Outgoing, since: str) -> Outgoing:
    """From whoever sent the request, so with its headers, and without those that it left out."""
    kept = {
        name: value
        for name, value in outgoing.headers.items()
        if name.casefold() not in _OF_THE_BODY and not _is(name, LAST_EVENT)
    }
    return Outgoing(
        b"",
        {**kept, "Accept": EVENTS, LAST_EVENT: since},
        None,
        waits=True,
        http_method="GET",
        left_out=outgoing.left_out | {"content-type"},
    )


def _is(name: str, header: str) -> bool:
    return name.casefold() == header.casefold()


def _pause_s(retry_ms: int | None) -> float:
    return _UNSAID_S if retry_ms is None else min(retry_ms / 1000, _LONGEST_S)
