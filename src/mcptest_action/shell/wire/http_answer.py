"""What is kept of an HTTP answer: its status, a few headers, and its body."""

import httpx2

from mcptest_action.core.exchange.reaction import HttpAnswer
from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire.limits import LONGEST_OTHER, MESSAGE_LIMIT

MULTIPLE_CHOICES = 300
# The headers that a ruling may need; others are nobody's business, cookies least of all.
_KEPT_HEADERS = (
    "access-control-allow-credentials", "access-control-allow-origin", "allow", "content-type",
    "content-length", "location", "mcp-protocol-version", "mcp-session-id", "retry-after",
    "server", "www-authenticate", "x-accel-buffering",
)  # fmt: skip


def head_of(response: httpx2.Response, redactor: Redactor) -> HttpAnswer:
    headers = {
        name: redactor.text(response.headers[name])[:LONGEST_OTHER]
        for name in _KEPT_HEADERS
        if name in response.headers
    }
    return HttpAnswer(response.status_code, headers)


async def body_of(response: httpx2.Response, redactor: Redactor) -> bytes | None:
    """The whole body; None for one that is too long."""
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > MESSAGE_LIMIT:
            return None
    return redactor.data(bytes(body))


def is_stream(response: httpx2.Response) -> bool:
    kind = response.headers.get("content-type", "")
    return response.status_code < MULTIPLE_CHOICES and kind.startswith("text/event-stream")
