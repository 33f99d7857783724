"""Headers: where a request comes from, and its revision. And who can read along."""

from mcptest_action.core.checks.results import not_applicable, ruled
from mcptest_action.core.protocol.exchange import (
    BAD_REQUEST,
    FORBIDDEN,
    MULTIPLE_CHOICES,
    VERSION,
    Replied,
    RpcError,
    hello_request,
    is_refused,
    said,
    status_of,
)
from ..model import HTTP, Examinee, Exchanges, Probe, Probing, Review, Rulings, must, should
from ..revision import JUNE_2025, MARCH_2025, SINCE_JUNE, SINCE_NOVEMBER, over_http
from ..traffic import HELLOS

_SECURITY = over_http("security-warning", "security-%26-endpoint")
_REMEDY = (
    "Compare the `Origin` header, where there is one, with the origins that may use the server, "
    "and answer others with 403; most SDKs have a setting for it."
)
FORBIDS = must("HTTP-04", _SECURITY, HTTP, revisions=SINCE_NOVEMBER)(
    expects="A request from a foreign web page gets status 403.",
    sends="a plain request with `Origin: http://evil.example.com`",
    remedy=_REMEDY,
)
REFUSES = must("HTTP-05", _SECURITY, HTTP, revisions=(MARCH_2025, JUNE_2025))(
    expects="A request from a foreign web page is refused.",
    sends="a plain request with `Origin: http://evil.example.com`",
    remedy=_REMEDY,
)
HOST = should("HTTP-06", _SECURITY, HTTP, basis="robustness")(
    expects="A server on loopback refuses requests that call it by a foreign name.",
    sends="a plain request with `Host: evil.example.com`, to a server on loopback only",
    remedy="Refuse a `Host` header that is not localhost or 127.0.0.1, with 421 or 403: the name "
    "of an attacker can be made to lead to this machine.",
)
_ORIGIN = {"Origin": "http://evil.example.com"}
_HOST = {"Host": "evil.example.com"}


def foreign_origin(server: Examinee) -> Probing:
    reaction = yield hello_request(modern=server.is_modern)._replace(headers=_ORIGIN)
    what = f"the server {said(reaction)}"
    return {
        FORBIDS.id: ruled(status_of(reaction) == FORBIDDEN, what),
        REFUSES.id: ruled(is_refused(reaction), what),
    }


def foreign_host(server: Examinee) -> Probing:
    if not server.address.loopback:
        return {HOST.id: not_applicable("the server is not on loopback")}
    reaction = yield hello_request(modern=server.is_modern)._replace(headers=_HOST)
    return {HOST.id: ruled(is_refused(reaction), f"the server {said(reaction)}")}


ENCRYPTED = should("HTTP-21", _SECURITY, HTTP, basis="robustness")(
    expects="The URL of a server in a public network begins with https.",
    sends="nothing, and looks at the URL",
    remedy="Put the server behind TLS, and give the https URL to clients.",
)


def review(server: Examinee, _exchanges: Exchanges) -> Rulings:
    address = server.address
    if not address.https and address.private:
        nothing = "the server is on this machine, or in a private network"
        return {ENCRYPTED.id: not_applicable(nothing)}
    return {ENCRYPTED.id: ruled(address.https, "the URL begins with https", "the URL is http")}


_SPEC = over_http("protocol-version-header")
UNKNOWN = must("HTTP-07", _SPEC, HTTP, revisions=SINCE_JUNE)(
    expects="A request with a version header that names no revision gets status 400.",
    sends="a plain request with `MCP-Protocol-Version: 1900-01-01`",
    remedy="Compare the header with the revisions that the server speaks, and answer with 400.",
)
MISSING = should("HTTP-08", _SPEC, HTTP, revisions=SINCE_JUNE)(
    expects="A request without a version header is served.",
    sends="a plain request without `MCP-Protocol-Version`, in a session if there are any",
    remedy="Fall back on the revision of the session, or else on 2025-03-26.",
)


def version_header(server: Examinee) -> Probing:
    plain = hello_request(modern=server.is_modern)
    unknown = yield plain._replace(headers={VERSION: "1900-01-01"})
    missing = yield plain._replace(headers={VERSION: None})
    wrong, without = f"the server {said(unknown)}", f"the server {said(missing)}"
    is_served = isinstance(missing, Replied | RpcError) and status_of(missing) < MULTIPLE_CHOICES
    return {
        UNKNOWN.id: ruled(status_of(unknown) == BAD_REQUEST, wrong),
        MISSING.id: ruled(is_served, without),
    }


PROBES = (
    Probe("foreign_origin", (FORBIDS, REFUSES), foreign_origin, of_mute=True),
    Probe("foreign_host", (HOST,), foreign_host, of_mute=True),
    Probe("version_header", (UNKNOWN, MISSING), version_header),
)
REVIEWS = (Review((ENCRYPTED,), review, looks_at=HELLOS),)
