"""Patterns on which a matcher that goes back and tries again takes exponential time.

From the parts of a pattern follows which letter may come after which. If the same text can lead
from a place in a loop back to it in two ways, every repetition doubles the ways to try.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple, assert_never

from mcptest_action.core.samples.regex.charset import LAST, Ranges
from mcptest_action.core.samples.regex.parse import parse
from mcptest_action.core.samples.regex.syntax import (
    Ahead,
    Chars,
    Choice,
    Edge,
    Node,
    Repeat,
    Row,
    Unreadable,
)
from mcptest_action.core.security.loops import loops_in

MOST_PLACES = 120
MOST_STEPS = 60_000
# From here on, a bounded repetition is as good as an endless one.
_MANY = 10
_COPIES = 2
# A letter that no text has: for what must hold at a place without consuming anything.
_MARK: Ranges = ((LAST + 1, LAST + 1),)


class _TooLargeError(Exception):
    pass


class _Piece(NamedTuple):
    """What is known of a part: where it begins and ends, and whether it may be nothing."""

    first: tuple[int, ...]
    last: tuple[int, ...]
    nothing: bool


def explodes(pattern: str) -> bool:
    """Whether a text exists that such a matcher does not get through.

    False for patterns that are too large or too strange to say.
    """
    node = parse(pattern)
    if isinstance(node, Unreadable):
        return False
    return any(_explodes(part) for part in (node, *_lookaheads(node)))


def _lookaheads(node: Node) -> Iterator[Node]:
    """Each is a pattern of its own."""
    match node:
        case Ahead(part):
            yield part
            yield from _lookaheads(part)
        case Row(parts) | Choice(parts):
            for part in parts:
                yield from _lookaheads(part)
        case Repeat(part):
            yield from _lookaheads(part)
        case Chars() | Edge():
            return
        case _:
            assert_never(node)


def _explodes(node: Node) -> bool:
    builder = _Builder()
    try:
        whole = builder.piece(node)
        return any(_is_explosive(loop, builder, whole) for loop in loops_in(builder.after()))
    except _TooLargeError:
        return False


def _is_explosive(loop: frozenset[int], builder: "_Builder", whole: _Piece) -> bool:
    # Where a match may end inside the loop, the first try succeeds, and nothing is tried again.
    if loop & set(whole.last):
        return False
    if any(count > 1 and {one, other} <= loop for (one, other), count in builder.follow.items()):
        return True
    return _is_ambiguous(loop, builder)


def _is_ambiguous(loop: frozenset[int], builder: "_Builder") -> bool:
    """Two walks over the same text that part and meet again where they parted."""
    after = {place: [each for each in nexts if each in loop]
             for place, nexts in builder.after().items() if place in loop}  # fmt: skip
    pairs: dict[tuple[int, int], list[tuple[int, int]]] = {}
    waiting = [(place, place) for place in sorted(loop)]
    steps = 0
    while waiting:
        pair = waiting.pop()
        if pair in pairs:
            continue
        one, other = pair
        steps += len(after[one]) * len(after[other]) + 1
        if steps > MOST_STEPS:
            raise _TooLargeError
        pairs[pair] = [
            (min(here, there), max(here, there))
            for here in after[one]
            for there in after[other]
            if _meet(builder.chars[here], builder.chars[there])
        ]
        if one == other and any(_back(one, each, after) for each in pairs[pair]):
            return True
        waiting += pairs[pair]
    numbered = {pair: number for number, pair in enumerate(pairs)}
    graph = {numbered[pair]: [numbered[each] for each in nexts] for pair, nexts in pairs.items()}
    names = list(pairs)
    for circle in loops_in(graph):
        kinds = {names[number][0] == names[number][1] for number in circle}
        if kinds == {True, False}:
            return True
    return False


def _back(place: int, pair: tuple[int, int], after: dict[int, list[int]]) -> bool:
    """The shortest such walk: they part, and are back with the next letter."""
    one, other = pair
    return one != other and place in after[one] and place in after[other]


def _varies(node: Node) -> bool:
    """Whether it may take more or less of a text."""
    match node:
        case Repeat(part, least, most):
            return least != most or _varies(part)
        case Row(parts) | Choice(parts):
            return any(map(_varies, parts))
        case _:
            return False


def _meet(one: Ranges, other: Ranges) -> bool:
    return any(low <= top and bottom <= high for low, high in one for bottom, top in other)


class _Builder:
    """Gives every letter of a pattern a place, and notes which may follow which, and how often."""

    def __init__(self) -> None:
        self.chars: list[Ranges] = []
        self.follow: Counter[tuple[int, int]] = Counter()

    def after(self) -> dict[int, list[int]]:
        nexts: dict[int, list[int]] = {place: [] for place in range(len(self.chars))}
        for one, other in self.follow:
            nexts[one].append(other)
        return nexts

    def piece(self, node: Node) -> _Piece:
        match node:
            case Chars(chars):
                return self._place(chars)
            case Edge.END | Ahead():
                return self._place(_MARK)
            case Edge():
                return _Piece((), (), nothing=True)
            case Row(parts):
                return self._row([self.piece(part) for part in parts])
            case Choice(parts):
                pieces = [self.piece(part) for part in parts]
                first = tuple(place for piece in pieces for place in piece.first)
                last = tuple(place for piece in pieces for place in piece.last)
                return _Piece(first, last, any(piece.nothing for piece in pieces))
            case Repeat(part, least, most):
                return self._repeat(part, least, most)
            case _:
                assert_never(node)

    def _place(self, chars: Ranges) -> _Piece:
        if len(self.chars) >= MOST_PLACES:
            raise _TooLargeError
        self.chars.append(chars)
        place = (len(self.chars) - 1,)
        return _Piece(place, place, nothing=False)

    def _link(self, lasts: tuple[int, ...], firsts: tuple[int, ...]) -> None:
        for one in lasts:
            for other in firsts:
                self.follow[one, other] += 1

    def _row(self, pieces: list[_Piece]) -> _Piece:
        whole = _Piece((), (), nothing=True)
        for piece in pieces:
            self._link(whole.last, piece.first)
            whole = _Piece(
                whole.first + piece.first if whole.nothing else whole.first,
                whole.last + piece.last if piece.nothing else piece.last,
                whole.nothing and piece.nothing,
            )
        return whole

    def _repeat(self, part: Node, least: int, most: int | None) -> _Piece:
        if most == 0:
            return _Piece((), (), nothing=True)
        if most is None or (most >= _MANY and (most > least or _varies(part))):
            piece = self.piece(part)
            self._link(piece.last, piece.first)
            return piece._replace(nothing=piece.nothing or least == 0)
        # As often as it is, or a little; a fixed number has no choice in it.
        certain = min(least, _COPIES)
        pieces = [self.piece(part) for _ in range(certain)]
        for _ in range(min(most - least, _COPIES)):
            pieces.append(self.piece(part)._replace(nothing=True))
        return self._row(pieces)
