"""Reactions in words, for messages and reports."""

from typing import assert_never

from . import reaction as kinds
from .reaction import Reaction

_MIB = 1024 * 1024
_SHORT = 200


def in_words(reaction: Reaction) -> str:  # noqa: C901, PLR0912 - one line per kind
    """What happened, as a clause."""
    match reaction:
        case kinds.Replied():
            return "replied"
        case kinds.RpcError(code, message):
            return _with(f"answered with JSON-RPC error {code}", message)
        case kinds.HttpStatus(http, body):
            return _with(f"answered with HTTP status {http.status}", body)
        case kinds.Accepted():
            return "accepted it"
        case kinds.TimedOut(after_s):
            return f"did not answer within {after_s:g} s"
        case kinds.Disconnected(detail):
            return f"closed the connection: {detail}"
        case kinds.Unreachable(detail):
            return f"could not be reached: {detail}"
        case kinds.Garbage(text=text):
            return _with("sent something that is not JSON-RPC", text)
        case kinds.InvalidUtf8():
            return "sent bytes that are not UTF-8"
        case kinds.Oversized(limit):
            return f"sent more than {limit / _MIB:g} MiB"
        case kinds.Misaddressed(ids):
            return f"answered with an id nobody asked for: {', '.join(ids)}"
        case kinds.NotSent(_, because):
            return f"was not asked: {because}"
        case kinds.Overheard(messages):
            return f"said {len(messages)} things unasked"
        case kinds.Opened():
            return "opened a connection"
        case kinds.Closed(detail):
            return f"was closed: {detail}"
        case _:
            assert_never(reaction)


def _with(clause: str, said: str) -> str:
    """The clause and what was said, if anything was."""
    words = short(said)
    return f"{clause}: {words}" if words else clause


def short(text: str) -> str:
    """One line, cut where it gets long."""
    line = " ".join(text.split())
    return line if len(line) <= _SHORT else line[: _SHORT - 1] + "…"
