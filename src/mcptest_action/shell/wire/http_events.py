"""The messages on an event stream, and what there is to say about the stream itself."""

from collections.abc import AsyncIterator
from typing import Any

import httpx2

from mcptest_action.core.exchange.incoming import Incoming
from mcptest_action.core.exchange.reaction import Disconnected, Garbage, Oversized
from mcptest_action.core.exchange.sse import ENDED_EARLY, ENDED_RESUMABLE, EventReader
from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire.hearing import hear
from mcptest_action.shell.wire.limits import MESSAGE_LIMIT

# With this event the transport of 2024-11-05 begins; Streamable HTTP has no such thing.
OLD_TRANSPORT_EVENT = "endpoint"


async def messages_of(
    response: httpx2.Response, events: EventReader, redactor: Redactor
) -> AsyncIterator[Incoming | Oversized | Garbage]:
    """Everything on an event stream, until it ends."""
    async for chunk in response.aiter_bytes():
        for name, data in events.feed(chunk):
            if name == OLD_TRANSPORT_EVENT:
                yield Garbage(f"the event '{name}' of HTTP+SSE")
            elif data:  # an event without data only tells its id
                yield hear(data, redactor)
        if events.held > MESSAGE_LIMIT:
            yield Oversized(MESSAGE_LIMIT)


def about(events: EventReader, ended: bool | None) -> dict[str, Any] | None:
    """What a ruling may need to know of the stream around an answer."""
    if ended is None:
        return None
    return {"ids": list(events.ids), "primed": bool(events.primed), "ended": ended}


def early_end(events: EventReader) -> Disconnected:
    """A stream that ended before the answer: for good, or to be resumed by its ids."""
    return Disconnected(ENDED_RESUMABLE if any(events.ids) else ENDED_EARLY)
