"""Why we could not start a conversation: what we tried, what came back, and what to do."""

from collections.abc import Mapping, Sequence
from typing import Any

from mcptest_action.core.protocol.exchange import NoHello, Replied, in_words

_TAIL_LINES = 15
_TRIED, _LOG = "  tried ", "  | "


def connection_failure(
    server: Mapping[str, Any], met: NoHello, hints: Sequence[str], stderr_tail: str
) -> list[str]:
    """The lines to print, the most important first."""
    name = server.get("url") or " ".join(server["command"])
    lines = [f"{name}: the server {_outcome(met)}"]
    lines += [f"{_TRIED}{attempt}" for attempt in met.tried]
    tail = [line for line in stderr_tail.splitlines() if line.strip()][-_TAIL_LINES:]
    if tail:
        lines += ["  the end of its standard error:", *(f"{_LOG}{line}" for line in tail)]
    # Only our own hints may hold the mark of a flag; all else quotes the server.
    return [line.replace("\0", "\\u0000") for line in lines] + [f"  hint: {hint}" for hint in hints]


def _outcome(met: NoHello) -> str:
    """The result of the last attempt. Only the attempt knows what a reply lacked."""
    if isinstance(met.reaction, Replied) and met.tried:
        return met.tried[-1].partition(": ")[2]
    return in_words(met.reaction)
