"""Event streams that answered a POST anywhere in the examination."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.checks.results import (
    Ruling,
    failed,
    not_applicable,
    not_verified,
    passed,
)
from mcptest_action.core.protocol.exchange import (
    ENDED_EARLY,
    EVENTS,
    SESSION,
    VERSION,
    Disconnected,
    http_of,
    media_type,
)
from mcptest_action.core.protocol.transcript import Exchange
from ..model import HTTP, Examinee, Exchanges, Review, Rulings, must, should
from ..revision import NOVEMBER_2025, over_http

_SENDING, _RECEIVING = "sending-messages-to-the-server", "receiving-messages"
ENDS = should("HTTP-14", over_http(_SENDING, _RECEIVING), HTTP)(
    expects="An event stream that answers a request brings the answer, and then ends.",
    sends="every request of the examination that is answered with an event stream",
    remedy="Close the stream of a POST after the response was sent on it, and not before.",
)
UNIQUE = must("HTTP-15", over_http("resumability-and-redelivery"), HTTP)(
    expects="No two events of a session have the same id.",
    sends="every request of the examination that is answered with an event stream",
    remedy="Put the name of the stream into the ids of its events, or draw them at random.",
)
PRIMED = should("HTTP-16", over_http(_SENDING), HTTP, revisions=(NOVEMBER_2025,))(
    expects="A stream whose events have ids begins with an event that has an id and no data.",
    sends="every request of the examination that is answered with an event stream",
    remedy="Send an event with an id and empty data first, so that a client which loses the "
    "connection at once can come back for the answer.",
)
UNBUFFERED = should("HHDR-15", over_http(modern=_RECEIVING), HTTP)(
    expects="An event stream has the header `X-Accel-Buffering: no`.",
    sends="every request of the examination that is answered with an event stream",
    remedy="Set the header on every event stream, so that proxies pass events on at once.",
)
_BUFFERING = "x-accel-buffering"
_NONE = not_applicable("no request was answered with an event stream")


class Streamed(NamedTuple):
    """An exchange, and what is known of the stream that brought its answer."""

    exchange: Exchange
    stream: Mapping[str, Any]

    @property
    def ids(self) -> list[str]:
        """The ids of its events. An empty one isn't an id: it takes back the one before."""
        return [name for name in self.stream["ids"] if name]


def _streamed(exchanges: Exchanges) -> Iterator[Streamed]:
    for exchange in exchanges:
        http = http_of(exchange.reaction)
        if http is not None and http.stream is not None:
            yield Streamed(exchange, http.stream)


def review(_ground: Examinee, exchanges: Exchanges) -> Rulings:
    streams = list(_streamed(exchanges))
    return {
        ENDS.id: _ends(streams, exchanges),
        UNIQUE.id: _unique(streams),
        PRIMED.id: _primed(streams),
    }


def _ends(streams: Sequence[Streamed], exchanges: Exchanges) -> Ruling:
    for exchange in exchanges:
        if exchange.reaction == Disconnected(ENDED_EARLY):
            return failed(ENDED_EARLY, exchange)
    for exchange, stream in streams:
        if stream["ended"] is False:
            return failed("a stream was still open a second after the answer", exchange)
    ended = sum(stream["ended"] is True for _, stream in streams)
    if streams and not ended:
        return not_verified("nobody waited for the end of a stream")
    return passed(f"looked at {ended} streams") if streams else _NONE


def _unique(streams: Sequence[Streamed]) -> Ruling:
    seen: set[tuple[object, str]] = set()
    for streamed in streams:
        session = _session(streamed.exchange)
        for name in streamed.ids:
            if (session, name) in seen:
                return failed(f"the id '{name}' came twice", streamed.exchange)
            seen.add((session, name))
    if not seen:
        return not_applicable("no event had an id") if streams else _NONE
    return passed(f"all {len(seen)} ids differ")


def _session(exchange: Exchange) -> object:
    """Whose ids must differ: those of one session, or of one connection if there is no session."""
    http = http_of(exchange.reaction)
    named = http.headers.get(SESSION) if http is not None else None
    return named or exchange.key.connection


def _primed(streams: Sequence[Streamed]) -> Ruling:
    """Without ids a client cannot come back, and has nothing to be prepared for."""
    named = [streamed for streamed in streams if streamed.ids and _says_november(streamed)]
    for exchange, stream in named:
        if not stream["primed"]:
            return failed("the first event already had data", exchange)
    if not named:
        return not_applicable("no event had an id") if streams else _NONE
    return passed(f"looked at {len(named)} streams")


def _says_november(streamed: Streamed) -> bool:
    """Whether the request named the revision; servers answer any other as an earlier one has it."""
    sent = streamed.exchange.sent
    message = sent.get("message")
    if isinstance(message, dict) and message.get("method") == "initialize":
        return True
    return bool(sent.get("headers", {}).get(VERSION) == NOVEMBER_2025)


def unbuffered(_ground: Examinee, exchanges: Exchanges) -> Rulings:
    count = 0
    for exchange in exchanges:
        http = http_of(exchange.reaction)
        if http is None or media_type(exchange.reaction) != EVENTS:
            continue
        count += 1
        if http.headers.get(_BUFFERING, "").strip().casefold() != "no":
            return {UNBUFFERED.id: failed("a stream came without the header", exchange)}
    return {UNBUFFERED.id: passed(f"so had all {count}") if count else _NONE}


REVIEWS = (Review((ENDS, UNIQUE, PRIMED), review), Review((UNBUFFERED,), unbuffered))
