"""The fields that every request of the modern era carries, left out one by one."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.checks.results import not_verified, ruled
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
from ..refusal import HEADER_MISMATCH, INVALID_PARAMS, is_refusal, server_said
from ..revision import written

_REMEDY = "Reject requests whose `_meta` lacks a required field with error -32602, over HTTP with "
_SPEC = written(modern="basic#meta")
# Over HTTP, a body without a version isn't what the header says, either: two sentences, two codes.
_NO_VERSION = (INVALID_PARAMS, HEADER_MISMATCH)


def _missing(check_id: str, what: str) -> Check:
    return must(check_id, _SPEC)(
        expects=f"A request without {what} is rejected with error -32602, over HTTP with 400.",
        sends=f"a sound request, then the same one without {what}",
        remedy=f"{_REMEDY}status 400; do not go by what the connection said before.",
    )


NO_META = _missing("META-01", "`_meta`")
NO_VERSION = _missing("META-02", "the protocol version in `_meta`")
NO_CAPABILITIES = _missing("META-03", "the client's capabilities in `_meta`")
ANONYMOUS = must("META-04", _SPEC, basis="derived")(
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
        codes = (INVALID_PARAMS,) if key == META_CAPABILITIES else _NO_VERSION
        is_right = any(is_refusal(reaction, code, BAD_REQUEST) for code in codes)
        if isinstance(reaction, Replied) and key != META_CAPABILITIES and _is_of_both(server):
            older = server.newest_legacy
            because = f"the server served it, and also speaks {older}, in which that is sound"
            return {check.id: not_verified(because)}
        return {check.id: ruled(is_right, server_said(reaction))}

    return Probe(name, (check,), script)


def _is_of_both(server: Examinee) -> bool:
    """Whether a request without a version may be one of an older revision: it must not go by what
    came before. Over HTTP, a header says which revision is meant.
    """
    return bool(server.newest_legacy) and not server.address.http


def anonymous(server: Examinee) -> Probing:
    reaction = yield from _sending(_without(META_CLIENT, server), server)
    return {ANONYMOUS.id: ruled(isinstance(reaction, Replied), server_said(reaction))}


PROBES = (
    _rejected("no_meta", NO_META),
    _rejected("no_version", NO_VERSION, META_VERSION),
    _rejected("no_capabilities", NO_CAPABILITIES, META_CAPABILITIES),
    Probe("anonymous", (ANONYMOUS,), anonymous, sends=Provenance.REFUSABLE),
)
