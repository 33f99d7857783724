"""Batches: several messages in one array, which only 2025-03-26 has."""

import json
from collections.abc import Iterator
from typing import Any

from mcptest_action.core.checks.results import Ruling, failed, not_verified, passed, ruled
from mcptest_action.core.protocol.exchange import (
    ACCEPTED,
    BAD_REQUEST,
    BROKEN,
    EVENTS,
    HttpStatus,
    Listen,
    Overheard,
    Provenance,
    Raw,
    Reaction,
    Script,
    http_of,
    media_type,
    parse,
)
from mcptest_action.core.protocol.target import Transport
from ..model import Examinee, Probe, Probing, must
from ..raw import PATIENCE_S, RawAnswer, light_request, say_json
from ..revision import MARCH_2025, written

QUIET = must("BASE-25", written("basic/transports#sending-messages-to-the-server"),
             revisions=(MARCH_2025,))(
    expects="A batch of notifications is not answered: over HTTP it gets status 202 and no body, "
    "or an error status.",
    sends="an array of two notifications, then a sound request",
    remedy="Answer a batch only if there is a request in it, and never with an empty array.",
)  # fmt: skip
EACH = must("BASE-26", "basic#batching", revisions=(MARCH_2025,), basis="derived")(
    expects="Each request in a batch gets one response, with its id.",
    sends="an array of two `ping` requests",
    remedy="Collect the responses to all requests of a batch, and send each of them once.",
)
CHECKS = (QUIET, EACH)
IDS = ("mcptest-batched-1", "mcptest-batched-2")
# For a response that is overtaken by the one to a later request.
_LATE_S = 1.0
_NOTICE = {"jsonrpc": "2.0", "method": "notifications/cancelled"}


def batches(server: Examinee) -> Probing:
    notices = [{**_NOTICE, "params": {"requestId": f"mcptest-none-{n}"}} for n in (1, 2)]
    quiet = _quiet((yield from say_json(server, notices)))
    return {QUIET.id: quiet, EACH.id: (yield from _each(server))}


def _quiet(heard: RawAnswer) -> Ruling:
    status, what = heard.status, f"the server {heard.in_words}"
    if isinstance(heard.at_once, BROKEN) or heard.trouble or (status is None and heard.answers):
        return failed(what)
    if status is None:
        return ruled(not _has_empty_array(heard), what, "the server sent an empty array")
    if status >= BAD_REQUEST:
        return passed(what)
    body = heard.at_once.body if isinstance(heard.at_once, HttpStatus) else "something"
    good = status == ACCEPTED and not body.strip()
    return ruled(good, f"HTTP status {status} and no body", what)


def _has_empty_array(heard: RawAnswer) -> bool:
    return any("".join(entry.get("noise", "").split()) == "[]" for entry in heard.unasked)


def _each(server: Examinee) -> Script[Ruling]:
    pings = [{"jsonrpc": "2.0", "id": own, "method": "ping"} for own in IDS]
    body = json.dumps(pings).encode()
    over_http = server.address.transport is Transport.HTTP  # only there, an answer comes at once
    yield Listen()
    at_once = yield Raw(
        body if over_http else body + b"\n",
        answer_id=IDS[0] if over_http else None,
        timeout_s=PATIENCE_S,
        waits=over_http,
    )
    then = yield light_request(server)
    heard = RawAnswer(at_once, (yield Listen()), then)
    missing = [own for own in IDS if own not in _answered(heard)]
    if missing and not over_http:  # a server may answer the later request first
        late: Overheard = yield Listen(None, _LATE_S, missing[0])
        heard = heard._replace(heard=Overheard(heard.unasked + late.messages))
    elif missing and _is_cut(at_once):
        return not_verified("the stream did not end after the first response, and was left")
    return _once(heard)


def _answered(heard: RawAnswer) -> list[Any]:
    """The ids of the responses. What is waited for comes without its id."""
    return [answer.get("id", IDS[0]) for answer in heard.answers]


def _once(heard: RawAnswer) -> Ruling:
    ids = _answered(heard)
    wrong = [f"{ids.count(own)} responses came to {own}" for own in IDS if ids.count(own) != 1]
    wrong += [f"an array holds {what}" for what in _strange(heard)]
    bad = f"the server {heard.trouble}" if heard.trouble else "; ".join(wrong)
    return ruled(not bad, "each of two requests got one response", bad)


def _strange(heard: RawAnswer) -> Iterator[str]:
    """What no array should hold: things that are no message, and answers that nobody waits for."""
    at_once = getattr(heard.at_once, "text", getattr(heard.at_once, "body", ""))
    for text in dict.fromkeys([at_once, *(each.get("noise", "") for each in heard.unasked)]):
        try:
            array = parse(text)
        except ValueError:
            continue
        for one in array if isinstance(array, list) else ():
            if not isinstance(one, dict) or one.keys().isdisjoint(("method", "result", "error")):
                yield f"{json.dumps(one)[:60]}, which is no message"
            elif "method" not in one and one.get("id") not in IDS:
                yield f"an answer to {json.dumps(one.get('id'))[:60]}, which nobody asked"


def _is_cut(reaction: Reaction) -> bool:
    """Whether it came on an event stream of which we have not seen the end."""
    http = http_of(reaction)
    about = None if http is None else http.stream
    return media_type(reaction) == EVENTS and not (about and about["ended"])


PROBES = (Probe("batches", CHECKS, batches, sends=Provenance.REFUSABLE),)
