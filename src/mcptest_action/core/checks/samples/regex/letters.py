"""Which character out of a set to write."""

from .charset import Ranges, any_of, holds

_KINDS = ("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "1234567890", "!-_.@#/: ")
PALETTES = 10


def letter(chars: Ranges, palette: int, position: int | None = None) -> str:
    """A plain character of the set, if it has one. With a position, the kinds take turns."""
    turn = 0 if position is None else position % len(_KINDS)
    for kind in (*_KINDS[turn:], *_KINDS[:turn]):
        for index in range(len(kind)):
            char = kind[(index + palette) % len(kind)]
            if holds(chars, ord(char)):
                return char
    return any_of(chars) or ""
