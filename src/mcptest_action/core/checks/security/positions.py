"""The letters of a pattern, and which may come after which."""

from collections import Counter
from typing import NamedTuple, assert_never

from mcptest_action.core.checks.samples import LAST, Ranges, syntax

MOST_POSITIONS = 120
# From here on, a bounded repetition is as good as an endless one.
_MANY = 10
_COPIES = 2
# A letter that no text has: for conditions on a position that consume nothing.
_MARK: Ranges = ((LAST + 1, LAST + 1),)


class TooLargeError(Exception):
    pass


class Fragment(NamedTuple):
    """What we know of a part: where it begins and ends, and whether it may be empty."""

    first: tuple[int, ...]
    last: tuple[int, ...]
    nothing: bool


class Positions:
    """Gives every letter a position, and notes which may follow which, and how often."""

    def __init__(self) -> None:
        self.chars: list[Ranges] = []
        self.follow: Counter[tuple[int, int]] = Counter()

    def after(self) -> dict[int, list[int]]:
        nexts: dict[int, list[int]] = {position: [] for position in range(len(self.chars))}
        for one, other in self.follow:
            nexts[one].append(other)
        return nexts

    def fragment(self, node: syntax.Node) -> Fragment:
        match node:
            case syntax.Chars(chars):
                return self._position(chars)
            case syntax.Edge.END | syntax.Ahead():
                return self._position(_MARK)
            case syntax.Edge():
                return Fragment((), (), nothing=True)
            case syntax.Row(parts):
                return self._row([self.fragment(part) for part in parts])
            case syntax.Choice(parts):
                fragments = [self.fragment(part) for part in parts]
                first = tuple(position for fragment in fragments for position in fragment.first)
                last = tuple(position for fragment in fragments for position in fragment.last)
                return Fragment(first, last, any(fragment.nothing for fragment in fragments))
            case syntax.Repeat(part, least, most):
                return self._repeat(part, least, most)
            case _:
                assert_never(node)

    def _position(self, chars: Ranges) -> Fragment:
        if len(self.chars) >= MOST_POSITIONS:
            raise TooLargeError
        self.chars.append(chars)
        position = (len(self.chars) - 1,)
        return Fragment(position, position, nothing=False)

    def _link(self, lasts: tuple[int, ...], firsts: tuple[int, ...]) -> None:
        for one in lasts:
            for other in firsts:
                self.follow[one, other] += 1

    def _row(self, fragments: list[Fragment]) -> Fragment:
        whole = Fragment((), (), nothing=True)
        for fragment in fragments:
            self._link(whole.last, fragment.first)
            whole = Fragment(
                whole.first + fragment.first if whole.nothing else whole.first,
                whole.last + fragment.last if fragment.nothing else fragment.last,
                whole.nothing and fragment.nothing,
            )
        return whole

    def _repeat(self, part: syntax.Node, least: int, most: int | None) -> Fragment:
        if most == 0:
            return Fragment((), (), nothing=True)
        if most is None or (most >= _MANY and (most > least or _varies(part))):
            fragment = self.fragment(part)
            self._link(fragment.last, fragment.first)
            return fragment._replace(nothing=fragment.nothing or least == 0)
        # The exact number of times, up to a few; a fixed number leaves no choice.
        certain = min(least, _COPIES)
        fragments = [self.fragment(part) for _ in range(certain)]
        for _ in range(min(most - least, _COPIES)):
            fragments += [self.fragment(part)._replace(nothing=True)]
        return self._row(fragments)


def _varies(node: syntax.Node) -> bool:
    """Whether it can match more or less of a text."""
    match node:
        case syntax.Repeat(part, least, most):
            return least != most or _varies(part)
        case syntax.Row(parts) | syntax.Choice(parts):
            return any(map(_varies, parts))
        case _:
            return False
