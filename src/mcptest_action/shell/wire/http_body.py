"""What the body of an HTTP answer is to the request that it came back to."""

from mcptest_action.core.exchange.envelope import Outgoing
from mcptest_action.core.exchange.incoming import (
    Incoming,
    Noise,
    NotText,
    Response,
    reaction_of,
    same_id,
)
from mcptest_action.core.exchange.reaction import (
    Accepted,
    Garbage,
    HttpAnswer,
    HttpStatus,
    InvalidUtf8,
    Misaddressed,
    Reaction,
)
from mcptest_action.shell.wire.connection import Aside
from mcptest_action.shell.wire.http_answer import MULTIPLE_CHOICES
from mcptest_action.shell.wire.limits import LONGEST_DOCUMENT, LONGEST_OTHER


def is_ours(outgoing: Outgoing, answer_id: object) -> bool:
    return outgoing.answer_id is None or same_id(outgoing.answer_id, answer_id)


def ruled_body(body: bytes, incoming: Incoming, outgoing: Outgoing, http: HttpAnswer) -> Reaction:
    """What a whole body, and the message that it holds, are to the request that it answers."""
    if outgoing.path is not None:  # a document beside the endpoint, which is no JSON-RPC
        return HttpStatus(http, body[:LONGEST_DOCUMENT].decode(errors="replace"))
    good = http.status < MULTIPLE_CHOICES
    if not outgoing.waits and good:
        return Accepted(http)
    match incoming:
        case Response(id=answer_id, error=error):
            # An error about a request that was not read has no id to give back, or invents one.
            lost = error is not None and (answer_id is None or not good)
            ours = is_ours(outgoing, answer_id)
            if ours or lost:
                return reaction_of(incoming, http, is_ours=ours)
            return Misaddressed((repr(answer_id)[:80],))
        case NotText(data) if good:
            aside = Aside()
            aside.add(NotText(data, None))
            return InvalidUtf8(str(aside.not_text))
        case Noise(text) if good and text.strip():
            return Garbage(text[:LONGEST_OTHER])
        case _:
            return HttpStatus(http, body[:LONGEST_OTHER].decode(errors="replace"))
