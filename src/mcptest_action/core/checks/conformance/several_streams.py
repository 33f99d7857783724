"""What came of a call while streams of GET were open: which message on which stream.

A message that came on the stream of the call has no number of a stream beside it.
"""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.checks.probes import is_answer
from mcptest_action.core.checks.results import (
    Ruling,
    failed,
    not_applicable,
    not_verified,
    passed,
    ruled,
)
from mcptest_action.core.protocol.exchange import Overheard, Reaction, in_words
from mcptest_action.core.protocol.surface import canonical
from .checks.calls_progress import METHOD


def each_once(heard: Overheard, called: Reaction) -> Ruling:
    """Whether no message came on two streams."""
    seen: dict[str, set[int]] = {}
    told = [entry for entry in heard.messages if _comes_once(entry.get("message", {}))]
    for entry in told:
        streams = seen.setdefault(canonical(entry["message"]), set())
        if streams and entry.get("stream", 0) not in streams:
            return failed(f"the same `{entry['message']['method']}` came on two streams")
        streams.add(entry.get("stream", 0))
    if not told:
        return _nothing(called, "the server sent no request and reported no progress")
    return passed("every request, and every report of progress, came on one stream")


def _comes_once(message: Mapping[str, Any]) -> bool:
    """Other notifications may be sent twice: two logs have the same words, a list changes again."""
    return message.get("method") == METHOD or ("method" in message and "id" in message)


def _nothing(called: Reaction, what: str) -> Ruling:
    """Why there is nothing to look at: a call that was not answered may have more to say."""
    if is_answer(called):
        return not_applicable(what)
    return not_verified(f"the call {in_words(called)}, and {what}")


def on_its_own(heard: Overheard, called: Reaction) -> Ruling:
    """Whether progress came on the stream of the call."""
    reports = [
        entry for entry in heard.messages if entry.get("message", {}).get("method") == METHOD
    ]
    if not reports:
        return _nothing(called, "the server reported no progress")
    bad = "progress of the call came on the stream of a GET"
    good = "progress of the call came on its own stream"
    return ruled(not any("stream" in entry for entry in reports), good, bad)
