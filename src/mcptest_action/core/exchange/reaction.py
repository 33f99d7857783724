"""What the world does, as values. A dead server is never mistaken for an answer."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class HttpAnswer(NamedTuple):
    """The HTTP around an answer: enough to rule on, and no more."""

    status: int
    headers: Mapping[str, str]


class Replied(NamedTuple):
    """A JSON-RPC result with our id."""

    result: Any
    http: HttpAnswer | None = None


class RpcError(NamedTuple):
    """A JSON-RPC error that the server itself sent."""

    code: int
    message: str
    data: Any = None
    http: HttpAnswer | None = None


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


class Opened(NamedTuple):
    """A new connection or process is there."""


class Closed(NamedTuple):
    """The connection was closed by us."""

    detail: str


Reaction = (
    Replied
    | RpcError
    | HttpStatus
    | Accepted
    | TimedOut
    | Disconnected
    | Unreachable
    | Garbage
    | InvalidUtf8
    | Oversized
    | Misaddressed
    | NotSent
    | Opened
    | Closed
)
# After one of these the connection cannot be trusted to answer the next request.
BROKEN = (TimedOut, Disconnected, Unreachable, Oversized, Garbage, InvalidUtf8, Misaddressed)
