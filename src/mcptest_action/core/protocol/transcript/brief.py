"""Answers, cut to what anybody reads: many servers say back all that they were told, and more.

A text stays a text, with its length and digest at the end; a list or an object keeps what comes
first, and a mark with the digest of all of it. Rulings are made on what is left, live and replayed
alike.
"""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from mcptest_action.core.protocol.exchange import Reaction, Replied, RpcError
from mcptest_action.core.protocol.surface import canonical
from .shortened import MARK

LONGEST = 20_000  # as much as is read of an error text in search of secrets
MOST = 100_000  # characters of a whole answer, beside the marks
_ENCODER = json.JSONEncoder(separators=(",", ":"))
# What says how the rest of a result is to be taken, wherever it stands.
_TELLING = ("isError", "resultType")


def brief(reaction: Reaction) -> Reaction:
    """The same reaction; what else can come back is short by its nature."""
    match reaction:
        case Replied(result):
            if (
                len(_ENCODER.encode(result)) <= LONGEST
            ):  # its parts add up to three times that at most
                return reaction
            return reaction._replace(result=_cut(result)[0])
        case RpcError(_, message, data):
            return reaction._replace(message=_cut(message)[0], data=_cut(data)[0])
        case _:
            return reaction


def _cut(value: Any, room: int = MOST) -> tuple[Any, int]:
    """What is left of the value, and about how many characters that takes."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, dict):
        kept, size, left_out = _first(value.items(), room)
        return ({**dict(kept), MARK: _mark(value)} if left_out else dict(kept)), size
    if isinstance(value, list):
        kept, size, left_out = _first((("", item) for item in value), room)
        items = [item for _, item in kept]
        return ([*items, {MARK: _mark(value)}] if left_out else items), size
    return value, len(repr(value))  # a number, true, false or null: as long as its JSON


def _text(text: str) -> tuple[str, int]:
    if len(text) <= LONGEST:
        return text, len(text)
    digest = hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
    return f"{text[:LONGEST]}… ({len(text)} characters, sha256 {digest})", LONGEST


def _first(pairs: Iterable[tuple[str, Any]], room: int) -> tuple[list[tuple[str, Any]], int, bool]:
    """The pairs that fit, with their size, and whether any did not."""
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


def _mark(value: Any) -> dict[str, Any]:
    text = canonical(value)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return {"kind": "json", "characters": len(text), "sha256": digest}
