"""The fields that every request of the modern era carries, left out one by one."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.checks.results import ruled
from mcptest_action.core.protocol.exchange import (
    BAD_REQUEST,
    CLIENT_NAME,
    META_CAPABILITIES,
    META_CLIENT,
    META_VERSION,
    Provenance,
    Reaction,
    Replied,
    Script,
)
from ..model import Check, Examinee, Probe, Probing, must
from ..raw import PATIENCE_S, sound_request
from ..refusal import INVALID_PARAMS, is_refusal, server_said
from ..revision import written

_REMEDY = "Reject requests whose `_meta` lacks a required field with error -32602, over HTTP with "
_SPEC = written(modern="basic#meta")


def _missing(check_id: str, what: str) -> Check:
    return must(check_id, _SPEC)(
        expects=f"A request without {what} is rejected with error -32602, over HTTP with 400.",
        sends=f"a sound request, then the same one without {what}",
        remedy=f"{_REMEDY}status 400; do not go by what the connection said before.",
    )


NO_META = _missing("META-01", "`_meta`")
NO_VERSION = _missing("META-02", "the protocol version in `_meta`")
NO_CAPABILITIES = _missing("META-03", "the client's capabilities in `_meta`")
ANONYMOUS = must("META-04", _SPEC)(
    expects="A request that does not name the client is served.",
    sends="a request without `clientInfo` in `_meta`",
    remedy="Do not require `clientInfo`: clients may be configured not to send it.",
)


def _meta(server: Examinee) -> dict[str, Any]:
    return {
        META_VERSION: server.revision,
        META_CAPABILITIES: {},
        META_CLIENT: {"name": CLIENT_NAME, "version": server.client_version},
    }


def _sending(params: Mapping[str, Any], server: Examinee) -> Script[Reaction]:
    """A sound request, so that no server is in doubt about the era; then one with these fields."""
    request = sound_request(server)._replace(timeout_s=PATIENCE_S)
    yield request
    reaction: Reaction = yield request._replace(params=params, bare=True)
    return reaction


def _without(key: str, server: Examinee) -> dict[str, Any]:
    return {"_meta": {name: value for name, value in _meta(server).items() if name != key}}


def _rejected(name: str, check: Check, key: str = "") -> Probe:
    """Checks that a request without a field of `_meta`, or without all of it, is rejected."""

    def script(server: Examinee) -> Probing:
        reaction = yield from _sending(_without(key, server) if key else {}, server)
        is_right = is_refusal(reaction, INVALID_PARAMS, BAD_REQUEST)
        return {check.id: ruled(is_right, server_said(reaction))}

    return Probe(name, (check,), script)


def anonymous(server: Examinee) -> Probing:
    reaction = yield from _sending(_without(META_CLIENT, server), server)
    return {ANONYMOUS.id: ruled(isinstance(reaction, Replied), server_said(reaction))}


PROBES = (
    _rejected("no_meta", NO_META),
    _rejected("no_version", NO_VERSION, META_VERSION),
    _rejected("no_capabilities", NO_CAPABILITIES, META_CAPABILITIES),
    Probe("anonymous", (ANONYMOUS,), anonymous, sends=Provenance.REFUSABLE),
)
