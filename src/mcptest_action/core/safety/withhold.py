"""What remains of an answer that nobody may see: a digest and a length."""

import base64
from collections.abc import Callable, Mapping
from typing import Any, assert_never

from mcptest_action.core.exchange.reaction import (
    Accepted,
    Closed,
    Disconnected,
    Garbage,
    HttpAnswer,
    HttpStatus,
    InvalidUtf8,
    Misaddressed,
    NotSent,
    Opened,
    Overheard,
    Oversized,
    Reaction,
    Replied,
    RpcError,
    TimedOut,
    Unreachable,
)
from mcptest_action.core.surface.canonical import canonical, digest

WITHHELD = "withheld"
_KEPT_HEADERS = ("content-type", "content-length")
_RESULT_TYPES = ("complete", "input_required")


def withhold(reaction: Reaction) -> Reaction:  # noqa: C901 - one case per kind
    """The reaction without its content. Its kind, and whether it was an error, stay visible."""
    match reaction:
        case Replied(result=result, http=http):
            return Replied(_result(result), _bare(http))
        case RpcError(code=code, message=message, data=data, http=http):
            return RpcError(code, WITHHELD, {WITHHELD: _trace([message, data])}, _bare(http))
        case HttpStatus(http, body):
            return HttpStatus(HttpAnswer(http.status, _kept(http)), withheld_text(body))
        case Accepted(http):
            return Accepted(_bare(http))
        case Garbage(text=text):
            return Garbage(withheld_text(text))
        case InvalidUtf8(sample):
            return InvalidUtf8(base64.b64encode(withheld_text(sample).encode()).decode())
        case Misaddressed(ids):
            return Misaddressed(tuple(_id(name) for name in ids))
        case Disconnected(detail):
            # Behind a colon, the HTTP library quotes what it could not read.
            return Disconnected(detail.partition(":")[0])
        case Overheard(messages):
            return Overheard(tuple({WITHHELD: _trace(message)} for message in messages))
        case TimedOut() | Unreachable() | Oversized() | NotSent() | Opened() | Closed():
            return reaction
        case _:
            assert_never(reaction)


def withhold_noise(reaction: Reaction) -> Reaction:
    """The answer to another request, on a connection where a withheld one may have left traces."""
    noise = isinstance(reaction, Garbage | InvalidUtf8 | Misaddressed | Overheard)
    return withhold(reaction) if noise else reaction


def withhold_others(others: tuple[Any, ...]) -> tuple[Any, ...]:
    """What was said beside an answer: that there was noise stays visible, the noise does not."""
    return tuple(
        {
            name: _WITHHELD_IN[name](said) if name in _WITHHELD_IN else said
            for name, said in entry.items()
        }
        for entry in others
    )


def withheld_text(text: str) -> str:
    """What stands in place of a text; nothing, where there was none."""
    return f"{WITHHELD} ({len(text)} characters, {digest(text)})" if text else ""


def _id(text: str) -> str:
    """An id as it is, if it can be one of ours."""
    return text if text.isdecimal() else withheld_text(text)


_WITHHELD_IN: dict[str, Callable[[Any], Any]] = {
    "noise": withheld_text,
    "not_text": withheld_text,
    "answer_to": _id,
    "params": lambda params: {WITHHELD: _trace(params)},
}


def _result(result: Any) -> dict[str, Any]:
    shown: dict[str, Any] = {WITHHELD: _trace(result)}
    if isinstance(result, Mapping):
        shown["isError"] = result.get("isError") is True
        if result.get("resultType") in _RESULT_TYPES:
            shown["resultType"] = result["resultType"]
    return shown


def _bare(http: HttpAnswer | None) -> HttpAnswer | None:
    return None if http is None else HttpAnswer(http.status, _kept(http))


def _kept(http: HttpAnswer) -> dict[str, str]:
    return {name: text for name, text in http.headers.items() if name in _KEPT_HEADERS}


def _trace(value: Any) -> dict[str, Any]:
    return {"digest": digest(value), "length": len(canonical(value))}
