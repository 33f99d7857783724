"""Subscriptions to a resource, as they were before 2026."""

from mcptest_action.core.checks.results import failed, not_applicable, passed
from mcptest_action.core.protocol.exchange import Replied, Request, Script, in_words
from ..listed import unlisted
from ..model import Examinee, Probe, Rulings, must
from ..revision import written

SUBSCRIBE = must("RSRC-09", written("server/resources#subscriptions"), basis="derived")(
    expects="A server that declares `resources.subscribe` lets clients subscribe and unsubscribe.",
    sends="`resources/subscribe` and `resources/unsubscribe` for the first resource",
    remedy="Register both handlers, or do not declare `subscribe`.",
)


def subscribed(server: Examinee) -> Script[Rulings]:
    if not server.declares("resources", "subscribe"):
        return {SUBSCRIBE.id: not_applicable("the server does not declare resources.subscribe")}
    nothing = unlisted(server, "resources")
    if nothing is not None:
        return {SUBSCRIBE.id: nothing}
    if not server.surface.resources:
        return {SUBSCRIBE.id: not_applicable("only templates are listed")}
    uri = server.surface.resources[0].get("uri")
    for method in ("resources/subscribe", "resources/unsubscribe"):
        reaction = yield Request(method, {"uri": uri})
        if not isinstance(reaction, Replied):
            return {SUBSCRIBE.id: failed(f"{method}: the server {in_words(reaction)}")}
    return {SUBSCRIBE.id: passed("both were answered with a result")}


PROBES = (Probe("subscribed", (SUBSCRIBE,), subscribed),)
