"""What a server of the modern era may not send."""

from collections.abc import Iterator, Sequence
from typing import Any

from mcptest_action.core.checks.conformance.examinee import Examinee
from mcptest_action.core.checks.conformance.model import Check, Level, Review, Rulings
from mcptest_action.core.checks.conformance.revision import MODERN, written
from mcptest_action.core.checks.conformance.traffic import asides, described, listed, message_of
from mcptest_action.core.checks.results import ruled
from mcptest_action.core.protocol.exchange import same_id
from mcptest_action.core.protocol.transcript import Exchange

CANCELLED = "notifications/cancelled"
LISTEN = "subscriptions/listen"

REQUESTS = Check(
    id="MOD-07",
    level=Level.MUST,
    expects="The server sends no request.",
    sends="nothing of its own: looks for requests from the server",
    remedy="Ask the client by way of a result with the resultType `input_required`.",
    spec=written(modern="basic/patterns"),
    revisions=MODERN,
)
CANCELLATIONS = Check(
    id="MOD-08",
    level=Level.MUST,
    expects="The server cancels nothing but subscriptions.",
    sends="nothing of its own: looks for cancellations from the server",
    remedy="Send `notifications/cancelled` only for the id of a `subscriptions/listen` request "
    "that the server ends.",
    spec=written(modern="basic/patterns/cancellation#behavior-requirements"),
    revisions=MODERN,
)


def requests(_ground: Examinee, exchanges: Sequence[Exchange]) -> Rulings:
    seen = [
        f"the server sent `{entry['request']}` around the answer to {described(exchange)}"
        for exchange, entry in asides(_modern(exchanges), "request")
    ]
    return {REQUESTS.id: ruled(not seen, "the server sent no request", listed(seen))}


def cancellations(_ground: Examinee, exchanges: Sequence[Exchange]) -> Rulings:
    spoken = list(_modern(exchanges))
    listening = [
        message_of(exchange)["id"]
        for exchange in spoken
        if message_of(exchange).get("method") == LISTEN
    ]
    seen = [
        f"the server cancelled {cancelled!r:.80} around the answer to {described(exchange)}"
        for exchange, cancelled in _cancelled(spoken)
        if not any(same_id(own, cancelled) for own in listening)
    ]
    good = "the server cancelled nothing but subscriptions"
    return {CANCELLATIONS.id: ruled(not seen, good, listed(seen))}


def _modern(exchanges: Sequence[Exchange]) -> Iterator[Exchange]:
    """Without connections on which a handshake was tried: there, a server may be of the past."""
    legacy = {
        exchange.key.connection
        for exchange in exchanges
        if message_of(exchange).get("method") == "initialize"
    }
    return (exchange for exchange in exchanges if exchange.key.connection not in legacy)


def _cancelled(exchanges: Sequence[Exchange]) -> Iterator[tuple[Exchange, Any]]:
    """Whatever the server says that it has cancelled."""
    for exchange, entry in asides(exchanges, "notification"):
        if entry["notification"] == CANCELLED and "params_left_out" not in entry:
            params = entry.get("params")
            yield exchange, params.get("requestId") if isinstance(params, dict) else None


REVIEWS = (Review((REQUESTS,), requests), Review((CANCELLATIONS,), cancellations))
