"""Traffic of earlier revisions, at a server that speaks 2026-07-28."""

from mcptest_action.core.checks.results import Ruling, Status, failed, not_applicable, passed, ruled
from mcptest_action.core.protocol.exchange import (
    EVENTS,
    NOT_ALLOWED,
    PATIENCE_S,
    SESSION,
    VERSION,
    Hello,
    Http,
    Reaction,
    Replied,
    Request,
    header_of,
    initialized,
    said,
    status_of,
)
from ..meet import initialize
from ..model import HTTP, Examinee, Needs, Probe, Probing, must, should
from ..refusal import refused_as_mismatch
from ..revision import NOVEMBER_2025, over_http

NO_VERSION = must("HHDR-02", over_http(modern="protocol-version-header"), HTTP)(
    expects="A request without `MCP-Protocol-Version` is refused, with 400 and -32020 unless the "
    "server also speaks an earlier revision.",
    sends="`server/discover` without `MCP-Protocol-Version`",
    remedy="Demand the header of every request; answer with 400 and -32020 where it is missing.",
)
OLD_METHODS = should("HHDR-13", over_http(modern="earlier-streamable-http-revisions"), HTTP)(
    expects="A server that speaks no earlier revision answers GET and DELETE with status 405.",
    sends="GET and DELETE",
    remedy="Answer every method but POST with 405.",
)
OLD_HEADERS = should("HHDR-14", over_http(modern="earlier-streamable-http-revisions"), HTTP)(
    expects="A server that speaks no earlier revision ignores sessions, and gives out none.",
    sends="`server/discover` with `Mcp-Session-Id: bogus` and `Last-Event-ID: 1`",
    remedy="Do not read these headers, and do not send `Mcp-Session-Id`.",
)
CHECKS = (NO_VERSION, OLD_METHODS, OLD_HEADERS)
_BOTH_ERAS = "the server also speaks earlier revisions, where this has a meaning"


def earlier(server: Examinee) -> Probing:
    asked = Request("server/discover", timeout_s=PATIENCE_S)
    versionless = yield asked._replace(headers={VERSION: None})
    bogus = yield asked._replace(headers={SESSION: "bogus", "Last-Event-ID": "1"})
    old = []
    for method in ("GET", "DELETE"):
        headers = {VERSION: server.revision, **({"Accept": EVENTS} if method == "GET" else {})}
        old.append((yield Http(method, headers, timeout_s=PATIENCE_S, waits=False)))
    # Last, as it may begin a session. A server that says hello to this is older than the revision.
    # A refusal may also have named a session, and a client doesn't say hello inside one.
    old_hello = initialize(NOVEMBER_2025, server.client_version)
    hello = yield old_hello._replace(headers={SESSION: None})
    if isinstance(initialized(hello), Hello):
        nothing = not_applicable(_BOTH_ERAS)
        return {
            NO_VERSION.id: _read_as_old(versionless),
            OLD_METHODS.id: nothing,
            OLD_HEADERS.id: nothing,
        }
    return {
        NO_VERSION.id: refused_as_mismatch(versionless),
        OLD_METHODS.id: _not_allowed(*old),
        OLD_HEADERS.id: _ignored(bogus),
    }


def _read_as_old(reaction: Reaction) -> Ruling:
    """A server of both eras may take a request without the header for an old one."""
    strict = refused_as_mismatch(reaction)
    if strict.status is Status.PASSED:
        return strict
    what = f"the server {said(reaction)}"
    if isinstance(reaction, Replied) or not status_of(reaction):
        return failed(what).on(reaction)
    return passed(f"{what}, and may take it for a request of an earlier revision")


def _not_allowed(got: Reaction, deleted: Reaction) -> Ruling:
    what = f"to GET, the server {said(got)}; to DELETE, it {said(deleted)}"
    is_right = status_of(got) == NOT_ALLOWED == status_of(deleted)
    return ruled(is_right, what).on(got, deleted)


def _ignored(reaction: Reaction) -> Ruling:
    if not isinstance(reaction, Replied):
        return failed(f"the server {said(reaction)}").on(reaction)
    session = header_of(reaction, SESSION)
    good = "the request was served, and no session was named"
    bad = f"the answer names the session '{session[:40]}'"
    return ruled(not session, good, bad).on(reaction)


PROBES = (Probe("earlier_traffic", CHECKS, earlier, Needs.SILENT),)
