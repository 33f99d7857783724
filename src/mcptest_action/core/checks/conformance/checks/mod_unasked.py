"""What a server of the modern era may not send."""

from collections.abc import Iterator
from typing import Any

from mcptest_action.core.checks.results import ruled
from mcptest_action.core.protocol.exchange import same_id
from mcptest_action.core.protocol.transcript import Exchange
from ..model import Examinee, Exchanges, Review, Rulings, must
from ..revision import written
from ..traffic import asides, described, listed, message_of

CANCELLED = "notifications/cancelled"
LISTEN = "subscriptions/listen"

REQUESTS = must("MOD-07", written(modern="basic/patterns"))(
    expects="The server sends no request.",
    sends="nothing of its own: looks for requests from the server",
    remedy="Ask the client by way of a result with the resultType `input_required`.",
)
CANCELLATIONS = must("MOD-08", written(modern="basic/patterns/cancellation#behavior-requirements"))(
    expects="The server cancels nothing but subscriptions.",
    sends="nothing of its own: looks for cancellations from the server",
    remedy="Send `notifications/cancelled` only for the id of a `subscriptions/listen` request "
    "that the server ends.",
)


def requests(_ground: Examinee, exchanges: Exchanges) -> Rulings:
    seen = [
        f"the server sent `{entry['request']}` around the answer to {described(exchange)}"
        for exchange, entry in asides(_modern(exchanges), "request")
    ]
    return {REQUESTS.id: ruled(not seen, "the server sent no request", listed(seen))}


def cancellations(_ground: Examinee, exchanges: Exchanges) -> Rulings:
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


def _modern(exchanges: Exchanges) -> Iterator[Exchange]:
    """Without connections on which a handshake was tried: there, a server may be of the past."""
    legacy = {
        exchange.key.connection
        for exchange in exchanges
        if message_of(exchange).get("method") == "initialize"
    }
    return (exchange for exchange in exchanges if exchange.key.connection not in legacy)


def _cancelled(exchanges: Exchanges) -> Iterator[tuple[Exchange, Any]]:
    """Whatever the server says that it has cancelled."""
    for exchange, entry in asides(exchanges, "notification"):
        if entry["notification"] == CANCELLED and "params_left_out" not in entry:
            params = entry.get("params")
            yield exchange, params.get("requestId") if isinstance(params, dict) else None


REVIEWS = (Review((REQUESTS,), requests), Review((CANCELLATIONS,), cancellations))
