"""What is red in the zoo, and the very sentence of the specification that the server breaks.

What is not here counts as our own false alarm, and so fails.
"""

from typing import NamedTuple

from real.zoo.case import LEGACY, MODERN, OLDEST, SECOND, THIRD, Case


class Explained(NamedTuple):
    """`cases` are patterns of names; every case that one of them matches must be red for it."""

    rows: tuple[str, ...]
    """Of conformance, or `policy:` and a rule of the default policy."""
    revision: str
    where: str
    sentence: str
    cases: tuple[str, ...]
    sometimes: bool = False
    """The server loses a race, so it may also be green."""


# They check Origin nowhere, and their documentation does not tell anybody to.
NO_ORIGIN = (
    "ts-mcpserver@1.32.2-http",
    "ts-mcpserver@1.32.2-stateless",
    "ts-server@1.32.2-http",
    "ts-lively@1.32.2-http",
    "py-server@1.30.0-http",
    "fastmcp@2.14.7-http",
    "fastmcp@3.4.10-http",
    "fastmcp@4.1.2-http",
    "fastmcp-lively@*-http",
    "npm-fastmcp@[34].*-http",
    "npm-fastmcp@[34].*-stateless",
    "mcp-framework@*-http",
    "mcp-handler@*-http",
    "mcp-use@*-http",
    "hono-mcp@*-http",
    "tmcp@*-http",
    "aiohttp-mcp@*-stateless",
    "chuk@*-http",
    "fastapi-mcp@*-http",
)
# The same, where the newest revision that they speak names no status.
NO_ORIGIN_BEFORE_NOVEMBER = (
    "ts-mcpserver@1.12.3-http",
    "ts-mcpserver@1.12.3-stateless",
    "ts-mcpserver@1.17.5-http",
    "ts-server@1.17.5-http",
    "py-server@1.12.4-http",
    "py-fastmcp@1.12.4-http",
    "py-fastmcp@1.9.4-stateless",
    "fastmcp@2.3.5-stateless",
    "mcp-lite@0.10.0-http",
)
# A message that its types do not know ends the session of such a server, or is never answered.
UNKNOWN_ENDS_IT = ("py-fastmcp@1.[26].*", "py-server@1.6.0-stdio", "mcpengine@*")
JSON_RPC = "All messages in MCP MUST follow the JSON-RPC 2.0 specification."
ACCEPTED = "If the server accepts the input, the server MUST return HTTP status code 202 Accepted with no body."

