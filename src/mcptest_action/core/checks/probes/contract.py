"""How reactions are ruled on. What every probe has in common: a server that breaks, fails."""

from typing import Any, TypeGuard, assert_never

from mcptest_action.core.checks.results import Ruling, Skip, failed, inconclusive, passed, skipped
from mcptest_action.core.protocol.exchange import (
    FORBIDDEN,
    Accepted,
    Bound,
    CallTool,
    Closed,
    Disconnected,
    Garbage,
    HttpStatus,
    InvalidUtf8,
    Misaddressed,
    NotSent,
    Opened,
    Overheard,
    Oversized,
    Reaction,
    Replied,
    Request,
    RpcError,
    Script,
    TimedOut,
    TurnedAway,
    Unreachable,
    in_words,
    token_wanted,
)
from mcptest_action.core.safety import Stopped
from .leak_patterns import masked

_SHORT = 160
# An answer to log in or slow down doesn't say that the request was bad.
_NOT_YOU, _NOT_NOW = (401, 407), (429,)
_BAD_REQUEST, _NOT_FOUND = 400, 404


def must_reject(reaction: Reaction) -> Ruling:
    """The server must refuse, with a JSON-RPC error or a tool error, or for want of a scope."""
    if is_forbidden(reaction):
        return passed(f"rejected: the server {token_wanted(reaction)}")
    if not is_answer(reaction):
        return broken(reaction)
    if is_rejection(reaction):
        return passed(f"rejected with {in_short(reaction)}")
    return failed(f"accepted the bad request, and answered with {in_short(reaction)}")


def must_answer(reaction: Reaction) -> Ruling:
    """The server must answer at all: it may accept what is large or strange."""
    if is_forbidden(reaction):
        return passed(f"refused: the server {token_wanted(reaction)}")
    if not is_answer(reaction):
        return broken(reaction)
    return passed(f"answered with {in_short(reaction)}")


def must_live(listed: Reaction, after: str) -> Ruling:
    """The server must answer `tools/list` after something else, and so has survived that."""
    if isinstance(listed, Replied):
        return passed(f"still answers after {after}")
    if isinstance(listed, TurnedAway):
        return broken(listed)
    return failed(f"after {after}, the server {said(listed)}")


def broken(reaction: Reaction, *, reached: bool = False) -> Ruling:
    """Without an answer every probe fails; a request that was never sent isn't a failure.

    A server that was `reached` a moment ago and has disappeared has died.
    """
    match reaction:
        case NotSent(Stopped.BUDGET_EXHAUSTED as reason, because):
            return inconclusive(because, reason)  # planned, and nobody decided against it
        case NotSent(reason, because):
            return skipped(because, reason)
        case TurnedAway():
            return inconclusive(f"the server {said(reaction)}")
        case HttpStatus() if token_wanted(reaction):
            return _unread(reaction)
        case RpcError() if lost_session(reaction):
            return failed(f"the server lost the session: {_quoted(reaction.message)}")
        case Unreachable() if not reached:
            return inconclusive(f"the server {said(reaction)}")
        case (
            HttpStatus()
            | TimedOut()
            | Disconnected()
            | Unreachable()
            | Garbage()
            | InvalidUtf8()
            | Oversized()
            | Misaddressed()
        ):
            return failed(f"the server {said(reaction)}")
        case RpcError():
            return _unread(reaction)
        case Replied() | Accepted() | Overheard() | Bound() | Opened() | Closed():
            return inconclusive(f"the server {said(reaction)}")
        case _:
            assert_never(reaction)


def _unread(reaction: Reaction) -> Ruling:
    """The ruling where the server has not looked at the request. A 401 may also mean that it has
    forgotten a token which it took before; a want of a scope is known to be one.
    """
    if is_forbidden(reaction):
        because = f"not verified: the server {token_wanted(reaction)}"
        return skipped(because, Skip.SERVICE_WANTS_CREDENTIALS)
    return inconclusive(f"the server {said(reaction)}, which says nothing about this request")


def said(reaction: Reaction) -> str:
    """What the server did, as a clause that repeats no secret."""
    match reaction:
        case RpcError(message=text):
            return in_words(reaction._replace(message=_quoted(text)))
        case HttpStatus(body=text):
            return in_words(reaction._replace(body=_quoted(text)))
        case Garbage(text):
            return in_words(Garbage(_quoted(text)))
        case _:
            return in_words(reaction)


def in_short(answer: Replied | RpcError) -> str:
    """An answer as a noun: which kind, and what it says."""
    if isinstance(answer, RpcError):
        return f"JSON-RPC error {answer.code}: {_quoted(answer.message)}"
    kind = "a tool error" if is_tool_error(answer.result) else "a result"
    return f"{kind}: {text_of(answer.result)}"


def is_rejection(answer: Replied | RpcError) -> bool:
    """Whether the answer is an error, of the protocol or of the tool."""
    return isinstance(answer, RpcError) or is_tool_error(answer.result)


def is_result(reaction: Reaction) -> bool:
    """Whether a call succeeded."""
    return is_answer(reaction) and not is_rejection(reaction)


def is_tool_error(result: Any) -> bool:
    return isinstance(result, dict) and result.get("isError") is True


def text_of(result: Any) -> str:
    """The first text of a tool result, shortened; for other content, its kind."""
    content = result.get("content") if isinstance(result, dict) else None
    blocks = content if isinstance(content, list) else []
    texts = [block.get("text") for block in blocks if isinstance(block, dict)]
    first = next((text for text in texts if isinstance(text, str) and text.strip()), None)
    return _quoted(first) if first is not None else "no text"


def _quoted(text: str) -> str:
    """One line, cut if it gets long. Masked before that: half a secret is still too much."""
    line = masked(" ".join(text.split())[: 100 * _SHORT])
    return line if len(line) <= _SHORT else line[: _SHORT - 1] + "…"


def survives(call: CallTool, what: str) -> Script[Ruling]:
    """Doesn't wait for the call: only the request after it proves anything."""
    sent = yield call._replace(waits=False)
    taken = isinstance(sent, Accepted) or is_answer(sent)
    if not taken and not is_unread(sent) and not is_forbidden(sent):
        return broken(sent)
    return must_live((yield Request("tools/list")), what)


def is_unread(reaction: Reaction) -> bool:
    """Whether HTTP refused the message itself: where it cannot be read, nobody knows its id."""
    return isinstance(reaction, HttpStatus) and reaction.http.status == _BAD_REQUEST


def is_forbidden(reaction: Reaction) -> bool:
    """Whether HTTP alone refused the request for want of a scope. With a JSON-RPC error in its
    body, the same is an answer.
    """
    is_status = isinstance(reaction, HttpStatus) and reaction.http.status == FORBIDDEN
    return is_status and bool(token_wanted(reaction))


def is_answer(reaction: Reaction) -> TypeGuard[Replied | RpcError]:
    """Whether the server answered what it was asked: with a result, or with an error about it."""
    return isinstance(reaction, Replied) or (
        isinstance(reaction, RpcError) and not is_off_topic(reaction) and not lost_session(reaction)
    )


def is_off_topic(error: RpcError) -> bool:
    return _status(error) in _NOT_YOU + _NOT_NOW


def lost_session(reaction: Reaction) -> bool:
    """Whether the server has forgotten our session; to us, that is a closed connection."""
    return (
        isinstance(reaction, RpcError)
        and _status(reaction) == _NOT_FOUND
        and "session" in reaction.message.casefold()
    )


def _status(error: RpcError) -> int | None:
    return None if error.http is None else error.http.status
