"""The letters of a pattern, and which may come after which."""

from collections import Counter
from typing import NamedTuple, assert_never

from mcptest_action.core.samples.regex.charset import LAST, Ranges
from mcptest_action.core.samples.regex.syntax import Ahead, Chars, Choice, Edge, Node, Repeat, Row

MOST_PLACES = 120
# From here on, a bounded repetition is as good as an endless one.
_MANY = 10
_COPIES = 2
# A letter that no text has: for what must hold at a place without consuming anything.
_MARK: Ranges = ((LAST + 1, LAST + 1),)


class TooLargeError(Exception):
    pass


class Piece(NamedTuple):
    """What is known of a part: where it begins and ends, and whether it may be nothing."""

    first: tuple[int, ...]
    last: tuple[int, ...]
    nothing: bool


class Places:
    """Gives every letter of a pattern a place, and notes which may follow which, and how often."""

    def __init__(self) -> None:
        self.chars: list[Ranges] = []
        self.follow: Counter[tuple[int, int]] = Counter()

    def after(self) -> dict[int, list[int]]:
        nexts: dict[int, list[int]] = {place: [] for place in range(len(self.chars))}
        for one, other in self.follow:
            nexts[one].append(other)
        return nexts

    def piece(self, node: Node) -> Piece:
        match node:
            case Chars(chars):
                return self._place(chars)
            case Edge.END | Ahead():
                return self._place(_MARK)
            case Edge():
                return Piece((), (), nothing=True)
            case Row(parts):
                return self._row([self.piece(part) for part in parts])
            case Choice(parts):
                pieces = [self.piece(part) for part in parts]
                first = tuple(place for piece in pieces for place in piece.first)
                last = tuple(place for piece in pieces for place in piece.last)
                return Piece(first, last, any(piece.nothing for piece in pieces))
            case Repeat(part, least, most):
                return self._repeat(part, least, most)
            case _:
                assert_never(node)

    def _place(self, chars: Ranges) -> Piece:
        if len(self.chars) >= MOST_PLACES:
            raise TooLargeError
        self.chars.append(chars)
        place = (len(self.chars) - 1,)
        return Piece(place, place, nothing=False)

    def _link(self, lasts: tuple[int, ...], firsts: tuple[int, ...]) -> None:
        for one in lasts:
            for other in firsts:
                self.follow[one, other] += 1

    def _row(self, pieces: list[Piece]) -> Piece:
        whole = Piece((), (), nothing=True)
        for piece in pieces:
            self._link(whole.last, piece.first)
            whole = Piece(
                whole.first + piece.first if whole.nothing else whole.first,
                whole.last + piece.last if piece.nothing else piece.last,
                whole.nothing and piece.nothing,
            )
        return whole

    def _repeat(self, part: Node, least: int, most: int | None) -> Piece:
        if most == 0:
            return Piece((), (), nothing=True)
        if most is None or (most >= _MANY and (most > least or _varies(part))):
            piece = self.piece(part)
            self._link(piece.last, piece.first)
            return piece._replace(nothing=piece.nothing or least == 0)
        # As often as it is, or a little; a fixed number has no choice in it.
        certain = min(least, _COPIES)
        pieces = [self.piece(part) for _ in range(certain)]
        for _ in range(min(most - least, _COPIES)):
            pieces += [self.piece(part)._replace(nothing=True)]
        return self._row(pieces)


def _varies(node: Node) -> bool:
    """Whether it may take more or less of a text."""
    match node:
        case Repeat(part, least, most):
            return least != most or _varies(part)
        case Row(parts) | Choice(parts):
            return any(map(_varies, parts))
        case _:
            return False