EXPLAINED: tuple[Explained, ...] = (
    Explained(
        ("HTTP-04",),
        LEGACY,
        "basic/transports#security-warning",
        "If the Origin header is present and invalid, servers MUST respond with HTTP 403 Forbidden.",
        NO_ORIGIN,
    ),
    Explained(
        ("HTTP-05",),
        SECOND,
        "basic/transports#security-warning",
        "Servers MUST validate the Origin header on all incoming connections to prevent DNS rebinding attacks",
        NO_ORIGIN_BEFORE_NOVEMBER,
    ),
    Explained(
        ("HTTP-03",),
        LEGACY,
        "basic/transports#listening-for-messages-from-the-server",
        "The server MUST either return Content-Type: text/event-stream in response to this HTTP GET, or else return HTTP 405 Method Not Allowed, indicating that the server does not offer an SSE stream at this endpoint.",
        ("ts-2-express@2.4.0-stateless", "fastapi-mcp@0.4.0-http"),
    ),
    Explained(
        ("META-07",),
        MODERN,
        "basic#statelessness",
        "Servers MUST NOT rely on prior requests over the same connection to establish context (e.g., capabilities, protocol version, client identity).",
        ("ts-2@*-stdio", "ts-2-lively@*-stdio"),
    ),
    Explained(
        ("META-03",),
        MODERN,
        "basic#meta",
        "A request missing any required field is malformed; the server MUST reject it with JSON-RPC error code -32602 (Invalid params). On HTTP, the response status MUST be 400 Bad Request.",
        ("tmcp@1.20.0-http",),
    ),
    Explained(
        # It serves earlier clients, but it answers such a request in 2026-07-28.
        ("HHDR-02",),
        MODERN,
        "basic/transports/streamable-http#server-validation",
        "Validation failure conditions include: - A required standard header (MCP-Protocol-Version, Mcp-Method, Mcp-Name) is missing.",
        ("ts-2@2.0.0-http",),
    ),
    Explained(
        ("HTTP-07",),
        THIRD,
        "basic/transports#protocol-version-header",
        "If the server receives a request with an invalid or unsupported MCP-Protocol-Version, it MUST respond with 400 Bad Request.",
        ("tmcp@1.20.0-http", "hono-mcp@0.3.2-http", "chuk@0.26.1-http"),
    ),
    Explained(
        # In 1.12, `connect` overwrites the `onclose` with which the README forgets a session.
        ("HTTP-13",),
        SECOND,
        "basic/transports#session-management",
        "The server MAY terminate the session at any time, after which it MUST respond to requests containing that session ID with HTTP 404 Not Found.",
        ("tmcp@1.20.0-http", "ts-mcpserver@1.12.3-http", "chuk@0.26.1-http"),
    ),
    Explained(
        ("HTTP-17",),
        THIRD,
        "basic/transports#sending-messages-to-the-server",
        ACCEPTED,
        ("hono-mcp@0.3.2-http", "chuk@0.26.1-http"),
    ),
    Explained(
        ("HTTP-02",),
        THIRD,
        "basic/transports#sending-messages-to-the-server",
        ACCEPTED,
        ("hono-mcp@0.3.2-http",),
    ),
    Explained(
        ("BASE-05",),
        THIRD,
        "basic#notifications",
        "The receiver MUST NOT send a response.",
        ("chuk@0.26.1-http",),
    ),
    Explained(
        ("LIFE-11",),
        LEGACY,
        "server/prompts#capabilities",
        "Servers that support prompts MUST declare the prompts capability during initialization",
        ("chuk@0.26.1-*",),
    ),
    Explained(
        # They were released when batches had been removed, and name the revision that has them.
        ("BASE-22",),
        SECOND,
        "basic#batching",
        "MCP implementations MAY support sending JSON-RPC batches, but MUST support receiving JSON-RPC batches.",
        (
            "ts-mcpserver@1.12.3-stdio",
            "ts-mcpserver@1.12.3-sse",
            "npm-fastmcp@1.27.7-stdio",
            "mcp-lite@0.10.0-http",
            "py-fastmcp@1.9.4-*",
            "fastmcp@2.3.5-*",
        ),
    ),
    Explained(
        # The id "12345" comes back as a number.
        ("BASE-02",),
        SECOND,
        "basic#responses",
        "Responses MUST include the same ID as the request they correspond to.",
        ("py-fastmcp@1.9.4-*", "fastmcp@2.3.5-*"),
    ),
    Explained(
        ("BASE-06", "policy:server-survives"),
        OLDEST,
        "basic/messages",
        JSON_RPC,
        UNKNOWN_ENDS_IT,
    ),
    Explained(
        ("BASE-05",),
        OLDEST,
        "basic/messages",
        JSON_RPC,
        ("py-fastmcp@1.2.1-*",),
    ),
    Explained(
        ("policy:probes-were-conclusive",),
        OLDEST,
        "basic/messages",
        JSON_RPC,
        ("py-fastmcp@1.[26].*-stdio", "py-server@1.6.0-stdio", "mcpengine@*-stdio"),
    ),
    Explained(
        # Python SDK 1.x: a call that is cancelled as it ends takes the whole session with it.
        ("policy:server-survives",),
        LEGACY,
        "basic/utilities/cancellation#timing-considerations",
        "Both parties MUST handle these race conditions gracefully",
        (
            "py-fastmcp@1.9.4-*",
            "py-fastmcp@1.12.4-*",
            "py-fastmcp@1.30.0-*",
            "py-server@1.12.4-*",
            "py-server@1.30.0-*",
            "py-lively@1.30.0-*",
            "fastmcp@[23].*",
            "fastmcp-lively@3.*",
            "mcp-use@*",
        ),
        sometimes=True,
    ),
    Explained(
        ("STDIO-01",),
        LEGACY,
        "basic/transports#stdio",
        "The server MUST NOT write anything to its stdout that is not a valid MCP message.",
        ("mcp-use@1.7.1-stdio",),
    ),
    Explained(
        ("LIFE-03",),
        LEGACY,
        "basic/lifecycle#version-negotiation",
        "Otherwise, the server MUST respond with another protocol version it supports.",
        ("chuk@0.26.1-*",),
    ),
    Explained(
        # It says `logging` on its own, and has no handler for `logging/setLevel`.
        ("LIFE-12",),
        OLDEST,
        "architecture#capability-negotiation",
        "Both parties must respect declared capabilities throughout the session",
        ("litemcp@0.9.0-stdio",),
    ),
    Explained(
        ("BASE-12",),
        THIRD,
        "basic#meta",
        "Unless empty, MUST begin and end with an alphanumeric character ([a-z0-9A-Z]).",
        ("fastmcp@2.14.7-*",),
    ),
    Explained(
        # Its `ctx.info()` sends log messages, and it never declares that it does.
        ("LIFE-14",),
        LEGACY,
        "server/utilities/logging#capabilities",
        "Servers that emit log message notifications MUST declare the logging capability",
        ("py-lively@*",),
    ),
    Explained(
        # Its `ctx.elicit()` asks any client.
        ("LIFE-13",),
        LEGACY,
        "basic/lifecycle#operation",
        "Both parties MUST: - Respect the negotiated protocol version - Only use capabilities that were successfully negotiated",
        ("fastmcp-lively@*",),
    ),
    Explained(
        # Nor does its `elicit` look at modes.
        ("ASK-01",),
        LEGACY,
        "client/elicitation#capabilities",
        "Servers MUST NOT send elicitation requests with modes that are not supported by the client.",
        ("py-lively@1.30.0-*",),
    ),
    Explained(
        ("TASK-21",),
        LEGACY,
        "basic/utilities/tasks#protocol-errors",
        "Receivers MUST return standard JSON-RPC errors for the following protocol error cases: […] Invalid or nonexistent cursor in tasks/list: -32602 (Invalid params)",
        ("fastmcp@2.14.7-*",),
    ),
    Explained(
        # It takes the task in `_meta` for the one that is meant.
        ("TASK-18",),
        LEGACY,
        "basic/utilities/tasks#associating-task-related-messages",
        "receivers MUST ignore such metadata if present in favor of the RPC method parameter.",
        ("ts-lively@1.32.2-*",),
    ),
)


def expected(case: Case) -> tuple[set[str], set[str]]:
    """What must be red in the case, and what may be."""
    said = [each for each in EXPLAINED if case.is_one_of(each.cases)]
    must = {row for each in said if not each.sometimes for row in each.rows}
    return must, {row for each in said for row in each.rows}
