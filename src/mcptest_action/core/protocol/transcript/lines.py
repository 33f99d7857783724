"""The lines of `transcript.jsonl`, written and read."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.document import (
    JSON_DEPTH,
    is_number,
    no_duplicates,
    read_integer,
    read_json,
)
from mcptest_action.core.protocol.exchange import Closed, Overheard, Reaction
from mcptest_action.core.text import InputError, did_you_mean, unusable
from . import shape
from .reaction_json import reaction_document, reaction_of_document
from .shape import Reader, ShapeError

SCHEMA = "mcptest.dev/transcript/v1"
# The names of exchanges that every run makes, whatever it checks.
HANDSHAKE, SURFACE, RESTART = "handshake", "surface", "restart"
# Where no hello was answered: whether anything is.
KNOCK = "knock"
# A line adds levels around what was said, and must stay readable however deep that was.
_DEEPEST = 2 * JSON_DEPTH


def _finite(read: Callable[[str], int | float]) -> Callable[[str], int | float]:
    """Infinite numbers never come from a server, and no artifact can hold them."""

    def reader(written: str) -> int | float:
        number = read(written)
        if not is_number(number):
            raise ShapeError("a number is infinite, or NaN")
        return number

    return reader


_DECODER = json.JSONDecoder(
    object_pairs_hook=no_duplicates,
    parse_int=_finite(read_integer),
    parse_float=_finite(float),
    parse_constant=_finite(float),
)
_ENCODER = json.JSONEncoder(separators=(",", ":"))
# Steps that other versions send may have more.
_SENT: dict[str, Reader] = {
    "step": shape.text,
    "transport": shape.text,
    "client": shape.any_object,
    "http_method": shape.text,
    "headers": shape.texts_by_name,
    "path": shape.text,
}
# One of the first five says of what kind an entry is, unless it only counts.
_OTHERS: dict[str, Reader] = {
    "notification": shape.text,
    "request": shape.text,
    "answer_to": shape.text,
    "noise": shape.text,
    "not_text": shape.text,
    "id": shape.text,
    "flaw": shape.text,
    "reply": shape.any_object,
    "late": shape.flag,
}
# What each type of line is called, and how to read its fields.
_TYPES: dict[str, tuple[str, dict[str, Reader]]] = {
    "exchange": (
        "an exchange",
        {
            "check": shape.text,
            "tool": shape.text_or_null,
            "connection": shape.from_zero,
            "step": shape.from_one,
            "sent": shape.object_with(_SENT, needs=("step",)),
            "reaction": reaction_of_document,
            "elapsed_ms": shape.duration,
            "others": shape.entries_with(_OTHERS),
        },
    ),
    "log": ("a log", {"connection": shape.from_zero, "stderr_tail": shape.text}),
}


class Key(NamedTuple):
    """Whose exchange it was: scripts interleave, and this tells their lines apart."""

    check: str
    tool: str | None
    connection: int
    step: int


class Exchange(NamedTuple):
    key: Key
    sent: Mapping[str, Any]
    reaction: Reaction
    elapsed_ms: float
    others: tuple[Any, ...] = ()
    """What the server said unasked meanwhile: notifications, requests, noise."""
    line: int = 0
    """Its line in the transcript; 0 where there is none."""


def header_line(header: Mapping[str, Any]) -> str:
    return _line({"type": "header", "schema_version": SCHEMA, **header})


def exchange_line(exchange: Exchange) -> str:
    document: dict[str, Any] = {
        "type": "exchange",
        **dict(zip(Key._fields, exchange.key, strict=True)),
        "sent": dict(exchange.sent),
        "reaction": reaction_document(exchange.reaction),
        "elapsed_ms": exchange.elapsed_ms,
    }
    if exchange.others:
        document["others"] = list(exchange.others)
    return _line(document)


def closing_line(connection: int, stderr_tail: str) -> str:
    """What the server wrote to its log; evidence for what happened on the connection."""
    return _line({"type": "log", "connection": connection, "stderr_tail": stderr_tail})


def _line(document: Mapping[str, Any]) -> str:
    return _ENCODER.encode(document) + "\n"


def read_transcript(text: str, file: str) -> tuple[Mapping[str, Any], tuple[Exchange, ...]]:
    """The header and the exchanges of a transcript."""
    documents = _documents(text, file)
    _, header = next(documents, (1, {}))
    if header.get("type") != "header":
        raise unusable(file, "the first line is not a transcript's header", "", 1, 1)
    if header.get("schema_version") != SCHEMA:
        found = header.get("schema_version")
        raise unusable(file, f"schema_version is '{found}', not '{SCHEMA}'", "", 1, 1)
    first_line: dict[Key, int] = {}
    exchanges = []
    for number, document in documents:
        exchange = _exchange(document, file, number)
        if exchange is not None:
            first = first_line.setdefault(exchange.key, number)
            if first != number:
                what = f"it repeats line {first}: the same step of the same check"
                raise unusable(file, what, "was the file edited?", number, 1)
            exchanges.append(exchange)
    return header, tuple(exchanges)


def _documents(text: str, file: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every line with its number. Only a newline ends one: U+2028 may occur in a text."""
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            raise unusable(file, "a line is empty", "", number, 1)
        try:
            document = read_json(line, file, deepest=_DEEPEST, decode=_DECODER.decode)
        except ShapeError as error:
            raise unusable(file, str(error), "", number, 1) from None
        except InputError as error:
            (problem,) = error.problems
            column = problem.column or 1
            raise InputError([problem._replace(line=number, column=column)]) from None
        if not isinstance(document, dict):
            raise unusable(file, "a line is not an object", "", number, 1)
        yield number, document


