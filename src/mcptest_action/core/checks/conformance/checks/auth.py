"""Servers that want credentials: where a client gets some, and with which scope."""

from mcptest_action.core.checks.results import Ruling, failed, not_verified, passed, ruled
from mcptest_action.core.protocol.exchange import header_of, parameter
from ..model import HTTP, Examinee, Needs, Probe, Probing, must, should, the_same
from ..resource_metadata import Metadata, fetched, is_about
from ..revision import JUNE_2025, MODERN, SINCE_JUNE, SINCE_NOVEMBER, written
from ..strangers import refused_stranger

_LEGACY, _MODERN = "basic/authorization", "basic/authorization/authorization-server-discovery"
_LOCATION = written(
    f"{_LEGACY}#authorization-server-location", f"{_MODERN}#authorization-server-location"
)
_STRANGER = (
    "a hello without credentials, and where that is served, `tools/list` and the call of a tool "
    "that does not exist"
)
LOCATED = must("AUTH-01", _LOCATION, HTTP, revisions=SINCE_JUNE)(
    expects="A server that wants credentials says where a client gets them.",
    sends=f"{_STRANGER}; where status 401 does not name a `resource_metadata`, GET for the "
    "well-known paths",
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
    sends=_STRANGER,
    remedy='Add `scope="…"` to the `WWW-Authenticate` header of the 401.',
)
# Since 2025-11-25, a document at a well-known path will do as well: see AUTH-01.
CHALLENGE = must("AUTH-07", _LOCATION, HTTP, revisions=(JUNE_2025,))(
    expects="A 401 says in its `WWW-Authenticate` header where the metadata are.",
    sends=_STRANGER,
    remedy='Add `WWW-Authenticate: Bearer resource_metadata="…"` to the 401.',
)
OFFLINE = should("AUTH-12", f"{_LEGACY}#refresh-tokens", HTTP, revisions=MODERN)(
    expects="Neither a 401 nor the metadata ask for the scope `offline_access`.",
    sends=f"{_STRANGER}; then GET for the metadata",
    remedy="Leave `offline_access` out: whether a client gets refresh tokens is a matter between "
    "the client and the authorization server.",
)
CHECKS = (LOCATED, SERVERS, RESOURCE, SCOPE, CHALLENGE, OFFLINE)
_OFFLINE = "offline_access"


def discovery(server: Examinee) -> Probing:
    refused = yield from refused_stranger(server)
    if isinstance(refused, Ruling):
        return the_same(CHECKS, refused)
    challenge = header_of(refused, "www-authenticate")
    scope = parameter(challenge, "scope")
    metadata = yield from fetched(server.address, parameter(challenge, "resource_metadata"))
    only = f"it says only '{challenge}'" if challenge else "it has no `WWW-Authenticate` header"
    return {
        LOCATED.id: _located(metadata),
        SERVERS.id: _servers(metadata),
        RESOURCE.id: is_about(metadata, server.address),
        SCOPE.id: ruled(bool(scope), f"it names '{scope}'", only),
        CHALLENGE.id: _named(metadata) or failed(only),
        OFFLINE.id: _offline(scope, metadata),
    }


def _named(metadata: Metadata) -> Ruling | None:
    """Whether the 401 leads to the metadata; None if it does not name them."""
    what = f"the 401 names {metadata.named}"
    bad = f"{what[:200]}, which is not an absolute http or https URL"
    return ruled(metadata.is_address, what, bad) if metadata.named else None


def _located(metadata: Metadata) -> Ruling:
    if (named := _named(metadata)) is not None:
        return named
    if metadata.document is not None:
        return passed(f"the document is at {metadata.where}")
    because = f"the 401 names no resource_metadata, and {metadata.because}"
    return not_verified(because) if metadata.unheard else failed(because)


def _servers(metadata: Metadata) -> Ruling:
    if metadata.foreign or metadata.unheard:
        return not_verified(metadata.because)
    if metadata.document is None:
        return failed(metadata.because)
    listed = metadata.document.get("authorization_servers")
    issuers = listed if isinstance(listed, list) else []
    right = bool(issuers) and all(isinstance(issuer, str) and issuer for issuer in issuers)
    what = f"authorization_servers is {listed!r}"[:200]
    return ruled(right, what)


def _offline(scope: str, metadata: Metadata) -> Ruling:
    if _OFFLINE in scope.split():
        return failed(f"the 401 asks for the scope '{scope}'")
    if metadata.document is None:
        return not_verified(f"the 401 does not ask for it, but {metadata.because}")
    supported = metadata.document.get("scopes_supported")
    listed = supported if isinstance(supported, list) else []
    return ruled(_OFFLINE not in listed, f"scopes_supported is {supported!r}"[:200])


PROBES = (Probe("authorization", CHECKS, discovery, Needs.SILENT, of_locked=True),)
