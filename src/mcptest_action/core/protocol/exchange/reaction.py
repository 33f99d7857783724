"""What a server does, as values and in words. A dead server is never mistaken for an answer."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple, assert_never

_MIB = 1024 * 1024
_SHORT = 200
_REDIRECTS = 3
"""Hundreds."""
NO_STATUS = 0
_REASONS = {429: "Too Many Requests", 503: "Service Unavailable"}


class HttpAnswer(NamedTuple):
    """The HTTP around an answer: enough to rule on, and no more."""

    status: int
    headers: Mapping[str, str]
    stream: Mapping[str, Any] | None = None
    """Of an event stream: the ids of its events, and whether it ended after the answer; None if
    nobody waited for that.
    """


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


class TurnedAway(NamedTuple):
    """The server had no time for the request, each time it was asked: 429, or a bare 503."""

    status: int
    """`NO_STATUS` if an error said in words that the server limits requests."""
    times: int
    waited_s: float


class Accepted(NamedTuple):
    """Delivered; nothing is expected back."""

    http: HttpAnswer | None = None


class TimedOut(NamedTuple):
    """No answer arrived in time."""

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
    """Something arrived that isn't text; the first bytes as base64."""

    sample: str


class Oversized(NamedTuple):
    """More arrived than anyone should have to read."""

    limit: int


class Misaddressed(NamedTuple):
    """Answers came, but none to what we asked."""

    ids: tuple[str, ...]


class NotSent(NamedTuple):
    """A tool call that the execution policy did not let through, or a request with a header that
    cannot be sent; the server never saw it.
    """

    reason: str
    because: str


class Overheard(NamedTuple):
    """What the server said unasked: `{"message": …}`, `{"noise": …}` or `{"not_text": …}`."""

    messages: tuple[Any, ...]


class Bound(NamedTuple):
    """The addresses on which a process of this machine listens; none if nobody can tell."""

    addresses: tuple[str, ...]


class Opened(NamedTuple):
    """A new connection or process is open."""


class Leaving(StrEnum):
    """How a process that we started ended."""

    EARLIER = "earlier"
    """Before its input was closed."""
    BY_ITSELF = "by_itself"
    TERMINATED = "terminated"
    """Not before SIGTERM."""
    KILLED = "killed"


class Closed(NamedTuple):
    """We closed the connection."""

    detail: str
    leaving: Leaving | None = None
    """None where we did not start the server."""


Reaction = (
    Replied | RpcError | HttpStatus | TurnedAway | Accepted | TimedOut | Disconnected | Unreachable
    | Garbage | InvalidUtf8 | Oversized | Misaddressed | NotSent | Overheard | Bound | Opened
    | Closed
)  # fmt: skip
# After one of these the connection cannot be trusted to answer the next request.
BROKEN = (TimedOut, Disconnected, Unreachable, Oversized, Garbage, InvalidUtf8, Misaddressed)


def in_words(reaction: Reaction) -> str:  # noqa: C901, PLR0912 - one line per kind
    """What happened, as a clause."""
    match reaction:
        case Replied():
            return "replied"
        case RpcError(code, message):
            return _with(f"answered with JSON-RPC error {code}", message)
        case HttpStatus(http, body):
            return _with(f"answered with HTTP status {http.status}{_leading(http)}", body)
        case TurnedAway(status, times, waited_s):
            often = f"{times} times in {waited_s:g} s" if times > 1 else "once"
            if status == NO_STATUS:
                return f"said that it limits requests, {often}"
            return f"answered {status} {_REASONS.get(status, '')}".strip() + f", {often}"
        case Accepted():
            return "accepted it"
        case TimedOut(after_s):
            return f"did not answer within {after_s:g} s"
        case Disconnected(detail):
            return f"closed the connection: {detail}"
        case Unreachable(detail):
            return f"could not be reached: {detail}"
        case Garbage(text=text):
            return _with("sent something that is not JSON-RPC", text)
        case InvalidUtf8():
            return "sent bytes that are not UTF-8"
        case Oversized(limit):
            return f"sent more than {limit / _MIB:g} MiB"
        case Misaddressed(ids):
            return f"answered with an id nobody asked for: {', '.join(ids)}"
        case NotSent(_, because):
            return f"was not asked: {because}"
        case Overheard(messages):
            return f"said {len(messages)} things unasked"
        case Bound(addresses):
            return f"listens on {', '.join(addresses) or 'addresses that cannot be seen'}"
        case Opened():
            return "opened a connection"
        case Closed(detail):
            return f"was closed: {detail}"
        case _:
            assert_never(reaction)


def _leading(http: HttpAnswer) -> str:
    """Where a redirect leads that was not followed."""
    location = http.headers.get("location") if http.status // 100 == _REDIRECTS else None
    return f", to {short(location)}" if location else ""


def _with(clause: str, said: str) -> str:
    """The clause, with the server's words if there were any."""
    words = short(said)
    return f"{clause}: {words}" if words else clause


def short(text: str) -> str:
    """One line, cut where it gets long."""
    line = " ".join(text.split())
    return line if len(line) <= _SHORT else line[: _SHORT - 1] + "…"
