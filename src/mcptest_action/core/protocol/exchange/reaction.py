"""What the world does, as values. A dead server is never mistaken for an answer."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple


class HttpAnswer(NamedTuple):
    """The HTTP around an answer: enough to rule on, and no more."""

    status: int
    headers: Mapping[str, str]
    stream: Mapping[str, Any] | None = None
    """Of an event stream: the ids of its events, and whether it ended after the answer."""


class Replied(NamedTuple):
    """A JSON-RPC result with our id."""

    result: Any
    http: HttpAnswer | None = None
    envelope: Any = None
    """The message around it, where that is not just as it should be."""


class RpcError(NamedTuple):
    """A JSON-RPC error that the server itself sent."""

    code: int
    message: str
    data: Any = None
    http: HttpAnswer | None = None
    envelope: Any = None


class HttpStatus(NamedTuple):
    """An HTTP answer that holds no JSON-RPC answer to our request."""

    http: HttpAnswer
    body: str


class Accepted(NamedTuple):
    """Delivered; nothing is expected back."""

    http: HttpAnswer | None = None


class TimedOut(NamedTuple):
    """Nothing that answers us within the time."""

    after_s: float


class Disconnected(NamedTuple):
    """The connection ended before an answer: an exit, a crash, a closed stream."""

    detail: str


class Unreachable(NamedTuple):
    """There never was a connection: nothing to start, or nobody listening."""

    detail: str


class Garbage(NamedTuple):
    """Something came, and it was not JSON-RPC."""

    text: str
    envelope: Any = None


class InvalidUtf8(NamedTuple):
    """Something came that is not text; the first bytes as base64."""

    sample: str


class Oversized(NamedTuple):
    """More came than anyone should have to read."""

    limit: int


class Misaddressed(NamedTuple):
    """Answers came, but none to what we asked."""

    ids: tuple[str, ...]


class NotSent(NamedTuple):
    """A tool call that the execution policy did not let through; the server never saw it."""

    reason: str
    because: str


class Overheard(NamedTuple):
    """What the server said unasked: `{"message": …}`, `{"noise": …}` or `{"not_text": …}`."""

    messages: tuple[Any, ...]


class Opened(NamedTuple):
    """A new connection or process is there."""


class Leaving(StrEnum):
    """How a process that we started came to its end."""

    EARLIER = "earlier"
    """Before its input was closed."""
    BY_ITSELF = "by_itself"
    TERMINATED = "terminated"
    """Not before SIGTERM."""
    KILLED = "killed"


class Closed(NamedTuple):
    """The connection was closed by us."""

    detail: str
    leaving: Leaving | None = None
    """None where we did not start the server."""


Reaction = (
    Replied | RpcError | HttpStatus | Accepted | TimedOut | Disconnected | Unreachable | Garbage
    | InvalidUtf8 | Oversized | Misaddressed | NotSent | Overheard | Opened | Closed
)  # fmt: skip
# After one of these the connection cannot be trusted to answer the next request.
BROKEN = (TimedOut, Disconnected, Unreachable, Oversized, Garbage, InvalidUtf8, Misaddressed)
