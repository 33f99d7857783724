"""The meaning of the characters after a backslash."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from .charset import DIGITS, LAST, SPACES, WORD, Ranges, negated, single
from .syntax import Edge, Unreadable

CLASSES: Mapping[str, Ranges] = {
    "d": DIGITS, "D": negated(DIGITS),
    "w": WORD, "W": negated(WORD),
    "s": SPACES, "S": negated(SPACES),
}  # fmt: skip
EDGES: Mapping[str, Edge] = {
    "b": Edge.WORD,
    "B": Edge.NOT_WORD,
    "A": Edge.START,  # Python and Rust write it like this
    "Z": Edge.END,
    "z": Edge.END,
}
_CONTROLS = {"n": 10, "r": 13, "t": 9, "f": 12, "v": 11, "0": 0}
_CODE = re.compile(r"x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\}")
_REFUSED = {"p": "a Unicode property", "P": "a Unicode property", "k": "a backreference"}


class Escape(NamedTuple):
    meaning: Ranges | Edge
    length: int
    """How much of the text it took, the backslash not counted."""


def read_escape(text: str, start: int, *, in_class: bool) -> Escape | Unreadable:
    """The escape whose backslash is just before `start`."""
    letter = text[start : start + 1]
    if letter in CLASSES:
        return Escape(CLASSES[letter], 1)
    if letter == "b" and in_class:
        return Escape(single(8), 1)
    if letter in EDGES and not in_class:
        return Escape(EDGES[letter], 1)
    if letter in _CONTROLS:
        return Escape(single(_CONTROLS[letter]), 1)
    if code := _CODE.match(text, start):
        value = int(code[1] or code[2] or code[3], 16)
        if value > LAST:
            return Unreadable("names a character that does not exist")
        return Escape(single(value), len(code[0]))
    if not letter:
        return Unreadable("ends in a backslash")
    if letter in _REFUSED or letter.isdigit():
        return Unreadable(f"uses {_REFUSED.get(letter, 'a backreference')}")
    if letter.isalpha():
        return Unreadable(f"uses the escape '\\{letter}'")
    return Escape(single(ord(letter)), 1)
