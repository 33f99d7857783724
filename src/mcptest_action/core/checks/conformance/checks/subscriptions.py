"""`subscriptions/listen`: being told about changes, in the modern era."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.checks.results import Ruling, failed, not_applicable, passed, ruled
from mcptest_action.core.protocol.exchange import (
    Accepted,
    Hush,
    Listen,
    Notify,
    Reaction,
    Replied,
    Request,
    Script,
    same_id,
)
from ..listener import (
    ACKNOWLEDGED,
    CHANGES,
    META_SUBSCRIPTION,
    METHOD,
    NOTIFICATION_OF,
    SubscriptionMessage,
    messages_of,
)
from ..model import Check, Examinee, Level, Needs, Probe, Rulings, the_same
from ..raw import PATIENCE_S, sound_request
from ..refusal import server_said
from ..revision import MODERN, written

# A number: a server that gives it back as text has changed it. Far from those of the connection.
ID = 7_000_001
# How long a message may take that should not have been sent; what is quicker is seen.
LATE_S = 0.3
_PAGE = "basic/patterns/subscriptions"


def _check(number: int, expects: str, sends: str, remedy: str, section: str) -> Check:
    return Check(
        id=f"SUB-0{number}",
        level=Level.MUST,
        expects=expects,
        sends=sends,
        remedy=remedy,
        spec=written(modern=f"{_PAGE}#{section}"),
        revisions=MODERN,
        basis="derived" if number == 1 else "spec",
    )


KNOWN = _check(
    1,
    "A server that declares changes can be listened to.",
    f"`{METHOD}`, where the server declares that it tells of changes",
    f"Serve `{METHOD}`, or declare neither `listChanged` nor `subscribe`.",
    "opening-a-stream",
)
FIRST = _check(
    2,
    "A subscription begins with its acknowledgment.",
    "the same request",
    f"Send `{ACKNOWLEDGED}` before anything else about the subscription.",
    "acknowledgment",
)
TAGGED = _check(
    3,
    "The acknowledgment has the id of the request.",
    "the same request, with a number as its id",
    f"Put the id of the request into `_meta` under `{META_SUBSCRIPTION}`, as it came.",
    "receiving-notifications",
)
FILTERED = _check(
    4,
    "The server acknowledges, and sends, only what was asked for.",
    "the same request, which asks for one kind of change",
    "Leave out of the acknowledgment, and of the stream, what the request does not name.",
    "notification-filter",
)
ENDED = _check(
    5,
    "A subscription that the client ends is over, and the server goes on.",
    "a cancellation, over HTTP by closing the stream; then a sound request",
    "Stop sending for a request once it is cancelled, and keep serving others.",
    "cancellation",
)
CHECKS = (KNOWN, FIRST, TAGGED, FILTERED, ENDED)


def listen(server: Examinee) -> Script[Rulings]:
    kind = next((kind for kind, where in CHANGES.items() if server.declares(*where)), None)
    if kind is None:
        return the_same(CHECKS, not_applicable("the server declares that it tells of no changes"))
    asked = {kind: [_uri(server)] if kind == "resourceSubscriptions" else True}
    sound = sound_request(server)._replace(timeout_s=PATIENCE_S)
    yield Listen()
    opened = yield Request(
        METHOD, {"notifications": asked}, timeout_s=PATIENCE_S, request_id=ID, waits=False
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
    yield Listen()  # what crossed the cancellation on its way
    late = list(messages_of((yield Listen(NOTIFICATION_OF[kind], LATE_S)), ID))
    alive = yield sound
    return {**_opening(heard), FILTERED.id: _filtered(asked, heard), ENDED.id: _ended(alive, late)}


def _uri(server: Examinee) -> str:
    uris = (resource.get("uri") for resource in server.surface.resources)
    return next((uri for uri in uris if isinstance(uri, str)), "mcptest://nothing")


def _refused(because: str) -> Rulings:
    nothing = the_same(CHECKS, failed("there was no subscription to look at"))
    return {**nothing, KNOWN.id: failed(because)}


def _opening(heard: list[SubscriptionMessage]) -> dict[str, Ruling]:
    first = heard[0].method or "the answer to the request" if heard else "missing"
    tags = [message.subscription for message in heard if message.method is not None]
    wrong = [tag for tag in tags if not same_id(ID, tag)]
    bad = f"in place of the id {ID} came {wrong[0]!r:.80}" if wrong else "no id came"
    return {
        KNOWN.id: passed(f"the server knows `{METHOD}`"),
        FIRST.id: ruled(first == ACKNOWLEDGED, "it came first", f"the first message is {first}"),
        TAGGED.id: ruled(bool(tags) and not wrong, f"the id came back as it was: {ID}", bad),
    }


def _filtered(asked: Mapping[str, Any], heard: list[SubscriptionMessage]) -> Ruling:
    acknowledged = [message for message in heard if message.method == ACKNOWLEDGED]
    if not acknowledged:
        return failed("there was no acknowledgment to look at")
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
    """Whether no more is granted than was asked for: a kind of change, or some resources."""
    if isinstance(grant, list) and isinstance(asked, list):
        return all(uri in asked for uri in grant)
    return bool(asked)


def _ended(alive: Reaction, late: list[SubscriptionMessage]) -> Ruling:
    if not isinstance(alive, Replied):
        return failed(f"after the end of the subscription, {server_said(alive)}")
    bad = f"after its end, {len(late)} more messages came for the subscription"
    return ruled(not late, "nothing came after the end, and the server goes on", bad)


PROBES = (Probe("listen", CHECKS, listen, Needs.LAST),)
