"""What every connection can do, whatever carries it."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from mcptest_action.core.protocol.exchange import (
    Close,
    Closed,
    Outgoing,
    Reaction,
    ServerRequest,
    answered,
)
from mcptest_action.shell.wire.messages import Inbox


class Observed(NamedTuple):
    """A reaction, how long it took, and what else the server said meanwhile."""

    reaction: Reaction
    elapsed_ms: float
    others: tuple[Any, ...] = ()


# Adds the reply to a request of the server.
Answering = Callable[[ServerRequest], ServerRequest]
UNABLE: Answering = answered
# How to close a connection if nobody needs to know how that goes.
IN_PASSING = Close()


class Connection(Protocol):
    inbox: Inbox
    """What the server says unasked."""
    answering: Answering
    """What its requests get; at first, what a client without capabilities answers."""

    async def send(self, outgoing: Outgoing, timeout_s: float) -> Observed: ...
    async def hush(self) -> None: ...
    async def close(self, goodbye: Close = IN_PASSING) -> Closed: ...
    def abort(self) -> None: ...
    def stderr_tail(self) -> str: ...


class Endpoint:
    """Where a server takes requests: at the address that the user gave, or where that leads to.

    Shared by all connections of a run, so that not every request is redirected.
    """

    def __init__(self, url: str) -> None:
        self._given = self.url = url

    def forget(self) -> None:
        """Another server may be there by now."""
        self.url = self._given


class Stopwatch:
    def __init__(self) -> None:
        self._start = time.perf_counter()

    def ms(self) -> float:
        return round((time.perf_counter() - self._start) * 1000, 3)
