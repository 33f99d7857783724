"""Requests that do not say what they are, or what they want back."""

from mcptest_action.core.checks.results import failed, passed
from mcptest_action.core.protocol.exchange import JSON, hello_request, said, status_of
from ..model import HTTP, Examinee, Probe, Probing, info
from ..revision import over_http

_SPEC = over_http("sending-messages-to-the-server", "sending-messages")
NEGOTIATION = info("HTTP-19", _SPEC, HTTP, basis="robustness")(
    expects="The server answers requests of another media type, and with another `Accept`.",
    sends="a plain request as text/plain, one that accepts application/json only, and one that "
    "accepts anything",
    remedy="Refuse what a client must not send with 415 or 406, or serve it.",
)
_VARIANTS = {
    "as text/plain": {"Content-Type": "text/plain"},
    "accepting JSON only": {"Accept": JSON},
    "accepting anything": {"Accept": "*/*"},
}


def media_types(server: Examinee) -> Probing:
    plain = hello_request(modern=server.is_modern)
    notes, silent = [], False
    for variant, headers in _VARIANTS.items():
        reaction = yield plain._replace(headers=headers)
        notes.append(f"{variant}, the server {said(reaction)}")
        silent = silent or not status_of(reaction)
    what = "; ".join(notes)
    return {NEGOTIATION.id: failed(what) if silent else passed(what)}


PROBES = (Probe("media_types", (NEGOTIATION,), media_types),)
