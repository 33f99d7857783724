"""What remains of an answer that nobody may see: a digest and a length."""

import base64
from collections.abc import Callable, Mapping
from typing import Any, assert_never

from mcptest_action.core.protocol.exchange import HttpAnswer, Reaction
from mcptest_action.core.protocol.exchange import reaction as kinds
from mcptest_action.core.protocol.surface import canonical, digest

WITHHELD = "withheld"
_KEPT_HEADERS = ("content-type", "content-length")
_RESULT_TYPES = ("complete", "input_required")


def withhold(reaction: Reaction) -> Reaction:  # noqa: C901 - one case per kind
    """The reaction without its content. Its kind, and whether it was an error, stay visible."""
    match reaction:
        case kinds.Replied(result=result, http=http):
            return kinds.Replied(_result(result), http and _bare(http))
        case kinds.RpcError(code=code, message=message, data=data, http=http):
            return kinds.RpcError(
                code, WITHHELD, {WITHHELD: _trace([message, data])}, http and _bare(http)
            )
        case kinds.HttpStatus(http, body):
            return kinds.HttpStatus(_bare(http), withheld_text(body))
        case kinds.Accepted(http):
            return kinds.Accepted(http and _bare(http))
        case kinds.Garbage(text=text):
            return kinds.Garbage(withheld_text(text))
        case kinds.InvalidUtf8(sample):
            return kinds.InvalidUtf8(base64.b64encode(withheld_text(sample).encode()).decode())
        case kinds.Misaddressed(ids):
            return kinds.Misaddressed(tuple(_id(name) for name in ids))
        case kinds.Disconnected(detail):
            # After a colon, the HTTP library quotes what it could not read.
            return kinds.Disconnected(detail.partition(":")[0])
        case kinds.Overheard(messages):
            return kinds.Overheard(tuple({WITHHELD: _trace(message)} for message in messages))
        case kinds.TimedOut() | kinds.Unreachable() | kinds.Oversized() | kinds.NotSent():
            return reaction
        case kinds.Bound() | kinds.Opened() | kinds.Closed() | kinds.TurnedAway():
            return reaction
        case _:
            assert_never(reaction)


def withhold_noise(reaction: Reaction) -> Reaction:
    """The answer to another request, on a connection where a withheld one may have left traces."""
    noise = isinstance(
        reaction, kinds.Garbage | kinds.InvalidUtf8 | kinds.Misaddressed | kinds.Overheard
    )
    return withhold(reaction) if noise else reaction


def withhold_others(others: tuple[Any, ...]) -> tuple[Any, ...]:
    """What the server said besides an answer: shows that there was noise, but not the noise."""
    return tuple(
        {
            name: _WITHHELD_IN[name](said) if name in _WITHHELD_IN else said
            for name, said in entry.items()
        }
        for entry in others
    )


def withheld_text(text: str) -> str:
    """The replacement for a text; empty if there was none."""
    return f"{WITHHELD} ({len(text)} characters, {digest(text)})" if text else ""


def _id(text: str) -> str:
    """An id as it is, if it can be one of ours."""
    return text if text.isdecimal() else withheld_text(text)


_WITHHELD_IN: dict[str, Callable[[Any], Any]] = {
    "noise": withheld_text,
    "not_text": withheld_text,
    "answer_to": _id,
    "id": _id,
    "params": lambda params: {WITHHELD: _trace(params)},
}


def _result(result: Any) -> dict[str, Any]:
    shown: dict[str, Any] = {WITHHELD: _trace(result)}
    if isinstance(result, Mapping):
        shown["isError"] = result.get("isError") is True
        if result.get("resultType") in _RESULT_TYPES:
            shown["resultType"] = result["resultType"]
    return shown


def _bare(http: HttpAnswer) -> HttpAnswer:
    kept = {name: text for name, text in http.headers.items() if name in _KEPT_HEADERS}
    return HttpAnswer(http.status, kept)


def _trace(value: Any) -> dict[str, Any]:
    return {"digest": digest(value), "length": len(canonical(value))}
