"""Requests that a page in a browser makes, under a foreign name; and who can read along."""

from mcptest_action.core.checks.results import not_applicable, ruled
from mcptest_action.core.protocol.exchange import (
    FORBIDDEN,
    hello_request,
    is_refused,
    said,
    status_of,
)
from ..model import HTTP, Examinee, Exchanges, Probe, Probing, Review, Rulings, must, should
from ..revision import JUNE_2025, SINCE_NOVEMBER, written

_SPEC = written(
    "basic/transports#security-warning", "basic/transports/streamable-http#security-%26-endpoint"
)
_REMEDY = (
    "Compare the `Origin` header, where there is one, with the origins that may use the server, "
    "and answer others with 403; most SDKs have a setting for it."
)
FORBIDS = must("HTTP-04", _SPEC, HTTP, revisions=SINCE_NOVEMBER)(
    expects="A request from a foreign web page gets status 403.",
    sends="a plain request with `Origin: http://evil.example.com`",
    remedy=_REMEDY,
)
REFUSES = must("HTTP-05", _SPEC, HTTP, revisions=(JUNE_2025,))(
    expects="A request from a foreign web page is refused.",
    sends="a plain request with `Origin: http://evil.example.com`",
    remedy=_REMEDY,
)
HOST = should("HTTP-06", _SPEC, HTTP, basis="robustness")(
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


ENCRYPTED = should(
    "HTTP-21",
    written(
        "basic/transports#security-warning",
        "basic/transports/streamable-http#security-%26-endpoint",
    ),
    HTTP,
    basis="robustness",
)(
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


PROBES = (
    Probe("foreign_origin", (FORBIDS, REFUSES), foreign_origin),
    Probe("foreign_host", (HOST,), foreign_host),
)
REVIEWS = (Review((ENCRYPTED,), review),)
