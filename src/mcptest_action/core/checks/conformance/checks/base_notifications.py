"""Notifications that a server cannot know."""

from mcptest_action.core.checks.results import failed, passed
from mcptest_action.core.protocol.exchange import Notify, Script
from ..model import Examinee, Probe, Rulings, must
from ..raw import RawAnswer, notify

UNANSWERED = must("BASE-05", "basic#notifications")(
    expects="A notification gets no response, not even one that nobody knows.",
    sends="`notifications/mcptest_unknown`, and a list request behind it",
    remedy="Ignore unknown notifications: a message without an id is never answered.",
)
_REFUSED = 400


def unknown_notification(server: Examinee) -> Script[Rulings]:
    heard = yield from notify(server, Notify("notifications/mcptest_unknown"))
    is_answered = bool(heard.answers) and not _may_explain(heard)
    said = f"the server {heard.in_words}"
    ruling = failed(said) if is_answered or heard.trouble else passed(said)
    return {UNANSWERED.id: ruling}


def _may_explain(heard: RawAnswer) -> bool:
    """Over HTTP, a refusal may come with an error in its body, which answers no id."""
    return heard.status is not None and heard.status >= _REFUSED and not heard.unasked


PROBES = (Probe("unknown_notification", (UNANSWERED,), unknown_notification),)
