"""Several requests at the same time, each with an answer of its own."""

from mcptest_action.core.checks.results import Ruling, failed, not_verified, passed
from mcptest_action.core.protocol.exchange import (
    TOO_MANY,
    Listen,
    Overheard,
    Provenance,
    Reaction,
    Replied,
    RpcError,
    said,
    status_of,
)
from ..model import HTTP, Examinee, Probe, Probing, must
from ..raw import at_once, light_request
from ..revision import over_http

_SPEC = over_http("multiple-connections", "receiving-messages")
APART = must("HTTP-18", _SPEC, HTTP, basis="derived")(
    expects="Requests made at the same time each get their own answer, and no other.",
    sends="ten plain requests at once",
    remedy="Keep the stream of each request with its id, and send the answer on it and no other.",
)
AT_ONCE = 10
_UNAVAILABLE = 503


def parallel(server: Examinee) -> Probing:
    yield Listen()  # anything earlier is about something else
    ids = tuple(f"mcptest-{number}" for number in range(AT_ONCE))
    asked = yield from at_once(server, light_request(server), ids)
    heard: Overheard = yield Listen()
    return {APART.id: _apart(tuple(one.reaction for one in asked), heard, ids)}


def _apart(reactions: tuple[Reaction, ...], heard: Overheard, ids: tuple[str, ...]) -> Ruling:
    strays = [entry["message"] for entry in heard.messages if "id" in entry.get("message", {})]
    answers = [m["id"] for m in strays if "method" not in m and m["id"] in ids]
    if answers:
        what = f"the answer to {answers[0]!r} came on the stream of another request"
        return failed(what).on(heard)
    for number, reaction in enumerate(reactions, 1):
        if status_of(reaction) in (TOO_MANY, _UNAVAILABLE):
            return not_verified(f"so many are too many for the server: it {said(reaction)}")
        if not isinstance(reaction, Replied | RpcError):
            what = f"to number {number} of {len(reactions)}, the server {said(reaction)}"
            return failed(what).on(reaction)
    return passed(f"all {len(reactions)} were answered under their own ids")


PROBES = (Probe("parallel", (APART,), parallel, sends=Provenance.SOUND),)
