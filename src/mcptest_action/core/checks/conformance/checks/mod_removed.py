"""What the modern era has dropped: methods, and what a server sends unasked."""

from collections.abc import Iterator
from typing import Any

from mcptest_action.core.checks.results import ruled
from mcptest_action.core.protocol.exchange import (
    NOT_FOUND,
    Provenance,
    Request,
    Together,
    error_code,
    same_id,
)
from mcptest_action.core.protocol.transcript import Exchange
from ..model import Examinee, Exchanges, Probe, Probing, Review, Rulings, must
from ..raw import PATIENCE_S, sound_request
from ..refusal import METHOD_NOT_FOUND, is_refusal, server_said
from ..revision import written
from ..traffic import Flaw, asides, message_of, notices, ruled_on

REMOVED = must("MOD-05", written(modern="changelog#major-changes"))(
    expects="Methods that 2026-07-28 removed are unknown: error -32601, over HTTP with 404.",
    sends="`ping`, `logging/setLevel`, `resources/subscribe` and `resources/unsubscribe`",
    remedy="Serve these methods only to clients that began with `initialize`.",
)


def removed(server: Examinee) -> Probing:
    yield sound_request(server)._replace(timeout_s=PATIENCE_S)
    uri = {"uri": server.some_uri}  # a missing resource must not be the reason to refuse
    steps = (
        Request("ping", timeout_s=PATIENCE_S),
        Request("logging/setLevel", {"level": "info"}, timeout_s=PATIENCE_S),
        Request("resources/subscribe", uri, timeout_s=PATIENCE_S),
        Request("resources/unsubscribe", uri, timeout_s=PATIENCE_S),
    )
    reactions = yield Together(steps)
    asked = [(step.method, reaction) for step, reaction in zip(steps, reactions, strict=True)]
    bad = [pair for pair in asked if not is_refusal(pair[1], METHOD_NOT_FOUND, NOT_FOUND)]
    said = "; ".join(f"to `{method}`, {server_said(reaction)}" for method, reaction in bad)
    ruling = ruled(not bad, f"all {len(steps)} are unknown", said)
    if all(error_code(reaction) == METHOD_NOT_FOUND for _, reaction in bad):
        # Only the status is wrong, and may be so for every unknown method.
        ruling = ruling._replace(entailed_by=("HHDR-12",))
    return {REMOVED.id: ruling}


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
        Flaw(where, f"the server sent `{entry['request']}`", "")
        for where, entry in asides(modern(exchanges), "request")
    ]
    return {REQUESTS.id: ruled_on(seen, "the server sent no request")}


def cancellations(_ground: Examinee, exchanges: Exchanges) -> Rulings:
    spoken = list(modern(exchanges))
    listening = [
        message_of(exchange)["id"]
        for exchange in spoken
        if message_of(exchange).get("method") == LISTEN
    ]
    seen = [
        Flaw(where, f"the server cancelled {one!r:.80}", "")
        for where, one in cancelled(spoken)
        if not any(same_id(own, one) for own in listening)
    ]
    good = "the server cancelled nothing but subscriptions"
    return {CANCELLATIONS.id: ruled_on(seen, good)}


def modern(exchanges: Exchanges) -> Iterator[Exchange]:
    """Leaves out connections that tried a handshake: there, a server may behave as legacy."""
    legacy = {
        exchange.key.connection
        for exchange in exchanges
        if message_of(exchange).get("method") == "initialize"
    }
    return (exchange for exchange in exchanges if exchange.key.connection not in legacy)


def cancelled(exchanges: Exchanges) -> Iterator[tuple[Exchange, Any]]:
    """Everything that the server says it has cancelled."""
    for exchange, _, params in notices(exchanges, CANCELLED):
        yield exchange, params.get("requestId")


PROBES = (Probe("removed", (REMOVED,), removed, sends=Provenance.REFUSABLE),)
REVIEWS = (Review((REQUESTS,), requests), Review((CANCELLATIONS,), cancellations))
