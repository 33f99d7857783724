"""Patterns on which a backtracking matcher takes exponential time.

The parts of a pattern determine which letter may follow which. If the same text can lead
from a position in a loop back to it in two ways, every repetition doubles the ways to try.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar, assert_never

from mcptest_action.core.checks.samples import Ranges, Unreadable, parse, syntax
from .positions import Fragment, Positions, TooLargeError

_MOST_STEPS = 60_000
_Node = TypeVar("_Node")


def explodes(pattern: str) -> bool:
    """Whether there is a text that such a matcher doesn't get through.

    False for patterns that are too large or too strange to decide.
    """
    node = parse(pattern)
    if isinstance(node, Unreadable):
        return False
    return any(_explodes(part) for part in (node, *_lookaheads(node)))


def _lookaheads(node: syntax.Node) -> Iterator[syntax.Node]:
    """Each is a pattern of its own."""
    match node:
        case syntax.Ahead(part):
            yield part
            yield from _lookaheads(part)
        case syntax.Row(parts) | syntax.Choice(parts):
            for part in parts:
                yield from _lookaheads(part)
        case syntax.Repeat(part):
            yield from _lookaheads(part)
        case syntax.Chars() | syntax.Edge():
            return
        case _:
            assert_never(node)


def _explodes(node: syntax.Node) -> bool:
    builder = Positions()
    try:
        whole = builder.fragment(node)
        return any(_is_explosive(loop, builder, whole) for loop in loops_in(builder.after()))
    except TooLargeError:
        return False


def _is_explosive(loop: frozenset[int], builder: Positions, whole: Fragment) -> bool:
    # If a match may end inside the loop, the first try succeeds, and no backtracking happens.
    if loop & set(whole.last):
        return False
    if any(count > 1 and {one, other} <= loop for (one, other), count in builder.follow.items()):
        return True
    return _is_ambiguous(loop, builder)


def _is_ambiguous(loop: frozenset[int], builder: Positions) -> bool:
    """Two walks over the same text that part and meet again where they parted."""
    after = {position: [each for each in nexts if each in loop]
             for position, nexts in builder.after().items() if position in loop}  # fmt: skip
    pairs: dict[tuple[int, int], list[tuple[int, int]]] = {}
    waiting = [(position, position) for position in sorted(loop)]
    steps = 0
    while waiting:
        pair = waiting.pop()
        if pair in pairs:
            continue
        one, other = pair
        steps += len(after[one]) * len(after[other]) + 1
        if steps > _MOST_STEPS:
            raise TooLargeError
        pairs[pair] = [
            (min(here, there), max(here, there))
            for here in after[one]
            for there in after[other]
            if _meet(builder.chars[here], builder.chars[there])
        ]
        if one == other and any(_back(one, each, after) for each in pairs[pair]):
            return True
        waiting += pairs[pair]
    circles = ({one == other for one, other in circle} for circle in loops_in(pairs))
    return {True, False} in circles


def _back(position: int, pair: tuple[int, int], after: dict[int, list[int]]) -> bool:
    """The shortest such walk: they part, and are back with the next letter."""
    one, other = pair
    return one != other and position in after[one] and position in after[other]


def _meet(one: Ranges, other: Ranges) -> bool:
    return any(low <= top and bottom <= high for low, high in one for bottom, top in other)


def loops_in(after: Mapping[_Node, Sequence[_Node]]) -> Iterator[frozenset[_Node]]:
    """The strongly connected parts that hold a circle; after Kosaraju, without recursion."""
    before: dict[_Node, list[_Node]] = {position: [] for position in after}
    for position, nexts in after.items():
        for other in nexts:
            before[other].append(position)
    seen: set[_Node] = set()
    for position in reversed(_left(after)):
        part = frozenset(_reached(position, before, seen))
        if len(part) > 1 or (part and position in after[position]):
            yield part


def _left(after: Mapping[_Node, Sequence[_Node]]) -> list[_Node]:
    """The positions in the order in which a walk finishes them."""
    left: list[_Node] = []
    seen: set[_Node] = set()
    for root in after:
        walk = [(root, False)]
        while walk:
            position, done = walk.pop()
            if done:
                left.append(position)
            elif position not in seen:
                seen.add(position)
                walk.append((position, True))
                walk += [(other, False) for other in after[position]]
    return left


def _reached(
    start: _Node, nexts: Mapping[_Node, Sequence[_Node]], seen: set[_Node]
) -> Iterator[_Node]:
    """The positions that can be reached and were not yet, including the start."""
    waiting = [start]
    while waiting:
        position = waiting.pop()
        if position not in seen:
            seen.add(position)
            yield position
            waiting += nexts[position]
