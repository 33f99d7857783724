"""Long values, shown by length, digest and beginning: nobody reads a MiB back.

What we sent keeps a mark in place of a long value: a replay compares its digest. An answer
is cut to what anybody reads: a text keeps its length and digest at the end; a list or an object
keeps what comes first, and a mark. Rulings are made on what is left, live and replayed alike.
"""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from mcptest_action.core.protocol.exchange import Reaction, Replied, RpcError
from mcptest_action.core.protocol.surface import canonical

LONGEST_SENT = 10_000
HEAD = 200
MARK = "mcptest.dev/shortened"
LONGEST_ANSWER = 20_000  # as much as is read of an error text in search of secrets
MOST_OF_ANSWER = 100_000  # characters of a whole answer, beside the marks
_ENCODER = json.JSONEncoder(separators=(",", ":"))
# The fields that say how to read the rest of a result, wherever they are.
_TELLING = ("isError", "resultType")


def shortened(value: Any) -> Any:
    """The same JSON, with a mark in place of each value of more than `LONGEST_SENT` characters.

    The innermost values go first, so that the values around a long one stay readable.
    A value that was already shortened stays as it is.
    """
    return _measured(value)[0]


def _measured(value: Any) -> tuple[Any, int]:
    """The shortened value, and about how many characters it takes."""
    if isinstance(value, str):
        return _fitting(value, len(value), value, "text")
    if isinstance(value, dict):
        inner = {key: _measured(item) for key, item in value.items()}
        size = sum(len(key) + taken for key, (_, taken) in inner.items())
        kept: Any = {key: item for key, (item, _) in inner.items()}
    elif isinstance(value, list):
        items = [_measured(item) for item in value]
        size = sum(taken for _, taken in items)
        kept = [item for item, _ in items]
    else:
        return value, len(json.dumps(value))
    # The brackets, and a comma or the quotes of a key around each of the members.
    return _fitting(kept, size + 2 + 4 * len(value), value, "json")


def _fitting(kept: Any, size: int, value: Any, kind: str) -> tuple[Any, int]:
    if size <= LONGEST_SENT:
        return kept, size
    text = value if kind == "text" else canonical(value)
    return {MARK: {**_mark(text, kind), "head": text[:HEAD]}}, 2 * HEAD


def _mark(text: str, kind: str) -> dict[str, Any]:
    return {"kind": kind, "characters": len(text), "sha256": _sha256(text)}


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def brief(reaction: Reaction) -> Reaction:
    """The same reaction, shortened; other kinds of reactions are always short."""
    match reaction:
        case Replied(result):
            # The parts of a result add up to three times its length at most.
            long = len(_ENCODER.encode(result)) > LONGEST_ANSWER
            return reaction._replace(result=_cut(result)[0]) if long else reaction
        case RpcError(_, message, data):
            return reaction._replace(message=_cut(message)[0], data=_cut(data)[0])
        case _:
            return reaction


def _cut(value: Any, room: int = MOST_OF_ANSWER) -> tuple[Any, int]:
    """The rest of the value, and about how many characters it takes."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, dict):
        kept, size, left_out = _first(value.items(), room)
        mark = {MARK: _mark(canonical(value), "json")} if left_out else {}
        return {**dict(kept), **mark}, size
    if isinstance(value, list):
        kept, size, left_out = _first((("", item) for item in value), room)
        marks = [{MARK: _mark(canonical(value), "json")}] if left_out else []
        return [*(item for _, item in kept), *marks], size
    return value, len(repr(value))  # a number, true, false or null: as long as its JSON


def _text(text: str) -> tuple[str, int]:
    if len(text) <= LONGEST_ANSWER:
        return text, len(text)
    told = f"{len(text)} characters, sha256 {_sha256(text)}"
    return f"{text[:LONGEST_ANSWER]}… ({told})", LONGEST_ANSWER


def _first(pairs: Iterable[tuple[str, Any]], room: int) -> tuple[list[tuple[str, Any]], int, bool]:
    """The pairs that fit, their size, and whether any did not fit."""
    kept: list[tuple[str, Any]] = []
    size, left_out = 2, False
    for key, item in pairs:
        around = len(key) + 4  # quotes, a colon, a comma
        if left_out and key not in _TELLING:
            continue
        shorter, taken = _cut(item, room - size - around)
        if key in _TELLING or size + around + taken <= room:
            kept.append((key, shorter))
            size += around + taken
        else:
            left_out = True
    return kept, size, left_out
