"""The answer to a POST: a document, an event stream, or nothing at all."""

from mcptest_action.core.checks.results import Ruling, failed, not_verified, passed, ruled
from mcptest_action.core.protocol.exchange import (
    ACCEPTED,
    BAD_REQUEST,
    EVENTS,
    JSON,
    MULTIPLE_CHOICES,
    PATIENCE_S,
    HttpStatus,
    Notify,
    Provenance,
    Raw,
    Reaction,
    dress,
    media_type,
    said,
    status_of,
)
from mcptest_action.core.protocol.transcript import Exchange
from ..model import HTTP, Examinee, Exchanges, Probe, Probing, Review, Rulings, must
from ..revision import LEGACY, over_http

_SPEC = over_http("sending-messages-to-the-server", "sending-messages")
MEDIA_TYPE = must("HTTP-01", _SPEC, HTTP)(
    expects="A request is answered with `Content-Type` application/json or text/event-stream.",
    sends="every request of the examination that is served",
    remedy="Set `Content-Type: application/json` on the answer, or text/event-stream on a stream.",
)
NOTIFICATION = must("HTTP-02", _SPEC, HTTP)(
    expects="A notification gets status 202 and no body, or an HTTP error.",
    sends="a notification that a request which nobody made was cancelled",
    remedy="Answer a POST that holds a notification with 202 and an empty body.",
)
RESPONSE = must("HTTP-17", _SPEC, HTTP, revisions=LEGACY)(
    expects="A response that answers nothing gets status 202 and no body, or an HTTP error.",
    sends="a JSON-RPC response with an id that the server never used",
    remedy="Answer a POST that holds a response with 202 and an empty body, or with 400.",
)
_NOBODY = "mcptest-nobody"
_STRAY = b'{"jsonrpc":"2.0","id":"mcptest-nobody","result":{}}'
_REQUESTS = ("Request", "CallTool", "StrayCall")


def notification(server: Examinee) -> Probing:
    cancelled = Notify("notifications/cancelled", {"requestId": _NOBODY})
    dressed = dress(cancelled, server.era, 0, server.client_version)
    # As bytes, so that we look at what comes back.
    reaction = yield Raw(dressed.body, timeout_s=PATIENCE_S, headers=dressed.headers)
    return {NOTIFICATION.id: _taken(reaction)}


def stray_response(server: Examinee) -> Probing:
    like = dress(Notify("notifications/cancelled"), server.era, 0, server.client_version)
    reaction = yield Raw(_STRAY, timeout_s=PATIENCE_S, headers=like.headers)
    return {RESPONSE.id: _taken(reaction)}


def _taken(reaction: Reaction) -> Ruling:
    """202 with nothing in it, or an error; nothing else is allowed."""
    what = f"the server {said(reaction)}"
    if status_of(reaction) >= BAD_REQUEST:
        return passed(f"{what}, which refuses it")
    empty = isinstance(reaction, HttpStatus) and not reaction.body.strip()
    right = empty and status_of(reaction) == ACCEPTED
    return ruled(right, what, f"{what}, instead of status 202 and no body")


def review(_ground: Examinee, exchanges: Exchanges) -> Rulings:
    served = [exchange for exchange in exchanges if _is_served(exchange)]
    if not served:
        return {MEDIA_TYPE.id: not_verified("no request was served")}
    for exchange in served:
        found = media_type(exchange.reaction)
        if found not in (JSON, EVENTS):
            method = exchange.sent["message"].get("method")
            what = f"{method} was answered with Content-Type '{found}'"
            return {MEDIA_TYPE.id: failed(what, exchange)}
    return {MEDIA_TYPE.id: passed(f"looked at the answers to {len(served)} requests")}


def _is_served(exchange: Exchange) -> bool:
    """Whether it is a request, and its status says that it was served."""
    is_request = exchange.sent.get("step") in _REQUESTS and "message" in exchange.sent
    return is_request and 0 < status_of(exchange.reaction) < MULTIPLE_CHOICES


PROBES = (
    Probe("notification", (NOTIFICATION,), notification, sends=Provenance.REFUSABLE),
    Probe("stray_response", (RESPONSE,), stray_response),
)
REVIEWS = (Review((MEDIA_TYPE,), review, Provenance.REFUSABLE),)
