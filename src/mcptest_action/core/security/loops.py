"""The parts of a graph in which every place leads back to every other."""

from collections.abc import Iterator, Mapping, Sequence


def loops_in(after: Mapping[int, Sequence[int]]) -> Iterator[frozenset[int]]:
    """The strongly connected parts that hold a circle; after Tarjan, without recursion."""
    order: dict[int, int] = {}
    lowest: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    for root in after:
        if root in order:
            continue
        walk = [(root, 0)]
        while walk:
            place, position = walk.pop()
            if position == 0:
                order[place] = lowest[place] = len(order)
                stack.append(place)
                on_stack.add(place)
            nexts = after[place]
            while position < len(nexts):
                other = nexts[position]
                position += 1
                if other not in order:
                    walk += [(place, position), (other, 0)]
                    break
                if other in on_stack:
                    lowest[place] = min(lowest[place], order[other])
            else:
                if walk:
                    above = walk[-1][0]
                    lowest[above] = min(lowest[above], lowest[place])
                if lowest[place] == order[place]:
                    part = _popped(stack, on_stack, place)
                    if len(part) > 1 or place in nexts:
                        yield part


def _popped(stack: list[int], on_stack: set[int], place: int) -> frozenset[int]:
    start = stack.index(place)
    part = frozenset(stack[start:])
    del stack[start:]
    on_stack -= part
    return part
