"""The header that names the revision, since 2025-06-18."""

from mcptest_action.core.checks.results import ruled
from mcptest_action.core.protocol.exchange import (
    BAD_REQUEST,
    MULTIPLE_CHOICES,
    VERSION,
    Replied,
    RpcError,
    hello_request,
    said,
    status_of,
)
from ..model import HTTP, Examinee, Probe, Probing, must, should
from ..revision import written

_SPEC = written("basic/transports#protocol-version-header")
UNKNOWN = must("HTTP-07", _SPEC, HTTP)(
    expects="A request with a version header that names no revision gets status 400.",
    sends="a plain request with `MCP-Protocol-Version: 1900-01-01`",
    remedy="Compare the header with the revisions that the server speaks, and answer with 400.",
)
MISSING = should("HTTP-08", _SPEC, HTTP)(
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


PROBES = (Probe("version_header", (UNKNOWN, MISSING), version_header),)
