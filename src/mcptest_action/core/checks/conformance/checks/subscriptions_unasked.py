"""Notifications of the modern era about changes that nobody listens to."""

from collections.abc import Iterator, Mapping
from typing import Any

from mcptest_action.core.protocol.transcript import Exchange
from ..model import Examinee, Exchanges, Review, Rulings, must
from ..revision import written
from ..traffic import Flaw, asides, message_of, part, ruled_on
from .mod_removed import LISTEN, modern
from .subscriptions import ACKNOWLEDGED, NOTIFICATION_OF

UNASKED = must("SUB-06", written(modern="basic/patterns/subscriptions#opening-a-stream"))(
    expects="Changes are told of only to who listens to them.",
    sends="nothing of its own: looks at every notification of the server",
    remedy=f"Keep a list of open `{LISTEN}` requests, and send notifications of changes only for "
    "those that ask for this kind of change.",
)


def unasked(_ground: Examinee, exchanges: Exchanges) -> Rulings:
    good = "changes were told of only where somebody listened to them"
    return {UNASKED.id: ruled_on(_strays(modern(exchanges)), good)}


def _strays(exchanges: Iterator[Exchange]) -> Iterator[Flaw]:
    listening: dict[int, set[str]] = {}
    for exchange in exchanges:
        wanted = listening.setdefault(exchange.key.connection, set())
        if message_of(exchange).get("method") == LISTEN:
            wanted |= _wanted(part(message_of(exchange), "params", "notifications"))
        for where, entry in asides([exchange], "notification"):
            method = entry["notification"]
            if method in (ACKNOWLEDGED, *NOTIFICATION_OF.values()) and method not in wanted:
                yield Flaw(where, f"the server sent `{method}`", ", and nobody listened to that")


def _wanted(asked: Any) -> set[str]:
    """What a subscription may bring."""
    kinds = asked if isinstance(asked, Mapping) else {}
    return {ACKNOWLEDGED, *(NOTIFICATION_OF[kind] for kind in kinds if kind in NOTIFICATION_OF)}


REVIEWS = (Review((UNASKED,), unasked),)
