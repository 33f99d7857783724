"""Several requests at once."""

from mcptest_action.core.checks.results import failed, not_verified, passed
from mcptest_action.core.protocol.exchange import (
    Listen,
    Overheard,
    Provenance,
    Replied,
    RpcError,
    TimedOut,
    in_words,
)
from ..model import Examinee, Probe, Probing, must
from ..raw import at_once, light_request
from ..traffic import answers_to

EACH_ONCE = must("BASE-09", "basic#responses", basis="derived")(
    expects="Of ten requests that are made at once, each gets one response.",
    sends="ten list requests with ids of their own, without waiting in between",
    remedy="Answer every request by its id, however many are in work; queue those that are too "
    "many instead of dropping them.",
)
IDS = tuple(f"mcptest-together-{number}" for number in range(1, 11))


def ten_at_once(server: Examinee) -> Probing:
    request = light_request(server)
    yield Listen()
    for own, reaction in (yield from at_once(server, request, IDS)):
        if not isinstance(reaction, Replied | RpcError) or not answers_to(reaction, own):
            asked = f"asked for `{request.method}` ten times at once, the server"
            if isinstance(reaction, TimedOut):
                yield request  # who works on one after the other has come so far by then
                if own in _answered_again((yield Listen())):
                    slow = f"{asked} answered {own} after more than {reaction.after_s:g} s"
                    return {EACH_ONCE.id: not_verified(slow)}
            return {EACH_ONCE.id: failed(f"{asked} {in_words(reaction)} ({own})").on(reaction)}
    yield request  # anything still on its way arrives before the answer to this
    again = _answered_again((yield Listen()))
    if again:
        return {EACH_ONCE.id: failed(f"a second response came to {', '.join(again)}")}
    return {EACH_ONCE.id: passed(f"each of ten `{request.method}` got one response")}


def _answered_again(heard: Overheard) -> list[str]:
    """Requests of the server have ids of their own, which may be the same."""
    messages = [entry.get("message", {}) for entry in heard.messages]
    answers = [message.get("id") for message in messages if "method" not in message]
    return [own for own in IDS if own in answers]


PROBES = (Probe("ten_at_once", (EACH_ONCE,), ten_at_once, sends=Provenance.SOUND),)
