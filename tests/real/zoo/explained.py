"""What is red in the zoo, and the very sentence of the specification that the server breaks.

What is not here counts as our own false alarm, and so fails.
"""

from collections.abc import Collection
from fnmatch import fnmatchcase
from typing import NamedTuple


class Explained(NamedTuple):
    """`cases` are patterns of names; every case that one of them matches must be red for it."""

    row: str
    """A row of conformance, a rule of security, or `policy:` and a rule of the default policy."""
    revision: str
    where: str
    sentence: str
    cases: tuple[str, ...]
    but_not: Collection[str] = ()


# These check Origin nowhere, and their documentation does not tell anybody to.
NO_ORIGIN = (
    "ts-mcpserver@1.17.5-http",
    "ts-mcpserver@1.32.2-http",
    "ts-mcpserver@1.32.2-stateless",
    "ts-server@*-http",
    "py-server@1.*-http",
    "fastmcp@2.14.7-http",
    "fastmcp@3.4.10-http",
    "fastmcp@4.1.2-http",
    "npm-fastmcp@[34].*-http",
    "npm-fastmcp@[34].*-stateless",
    "mcp-framework@*-http",
    "mcp-handler@*-http",
    "mcp-use@*-http",
    "mcp-lite@*-http",
    "hono-mcp@*-http",
    "tmcp@*-http",
    "py-fastmcp@1.12.4-http",
)
# They speak nothing newer, where the sentence says no status.
JUNE_ONLY = {
    "ts-mcpserver@1.17.5-http",
    "ts-server@1.17.5-http",
    "py-server@1.12.4-http",
    "py-fastmcp@1.12.4-http",
    "mcp-lite@0.10.0-http",
}
ORIGIN = "Servers MUST validate the Origin header on all incoming connections to prevent DNS rebinding attacks"

EXPLAINED: tuple[Explained, ...] = (
    Explained("HTTP-05", "2025-06-18", "basic/transports#security-warning", ORIGIN, NO_ORIGIN),
    Explained("NET-001", "2025-06-18", "basic/transports#security-warning", ORIGIN, NO_ORIGIN),
    Explained(
        "HTTP-04",
        "2025-11-25",
        "basic/transports#security-warning",
        "If the Origin header is present and invalid, servers MUST respond with HTTP 403 Forbidden.",
        NO_ORIGIN,
        JUNE_ONLY,
    ),
    Explained(
        "HTTP-03",
        "2025-11-25",
        "basic/transports#listening-for-messages-from-the-server",
        "The server MUST either return Content-Type: text/event-stream in response to this HTTP GET, or else return HTTP 405 Method Not Allowed, indicating that the server does not offer an SSE stream at this endpoint.",
        ("ts-2-express@2.4.0-stateless",),
    ),
    Explained(
        "META-07",
        "2026-07-28",
        "basic#statelessness",
        "Servers MUST NOT rely on prior requests over the same connection to establish context (e.g., capabilities, protocol version, client identity).",
        ("ts-2@*-stdio",),
    ),
    Explained(
        "META-03",
        "2026-07-28",
        "basic#meta",
        "A request missing any required field is malformed; the server MUST reject it with JSON-RPC error code -32602 (Invalid params). On HTTP, the response status MUST be 400 Bad Request.",
        ("tmcp@1.20.0-http",),
    ),
    Explained(
        "HTTP-07",
        "2025-06-18",
        "basic/transports#protocol-version-header",
        "If the server receives a request with an invalid or unsupported MCP-Protocol-Version, it MUST respond with 400 Bad Request.",
        ("tmcp@1.20.0-http", "hono-mcp@0.3.2-http"),
    ),
    Explained(
        "HTTP-13",
        "2025-06-18",
        "basic/transports#session-management",
        "The server MAY terminate the session at any time, after which it MUST respond to requests containing that session ID with HTTP 404 Not Found.",
        ("tmcp@1.20.0-http",),
    ),
    *(
        Explained(
            row,
            "2025-06-18",
            "basic/transports#sending-messages-to-the-server",
            "If the server accepts the input, the server MUST return HTTP status code 202 Accepted with no body.",
            ("hono-mcp@0.3.2-http",),
        )
        for row in ("HTTP-02", "HTTP-17")
    ),
    Explained(
        "STDIO-01",
        "2025-11-25",
        "basic/transports#stdio",
        "The server MUST NOT write anything to its stdout that is not a valid MCP message.",
        ("mcp-use@1.7.1-stdio",),
    ),
    Explained(
        "LIFE-03",
        "2025-11-25",
        "basic/lifecycle#version-negotiation",
        "Otherwise, the server MUST respond with another protocol version it supports.",
        ("chuk@0.26.1-*",),
    ),
    Explained(
        "BASE-12",
        "2025-06-18",
        "basic#meta",
        "Unless empty, MUST begin and end with an alphanumeric character ([a-z0-9A-Z]).",
        ("fastmcp@2.14.7-*",),
    ),
)


def expected(case: str) -> set[str]:
    return {
        each.row for each in EXPLAINED if any(fnmatchcase(case, pattern) for pattern in each.cases)
    }
