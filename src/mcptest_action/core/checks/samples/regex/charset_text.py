"""The inside of square brackets."""

from typing import NamedTuple

from .charset import Ranges, charset, negated, single
from .escape import Escape, read_escape
from .syntax import Edge, Unreadable


class ClassReading(NamedTuple):
    chars: Ranges
    inverted: bool
    end: int
    """Where the text goes on."""

    def finished(self, chars: Ranges) -> Ranges:
        return negated(chars) if self.inverted else chars


def read_class(text: str, start: int) -> ClassReading | Unreadable:
    """The set whose bracket is just before `start`. `[]` is empty and `[^]` is everything."""
    inverted = text.startswith("^", start)
    position = start + inverted
    ranges: list[tuple[int, int]] = []
    while position < len(text):
        if text[position] == "]":
            return ClassReading(charset(ranges), inverted, position + 1)
        low = _member(text, position)
        if isinstance(low, Unreadable):
            return low
        position += low.length
        if text.startswith("-", position) and not text.startswith("-]", position):
            high = _member(text, position + 1)
            if isinstance(high, Unreadable):
                return high
            joined = _joined(low, high)
            if isinstance(joined, Unreadable):
                return joined
            ranges += joined
            position += 1 + high.length
        else:
            ranges += _ranges(low)
    return Unreadable("does not close a set of characters")


def _member(text: str, position: int) -> Escape | Unreadable:
    if text[position : position + 1] != "\\":
        letter = text[position : position + 1]
        return Escape(single(ord(letter)), 1) if letter else Unreadable("ends inside a range")
    escape = read_escape(text, position + 1, in_class=True)
    return escape if isinstance(escape, Unreadable) else escape._replace(length=escape.length + 1)


def _ranges(member: Escape) -> Ranges:
    return () if isinstance(member.meaning, Edge) else member.meaning


def _joined(low: Escape, high: Escape) -> Ranges | Unreadable:
    """The range; next to a class such as that of digits, the hyphen is just a hyphen."""
    first, last = _ranges(low), _ranges(high)
    if len(first) != 1 or len(last) != 1 or first[0][0] != first[0][1] or last[0][0] != last[0][1]:
        return (*first, *single(ord("-")), *last)
    if first[0][0] > last[0][0]:
        return Unreadable("has a range that runs backwards")
    return ((first[0][0], last[0][0]),)
