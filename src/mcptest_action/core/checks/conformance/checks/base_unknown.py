"""Notifications and requests that a server cannot know."""

from mcptest_action.core.checks.results import failed, not_applicable, passed, ruled
from mcptest_action.core.protocol.exchange import (
    PATIENCE_S,
    Notify,
    Provenance,
    Request,
    RpcError,
    in_words,
)
from ..model import Examinee, Probe, Probing, must, should
from ..raw import RawAnswer, notify
from ..refusal import METHOD_NOT_FOUND
from ..revision import JSON_RPC, LEGACY

UNANSWERED = must("BASE-05", "basic#notifications")(
    expects="A notification gets no response, not even one that nobody knows.",
    sends="`notifications/mcptest_unknown`, and a list request behind it",
    remedy="Ignore unknown notifications: a message without an id is never answered.",
)
_REFUSED = 400


def unknown_notification(server: Examinee) -> Probing:
    heard = yield from notify(server, Notify("notifications/mcptest_unknown"))
    is_answered = bool(heard.answers) and not _may_explain(heard)
    said = f"the server {heard.in_words}"
    ruling = failed(said) if is_answered or heard.trouble else passed(said)
    return {UNANSWERED.id: ruling}


def _may_explain(heard: RawAnswer) -> bool:
    """Over HTTP, a refusal may have an error in its body, which answers no id."""
    return heard.status is not None and heard.status >= _REFUSED and not heard.unasked


ERROR = must("BASE-06", "basic#responses", basis="derived")(
    expects="A request with an unknown method gets a JSON-RPC error.",
    sends="a request with the method `mcptest/doesNotExist`",
    remedy="Answer requests that no handler knows with error -32601.",
)
CODE = should("BASE-07", JSON_RPC, revisions=LEGACY, basis="json-rpc")(
    expects="The error for an unknown method has the code -32601.",
    sends="the same request",
    remedy="Use -32601, Method not found; other codes say that the method exists.",
)


def unknown_method(_ground: Examinee) -> Probing:
    reaction = yield Request("mcptest/doesNotExist", timeout_s=2 * PATIENCE_S)
    said = f"the server {in_words(reaction)}"
    if not isinstance(reaction, RpcError):
        return {ERROR.id: failed(said), CODE.id: not_applicable("there was no error to look at")}
    is_right = reaction.code == METHOD_NOT_FOUND
    return {ERROR.id: passed(said), CODE.id: ruled(is_right, said)}


INFORMS = ("BASE-03", "BASE-04", "BASE-19", "BASE-20")
PROBES = (
    Probe("unknown_notification", (UNANSWERED,), unknown_notification, sends=Provenance.REFUSABLE),
    Probe(
        "unknown_method", (ERROR, CODE), unknown_method, informs=INFORMS, sends=Provenance.REFUSABLE
    ),
)