def _exchange(document: dict[str, Any], file: str, number: int) -> Exchange | None:
    """The exchange of a line; None for the log of a server, which a replay doesn't use."""
    kind = str(document.pop("type", None))
    if kind == "header":
        raise unusable(file, "a second header", "keep one transcript per file", number, 1)
    if kind not in _TYPES:
        hint = did_you_mean(kind, _TYPES)
        raise unusable(file, "a line is neither an exchange nor a log", hint, number, 1)
    name, readers = _TYPES[kind]
    try:
        fields = shape.fields_of(document, "", readers, optional=("others",))
    except ShapeError as error:
        raise unusable(file, f"not {name}: {error}", "", number, 1) from None
    if kind == "log":
        return None
    if fields["sent"]["step"] == "Listen" and not isinstance(fields["reaction"], Overheard):
        what = "not an exchange: its step is Listen, and its reaction not overheard"
        raise unusable(file, what, "was the file edited?", number, 1)
    return Exchange(Key(*(fields.pop(name) for name in Key._fields)), **fields, line=number)


CHECK = "cut_off"


def cut_off(because: str) -> Exchange:
    """The last line of a run that was ended from outside."""
    return Exchange(Key(CHECK, None, 0, 1), {"step": "Close"}, Closed(because), 0.0)


_KINDS = ("noise", "not_text")
_SHOWN = 80


class NoiseSummary(NamedTuple):
    """Lines that aren't JSON-RPC, as many as were kept, and how the first of them begins."""

    lines: int
    first: str


def noise_in(exchanges: Iterable[Exchange]) -> NoiseSummary | None:
    noise = [
        other
        for exchange in exchanges
        for other in exchange.others
        if isinstance(other, dict) and any(kind in other for kind in _KINDS)
    ]
    if not noise:
        return None
    first = str(noise[0].get("noise") or "bytes that are not text")
    return NoiseSummary(len(noise), first[:_SHOWN])


def noise_warning(exchanges: Iterable[Exchange]) -> str:
    """A sentence about lines that aren't JSON-RPC; empty if there were none."""
    noise = noise_in(exchanges)
    if noise is None:
        return ""
    return (
        f"the server sent {noise.lines} lines that are not JSON-RPC, such as '{noise.first}'; "
        "standard output is for the protocol only, and some clients give up on this"
    )
