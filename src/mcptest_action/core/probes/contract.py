"""How reactions are ruled on. What every probe has in common: a server that breaks, fails."""

from typing import Any, assert_never

from mcptest_action.core.exchange.reaction import (
    Accepted,
    Closed,
    Disconnected,
    Garbage,
    HttpStatus,
    InvalidUtf8,
    Misaddressed,
    NotSent,
    Opened,
    Oversized,
    Reaction,
    Replied,
    RpcError,
    TimedOut,
    Unreachable,
)
from mcptest_action.core.exchange.wording import in_words
from mcptest_action.core.probes.model import Ruling, Status, failed, passed

TOO_LARGE = 413


def must_reject(reaction: Reaction) -> Ruling:
    """The server says no, with a JSON-RPC error or a tool error."""
    match reaction:
        case RpcError(code, message):
            return passed(f"rejected with JSON-RPC error {code}: {_short(message)}")
        case Replied(result) if is_tool_error(result):
            return passed(f"rejected with a tool error: {text_of(result)}")
        case Replied(result):
            return failed(f"accepted the bad request, and answered: {text_of(result)}")
        case _:
            return broken(reaction)


def must_answer(reaction: Reaction) -> Ruling:
    """The server answers at all: accepting what is large or strange is legitimate."""
    match reaction:
        case RpcError(code, message):
            return passed(f"answered with JSON-RPC error {code}: {_short(message)}")
        case Replied(result) if is_tool_error(result):
            return passed(f"answered with a tool error: {text_of(result)}")
        case Replied():
            return passed("accepted it, and answered")
        case HttpStatus(http) if http.status == TOO_LARGE:
            return passed("refused it with HTTP status 413, content too large")
        case _:
            return broken(reaction)


def must_live(reaction: Reaction, after: str) -> Ruling:
    """A request that follows is answered; so the server survived."""
    if isinstance(reaction, Replied | RpcError):
        return passed(f"still answers after {after}")
    return broken(reaction)._replace(because=f"after {after}, the server {in_words(reaction)}")


def broken(reaction: Reaction) -> Ruling:
    """What is no answer is a failure of every probe; what was never sent is none."""
    match reaction:
        case NotSent(reason, because):
            return Ruling(Status.SKIPPED, because, reason)
        case Unreachable():
            return Ruling(Status.INCONCLUSIVE, f"the server {in_words(reaction)}")
        case (
            HttpStatus()
            | TimedOut()
            | Disconnected()
            | Garbage()
            | InvalidUtf8()
            | Oversized()
            | Misaddressed()
        ):
            return failed(f"the server {in_words(reaction)}")
        case Replied() | RpcError() | Accepted() | Opened() | Closed():
            return Ruling(Status.INCONCLUSIVE, f"the server {in_words(reaction)}")
        case _:
            assert_never(reaction)


def is_tool_error(result: Any) -> bool:
    return isinstance(result, dict) and result.get("isError") is True


def text_of(result: Any) -> str:
    """The first text of a tool result, shortened; what is not one, by its kind."""
    content = result.get("content") if isinstance(result, dict) else None
    blocks = content if isinstance(content, list) else []
    texts = [block.get("text") for block in blocks if isinstance(block, dict)]
    said = next((text for text in texts if isinstance(text, str) and text.strip()), None)
    return _short(said) if said is not None else "no text"


_SHORT = 160


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHORT else line[: _SHORT - 1] + "…"
