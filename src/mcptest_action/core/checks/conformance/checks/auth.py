"""Servers that want credentials: where a client gets some, and how they treat made-up ones."""

import base64
import json
from typing import Any

from mcptest_action.core.checks.results import (
    Ruling,
    failed,
    not_applicable,
    not_verified,
    passed,
    ruled,
)
from mcptest_action.core.protocol.exchange import (
    BAD_REQUEST,
    UNAUTHORIZED,
    header_of,
    said,
    status_of,
)
from ..meet import knock
from ..model import HTTP, Examinee, Needs, Probe, Probing, must, should, the_same
from ..resource_metadata import Metadata, fetched, is_about, parameter
from ..revision import SINCE_JUNE, SINCE_NOVEMBER, written

_LEGACY, _MODERN = "basic/authorization", "basic/authorization/authorization-server-discovery"
_LOCATION = written(
    f"{_LEGACY}#authorization-server-location", f"{_MODERN}#authorization-server-location"
)
LOCATED = must("AUTH-01", _LOCATION, HTTP, revisions=SINCE_JUNE)(
    expects="A server that wants credentials says where a client gets them.",
    sends="a hello without credentials; where status 401 does not name a `resource_metadata`, "
    "GET for the well-known paths",
    remedy='Add `WWW-Authenticate: Bearer resource_metadata="…"` to the 401, or serve the '
    "document at /.well-known/oauth-protected-resource.",
)
SERVERS = must("AUTH-02", _LOCATION, HTTP, revisions=SINCE_JUNE)(
    expects="The metadata of a server that wants credentials name an authorization server.",
    sends="GET for the document that the 401 names, or that is at a well-known path",
    remedy="List at least one issuer in `authorization_servers`.",
)
_URI = f"{_LEGACY}#canonical-server-uri"
RESOURCE = must("AUTH-03", _URI, HTTP, revisions=SINCE_JUNE, basis="derived")(
    expects="The metadata are about the endpoint that was asked.",
    sends="the same, and compares `resource` with the URL of the server",
    remedy="Set `resource` to the URL under which clients reach the server; they refuse tokens "
    "for another one.",
)
_SCOPE = written(
    f"{_LEGACY}#protected-resource-metadata-discovery-requirements",
    f"{_LEGACY}#scope-selection-strategy",
)
SCOPE = should("AUTH-06", _SCOPE, HTTP, revisions=SINCE_NOVEMBER)(
    expects="A 401 says which scope a token has to have.",
    sends="a hello without credentials",
    remedy='Add `scope="…"` to the `WWW-Authenticate` header of the 401.',
)
CHECKS = (LOCATED, SERVERS, RESOURCE, SCOPE)


def discovery(server: Examinee) -> Probing:
    refused = yield from knock(server, {})
    if status_of(refused) != UNAUTHORIZED:
        nothing = f"without credentials, the server {said(refused)}"
        return the_same(CHECKS, not_applicable(f"it asks for none: {nothing}"))
    challenge = header_of(refused, "www-authenticate")
    scope = parameter(challenge, "scope")
    metadata = yield from fetched(server.address, parameter(challenge, "resource_metadata"))
    return {
        LOCATED.id: _located(metadata),
        SERVERS.id: _servers(metadata),
        RESOURCE.id: is_about(metadata, server.address),
        SCOPE.id: ruled(bool(scope), f"it names '{scope}'", f"it says only '{challenge}'"),
    }


def _located(metadata: Metadata) -> Ruling:
    if metadata.named:
        return passed(f"the 401 names {metadata.named}")
    if metadata.document is not None:
        return passed(f"the document is at {metadata.where}")
    return failed(f"the 401 names no resource_metadata, and {metadata.because}")


def _servers(metadata: Metadata) -> Ruling:
    if metadata.foreign:
        return not_verified(metadata.because)
    if metadata.document is None:
        return failed(metadata.because)
    listed = metadata.document.get("authorization_servers")
    issuers = listed if isinstance(listed, list) else []
    right = bool(issuers) and all(isinstance(issuer, str) and issuer for issuer in issuers)
    what = f"authorization_servers is {listed!r}"[:200]
    return ruled(right, what)


REFUSED = must("AUTH-04", "basic/authorization#token-handling", HTTP)(
    expects="A server that wants credentials answers made-up ones with status 401.",
    sends="hellos with `Authorization: foo`, a made-up bearer token, and JSON Web Tokens without "
    "a signature, with a wrong one, and with `alg: none`; never with the user's own",
    remedy="Validate the signature, issuer, audience and expiry of every token, and accept no "
    "token without a signature.",
)
_CLAIMS = {"sub": "mcptest", "aud": "mcptest", "iss": "mcptest", "exp": 4102444800}


def _part(document: dict[str, Any]) -> str:
    text = json.dumps(document, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _token(algorithm: str, signature: str) -> str:
    return f"Bearer {_part({'alg': algorithm, 'typ': 'JWT'})}.{_part(_CLAIMS)}.{signature}"


_MALFORMED = "a malformed header"
MADE_UP = {
    _MALFORMED: "foo",
    "a made-up token": "Bearer mcptest",
    "a token without a signature": _token("HS256", ""),
    "a token with a wrong signature": _token("HS256", _part({})),
    "a token with alg none": _token("none", ""),
}


def made_up(server: Examinee) -> Probing:
    refused = yield from knock(server, {})
    if status_of(refused) != UNAUTHORIZED:
        nothing = f"it asks for none: without credentials, the server {said(refused)}"
        return {REFUSED.id: not_applicable(nothing)}
    for name, credentials in MADE_UP.items():
        reaction = yield from knock(server, {"Authorization": credentials})
        # Some servers call something that isn't a token at all a bad request.
        allowed = (UNAUTHORIZED, BAD_REQUEST) if name == _MALFORMED else (UNAUTHORIZED,)
        if status_of(reaction) not in allowed:
            return {REFUSED.id: failed(f"to {name}, the server {said(reaction)}")}
    return {REFUSED.id: passed(f"so it was with {', '.join(MADE_UP)}")}


PROBES = (
    Probe("authorization", CHECKS, discovery, Needs.SILENT, of_locked=True),
    Probe("made_up_tokens", (REFUSED,), made_up, Needs.SILENT, of_locked=True),
)
