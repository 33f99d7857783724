"""What goes over the wire in place of an answer, and how."""

from collections.abc import Iterator, Mapping
from enum import Enum, auto
from typing import Any, NamedTuple

from .faults import Fault, Kind
from .message import Code, Failure, encode, error_message

OVERSIZE = 64 * 1024 * 1024
_PIECE = 64 * 1024
_GARBAGE = b"mock: this line is not JSON"
_NOT_UTF8 = b"\xff\xfe"
_END = len(b'"}}')
_NEWS = {"level": "info", "data": "one of very many"}
FLOOD = encode({"jsonrpc": "2.0", "method": "notifications/message", "params": _NEWS})


class Manner(Enum):
    WHOLE = auto()
    LATE = auto()
    NEVER = auto()
    CRASH = auto()
    HALF = auto()
    DRIBBLED = auto()
    OVERSIZED = auto()
    FLOOD = auto()
    CLOSED = auto()
    HELD_OPEN = auto()
    STATUS_500 = auto()
    HTML = auto()


# A fault that isn't here changes the content, not the delivery.
_MANNER = {
    Kind.HANG: Manner.NEVER,
    Kind.WEDGED: Manner.NEVER,
    Kind.SLOW: Manner.LATE,
    Kind.HALF_LINE: Manner.HALF,
    Kind.DRIBBLE: Manner.DRIBBLED,
    Kind.OVERSIZED: Manner.OVERSIZED,
    Kind.FLOOD: Manner.FLOOD,
    Kind.DISCONNECT: Manner.CLOSED,
    Kind.NEVER_CLOSE: Manner.HELD_OPEN,
    Kind.HTTP_500: Manner.STATUS_500,
    Kind.HTTP_HTML: Manner.HTML,
}


class Reply(NamedTuple):
    """Lines without their ends: each transport frames them in its own way."""

    lines: tuple[bytes, ...]
    manner: Manner = Manner.WHOLE
    delay_ms: int = 0


def react(fault: Fault, seen: int, method: str, answer: Mapping[str, Any]) -> tuple[int, Reply]:
    """How many requests have concerned the fault by now, and the reply to this one."""
    if not fault.concerns(method):
        return seen, Reply((encode(answer),))
    seen += 1
    if fault.kind is Kind.CRASH_AFTER and seen >= fault.amount:
        return seen, Reply((), Manner.CRASH)
    manner = _MANNER.get(fault.kind, Manner.WHOLE)
    delay = fault.amount if manner is Manner.LATE else 0
    return seen, Reply(_lines(fault, seen, answer), manner, delay)


def _lines(fault: Fault, seen: int, answer: Mapping[str, Any]) -> tuple[bytes, ...]:
    match fault.kind:
        case Kind.RECOVER_AFTER if seen <= fault.amount:
            what = f"fails on purpose, {seen} of {fault.amount}"
            failure = Failure(Code.INTERNAL_ERROR, what)
            return (encode(error_message(answer["id"], failure)),)
        case Kind.WRONG_ID:
            return (encode({**answer, "id": _other(answer["id"])}),)
        case Kind.GARBAGE_STDOUT:
            return (_GARBAGE, encode(answer))
        case Kind.GARBAGE_ONLY:
            return (_GARBAGE,)
        case Kind.DUPLICATE_ANSWER:
            return (encode(answer), encode(answer))
        case Kind.INVALID_UTF8:
            line = _with_padding(answer)
            return (line[:-_END] + _NOT_UTF8 + line[-_END:],)
        case Kind.OVERSIZED:
            return (_with_padding(answer),)
        case _:
            return (encode(answer),)


def _other(number: str | int | None) -> str | int:
    return number + 1_000_000 if isinstance(number, int) else f"not {number}"


def _with_padding(answer: Mapping[str, Any]) -> bytes:
    """The answer with an empty text at its very end, just inside the last two brackets."""
    told = "result" if "result" in answer else "error"
    return encode({**answer, told: {**answer[told], "padding": ""}})


def oversized(line: bytes) -> Iterator[bytes]:
    """The line with its padding grown to 64 MiB, in pieces: nobody has to hold all of it."""
    missing = OVERSIZE - len(line)
    yield line[:-_END]
    for _ in range(missing // _PIECE):
        yield b"x" * _PIECE
    yield b"x" * (missing % _PIECE)
    yield line[-_END:]
