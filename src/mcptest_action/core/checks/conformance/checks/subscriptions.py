"""`subscriptions/listen`: notifications about changes, in the modern era."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.checks.results import (
    Ruling,
    entailed,
    failed,
    not_applicable,
    passed,
    ruled,
)
from mcptest_action.core.protocol.exchange import (
    Accepted,
    Hush,
    Listen,
    Notify,
    Overheard,
    Provenance,
    Reaction,
    Replied,
    Request,
    same_id,
)
from ..model import Examinee, Needs, Probe, Probing, Rulings, must, the_same
from ..raw import PATIENCE_S, sound_request
from ..refusal import server_said
from ..revision import written
from .mod_removed import LISTEN

ACKNOWLEDGED = "notifications/subscriptions/acknowledged"
META_SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
# What can be listened to, and how it is declared.
CHANGES = {
    "toolsListChanged": ("tools", "listChanged"),
    "promptsListChanged": ("prompts", "listChanged"),
    "resourcesListChanged": ("resources", "listChanged"),
    "resourceSubscriptions": ("resources", "subscribe"),
}
NOTIFICATION_OF = {
    "toolsListChanged": "notifications/tools/list_changed",
    "promptsListChanged": "notifications/prompts/list_changed",
    "resourcesListChanged": "notifications/resources/list_changed",
    "resourceSubscriptions": "notifications/resources/updated",
}
# A number: a server that returns it as text has changed it. Far from the connection's own ids.
ID = 7_000_001
# How long we wait for a message that should not be sent; we see what is faster.
LATE_S = 0.3
_SPEC = "basic/patterns/subscriptions"
KNOWN = must("SUB-01", written(modern=f"{_SPEC}#opening-a-stream"), basis="derived")(
    expects="A server that declares changes can be listened to.",
    sends=f"`{LISTEN}`, where the server declares that it tells of changes",
    remedy=f"Serve `{LISTEN}`, or declare neither `listChanged` nor `subscribe`.",
)
FIRST = must("SUB-02", written(modern=f"{_SPEC}#acknowledgment"))(
    expects="A subscription begins with its acknowledgment.",
    sends="the same request",
    remedy=f"Send `{ACKNOWLEDGED}` before anything else about the subscription.",
)
TAGGED = must("SUB-03", written(modern=f"{_SPEC}#receiving-notifications"))(
    expects="The acknowledgment has the id of the request.",
    sends="the same request, with a number as its id",
    remedy=f"Put the id of the request into `_meta` under `{META_SUBSCRIPTION}`, as it came.",
)
FILTERED = must("SUB-04", written(modern=f"{_SPEC}#notification-filter"))(
    expects="The server acknowledges, and sends, only what was asked for.",
    sends="the same request, which asks for one kind of change",
    remedy="Leave out of the acknowledgment, and of the stream, what the request does not name.",
)
ENDED = must("SUB-05", written(modern=f"{_SPEC}#cancellation"))(
    expects="A subscription that the client ends is over, and the server goes on.",
    sends="a cancellation, over HTTP by closing the stream; then a sound request",
    remedy="Stop sending for a request once it is cancelled, and keep serving others.",
)
CHECKS = (KNOWN, FIRST, TAGGED, FILTERED, ENDED)


class SubscriptionMessage(NamedTuple):
    """Something that the server said about a subscription."""

    method: str | None
    """None for the answer to the request, which ends it."""
    params: Mapping[str, Any]
    error: Any = None

    @property
    def subscription(self) -> Any:
        meta = self.params.get("_meta")
        return meta.get(META_SUBSCRIPTION) if isinstance(meta, dict) else None


def messages_of(heard: Overheard, request_id: int) -> Iterator[SubscriptionMessage]:
    """What concerns the subscription: its notifications, and an answer to the request."""
    for entry in heard.messages:
        message = entry.get("message", {})
        params = message.get("params")
        if message.get("method") in (ACKNOWLEDGED, *NOTIFICATION_OF.values()):
            yield SubscriptionMessage(message["method"], params if isinstance(params, dict) else {})
        elif "method" not in message and same_id(request_id, message.get("id")):
            yield SubscriptionMessage(None, {}, message.get("error"))


def listen(server: Examinee) -> Probing:
    kind = next((kind for kind, where in CHANGES.items() if server.declares(*where)), None)
    if kind is None:
        return the_same(CHECKS, not_applicable("the server declares that it tells of no changes"))
    asked = {kind: [server.some_uri] if kind == "resourceSubscriptions" else True}
    sound = sound_request(server)._replace(timeout_s=PATIENCE_S)
    yield Listen()
    opened = yield Request(
        LISTEN, {"notifications": asked}, timeout_s=PATIENCE_S, request_id=ID, waits=False
    )
    if not isinstance(opened, Accepted):  # over HTTP, a refusal comes as the answer
        return _refused(server_said(opened))
    yield sound
    heard = list(messages_of((yield Listen()), ID))
    if not heard:
        heard = list(messages_of((yield Listen(ACKNOWLEDGED, PATIENCE_S)), ID))
    refusals = [message.error for message in heard if message.error is not None]
    if refusals:
        return _refused(f"the server answered with the error {refusals[0]!r:.200}")
    yield Hush() if server.address.http else Notify("notifications/cancelled", {"requestId": ID})
    yield sound
    yield Listen()  # messages that crossed the cancellation on the way
    late = list(messages_of((yield Listen(NOTIFICATION_OF[kind], LATE_S)), ID))
    alive = yield sound
    return {**_opening(heard), FILTERED.id: _filtered(asked, heard), ENDED.id: _ended(alive, late)}


def _refused(because: str) -> Rulings:
    nothing = the_same(CHECKS, entailed("there was no subscription to look at", KNOWN.id))
    return {**nothing, KNOWN.id: failed(because)}


def _opening(heard: list[SubscriptionMessage]) -> dict[str, Ruling]:
    first = heard[0].method or "the answer to the request" if heard else "missing"
    tags = [message.subscription for message in heard if message.method is not None]
    wrong = [tag for tag in tags if not same_id(ID, tag)]
    bad = f"in place of the id {ID} came {wrong[0]!r:.80}" if wrong else ""
    good = f"the id came back as it was: {ID}"
    return {
        KNOWN.id: passed(f"the server knows `{LISTEN}`"),
        FIRST.id: ruled(first == ACKNOWLEDGED, "it came first", f"the first message is {first}"),
        TAGGED.id: ruled(not bad, good, bad) if tags else entailed("no id came", FIRST.id),
    }


def _filtered(asked: Mapping[str, Any], heard: list[SubscriptionMessage]) -> Ruling:
    acknowledged = [message for message in heard if message.method == ACKNOWLEDGED]
    if not acknowledged:
        return entailed("there was no acknowledgment to look at", FIRST.id)
    granted = acknowledged[0].params.get("notifications")
    if not isinstance(granted, dict):
        return failed(f"the acknowledgment has no `notifications`: {granted!r:.80}")
    bad = [
        f"the server acknowledged {kind}, which was not asked for"
        for kind, grant in granted.items()
        if grant and not _is_within(grant, asked.get(kind))
    ]
    wanted = {ACKNOWLEDGED, *(NOTIFICATION_OF[kind] for kind in asked)}
    bad += [
        f"{message.method} came, which was not asked for"
        for message in heard
        if message.method is not None and message.method not in wanted
    ]
    return ruled(not bad, f"the server acknowledged {granted}", "; ".join(bad))


def _is_within(grant: Any, asked: Any) -> bool:
    """Whether the server grants no more than was asked for: a kind of change, or some resources."""
    if isinstance(grant, list) and isinstance(asked, list):
        return all(uri in asked for uri in grant)
    return bool(asked)


def _ended(alive: Reaction, late: list[SubscriptionMessage]) -> Ruling:
    if not isinstance(alive, Replied):
        return failed(f"after the end of the subscription, {server_said(alive)}")
    bad = f"after its end, {len(late)} more messages came for the subscription"
    return ruled(not late, "nothing came after the end, and the server goes on", bad)


PROBES = (Probe("listen", CHECKS, listen, Needs.LAST, sends=Provenance.SOUND),)
