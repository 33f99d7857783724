"""The parts of a graph in which every place leads back to every other."""

from collections.abc import Iterator, Mapping, Sequence


def loops_in(after: Mapping[int, Sequence[int]]) -> Iterator[frozenset[int]]:
    """The strongly connected parts that hold a circle; after Kosaraju, without recursion."""
    before: dict[int, list[int]] = {place: [] for place in after}
    for place, nexts in after.items():
        for other in nexts:
            before[other].append(place)
    seen: set[int] = set()
    for place in reversed(_left(after)):
        part = frozenset(_reached(place, before, seen))
        if len(part) > 1 or (part and place in after[place]):
            yield part


def _left(after: Mapping[int, Sequence[int]]) -> list[int]:
    """The places in the order in which a walk is done with them."""
    left: list[int] = []
    seen: set[int] = set()
    for root in after:
        walk = [(root, False)]
        while walk:
            place, done = walk.pop()
            if done:
                left.append(place)
            elif place not in seen:
                seen.add(place)
                walk.append((place, True))
                walk += [(other, False) for other in after[place]]
    return left


def _reached(start: int, nexts: Mapping[int, Sequence[int]], seen: set[int]) -> Iterator[int]:
    """What can be reached and was not, the start included."""
    waiting = [start]
    while waiting:
        place = waiting.pop()
        if place not in seen:
            seen.add(place)
            yield place
            waiting += nexts[place]
