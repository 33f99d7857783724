"""Authorization servers: what they say about themselves, where they are on the server's own origin.

Others are not asked: nobody has told us to talk to them.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from mcptest_action.core.checks.results import (
    Ruling,
    Status,
    failed,
    not_applicable,
    not_verified,
    passed,
    ruled,
)
from mcptest_action.core.protocol.exchange import (
    BROKEN,
    NOT_FOUND,
    PATIENCE_S,
    Http,
    Script,
    header_of,
    parameter,
    said,
    status_of,
)
from mcptest_action.core.protocol.target import Address
from ..model import HTTP, Examinee, Needs, Probe, Probing, Rulings, must, the_same
from ..resource_metadata import Metadata, fetched, first_document, parts_of, path_here
from ..revision import JUNE_2025, MARCH_2025, MODERN, SINCE_JUNE, SINCE_NOVEMBER, written
from ..strangers import refused_stranger
from ..traffic import listed

_PAGE, _SECURITY = "basic/authorization", "basic/authorization/security-considerations"
_DISCOVERY = "basic/authorization/authorization-server-discovery"
PUBLISHED = must("AUTH-14", f"{_PAGE}#overview", HTTP, revisions=SINCE_JUNE)(
    expects="An authorization server on the server's own origin publishes its metadata.",
    sends="GET for the well-known paths of an issuer that the metadata name; nothing on another "
    "origin",
    remedy="Serve the document at /.well-known/oauth-authorization-server, with the path of the "
    "issuer behind it; since 2025-11-25, /.well-known/openid-configuration will do.",
)
_ISSUER = f"{_DISCOVERY}#authorization-server-metadata-discovery"
ISSUER = must("AUTH-15", _ISSUER, HTTP, revisions=MODERN)(
    expects="The metadata of an authorization server name the very issuer that they stand for.",
    sends="the same, and compares `issuer` with the issuer, character by character",
    remedy="Write the issuer in the same way in both documents, with or without a slash at its "
    "end; clients reject anything else.",
)
_PKCE = "#authorization-code-protection"
PKCE = must(
    "AUTH-16", written(f"{_PAGE}{_PKCE}", f"{_SECURITY}{_PKCE}"), HTTP, revisions=SINCE_NOVEMBER
)(
    expects="An authorization server on the server's own origin supports PKCE with S256.",
    sends="the same, and looks at `code_challenge_methods_supported`",
    remedy="Add S256 to `code_challenge_methods_supported`: without it, clients refuse to go on.",
)
_HTTPS = "#communication-security"
ENCRYPTED = must(
    "AUTH-17",
    {
        **written(f"{_PAGE}{_HTTPS}", f"{_SECURITY}{_HTTPS}"),
        MARCH_2025: f"{_PAGE}#security-considerations",
    },
    HTTP,
)(
    expects="Authorization servers and their endpoints are at https addresses.",
    sends="the same, and looks at every address in the two documents; those in private networks "
    "are left out",
    remedy="Serve them over TLS, and write https addresses.",
)
_FALLBACK = f"{_PAGE}#server-metadata-discovery"
FALLBACK = must("AUTH-18", _FALLBACK, HTTP, revisions=(MARCH_2025,))(
    expects="A server that wants credentials publishes the metadata of its authorization server, "
    "or has that at the default paths.",
    sends="GET for /.well-known/oauth-authorization-server, and without it, for /authorize",
    remedy="Serve the document at the root of the host, whatever the path of the endpoint.",
)
CHECKS = (PUBLISHED, ISSUER, PKCE, ENCRYPTED, FALLBACK)
_OAUTH, _OPENID = "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"


def issuers(server: Examinee) -> Probing:
    refused = yield from refused_stranger(server)
    if isinstance(refused, Ruling):
        return the_same(CHECKS, refused)
    if server.revision == MARCH_2025:
        return (yield from _at_the_root())
    named = parameter(header_of(refused, "www-authenticate"), "resource_metadata")
    metadata = yield from fetched(server.address, named)
    if metadata.document is None:
        return the_same(CHECKS, not_verified(metadata.because))
    named_ones = _texts(metadata.document.get("authorization_servers"))
    own = next((one for one in named_ones if path_here(server.address, one)), None)
    if own is None:
        elsewhere = f"the authorization server is elsewhere: {', '.join(named_ones)}"[:200]
        nothing = elsewhere if named_ones else "no authorization server is named, see AUTH-02"
        rulings = the_same(CHECKS, not_applicable(nothing))
        return {**rulings, ENCRYPTED.id: _encrypted(named_ones, {})}
    found = yield from first_document(own, _paths(own, server.revision))
    encrypted = _encrypted(named_ones, found.document or {})
    if found.document is None and encrypted.status is not Status.FAILED:
        encrypted = not_verified(found.because)  # most of the addresses would be in there
    return {**_published(own, found), ENCRYPTED.id: encrypted}


def _texts(value: Any) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _paths(issuer: str, revision: str) -> list[str]:
    """Where the revision says that clients look, in this order."""
    parts = parts_of(issuer)
    below = parts.path.rstrip("/") if parts else ""
    if revision == JUNE_2025:
        return [f"{_OAUTH}{below}"]
    inserted = [f"{_OAUTH}{below}", f"{_OPENID}{below}"]
    return [*inserted, f"{below}{_OPENID}"] if below else inserted


def _published(issuer: str, found: Metadata) -> Rulings:
    if found.unheard:
        return the_same((PUBLISHED, ISSUER, PKCE), not_verified(found.because))
    if found.document is None:
        missing = not_applicable("there are no metadata, see AUTH-14")
        return {**the_same((ISSUER, PKCE), missing), PUBLISHED.id: failed(found.because)}
    said_issuer = found.document.get("issuer")
    what = f"the issuer {issuer} calls itself {said_issuer!r}"[:300]
    return {
        PUBLISHED.id: passed(f"the document is at {found.where}"),
        ISSUER.id: ruled(said_issuer == issuer, what),
        PKCE.id: _pkce(found.document),
    }


def _pkce(document: Mapping[str, Any]) -> Ruling:
    if "authorization_endpoint" not in document:
        return not_applicable("it has no authorization_endpoint, so there are no codes to protect")
    methods = document.get("code_challenge_methods_supported")
    right = isinstance(methods, list) and "S256" in methods
    return ruled(right, f"code_challenge_methods_supported is {methods!r}"[:200])


def _encrypted(named: list[str], document: Mapping[str, Any]) -> Ruling:
    addresses = {f"authorization_servers[{n}]": url for n, url in enumerate(named)}
    addresses |= dict(_endpoints(document))
    schemes = {name: _scheme(url) for name, url in addresses.items()}
    public = [name for name, scheme in schemes.items() if scheme]
    if not public:
        return not_applicable("no address leads to a public network")
    plain = [f"{name} is {addresses[name]}" for name in public if schemes[name] == "http"]
    return ruled(not plain, f"https: {', '.join(public)}"[:200], listed(plain))


def _endpoints(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in document.items():
        if isinstance(value, str) and (name.endswith("_endpoint") or name == "jwks_uri"):
            yield name, value


def _scheme(url: str) -> str:
    """The scheme; empty for what is no address, such as a path, and for http in private."""
    parts = parts_of(url)
    if parts is None or (parts.scheme == "http" and Address(authority=parts.netloc).private):
        return ""
    return parts.scheme


def _at_the_root() -> Script[Rulings]:
    """In 2025-03-26, the authorization server is found at the server's own host."""
    found = yield from first_document("", [_OAUTH])
    rulings = the_same(CHECKS, not_applicable("this revision does not ask for it"))
    unheard = not_verified(found.because)
    encrypted = unheard if found.unheard else _encrypted([], found.document or {})
    if found.document is not None:
        there = passed(f"the document is at {found.where}")
        return {**rulings, FALLBACK.id: there, ENCRYPTED.id: encrypted}
    reaction = yield Http("GET", timeout_s=PATIENCE_S, anonymous=True, path="/authorize")
    what = f"{found.because}; to GET /authorize, the server {said(reaction)}"
    has_default = bool(status_of(reaction)) and status_of(reaction) != NOT_FOUND
    if not has_default and (found.unheard or isinstance(reaction, BROKEN)):
        return {**rulings, FALLBACK.id: not_verified(what), ENCRYPTED.id: encrypted}
    return {**rulings, FALLBACK.id: ruled(has_default, what), ENCRYPTED.id: encrypted}


PROBES = (Probe("issuers", CHECKS, issuers, Needs.SILENT, of_locked=True),)
