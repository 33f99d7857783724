"""Does a text match? All ways through the program at once, one character after the other."""

from collections.abc import Callable, Iterable
from typing import assert_never

from .charset import WORD, holds
from .program import Done, Fork, Look, Program
from .syntax import Chars, Edge

Glance = Callable[[int], None]
"""Called with the number of letters looked at; raises when that is enough."""

_SET_UP = 8


def matches(program: Program, text: str, glance: Glance, start: int = 0) -> bool:
    """Whether the program can reach its end, beginning at `start`."""
    glance(_SET_UP)
    waiting, done = _reach(program, [0], text, start, glance)
    for position in range(start, len(text)):
        if done or not waiting:
            break
        code = ord(text[position])
        glance(len(waiting))
        passed = [here + 1 for here, chars in waiting if holds(chars.chars, code)]
        waiting, done = _reach(program, passed, text, position + 1, glance)
    return done


def _reach(
    program: Program, places: Iterable[int], text: str, position: int, glance: Glance
) -> tuple[list[tuple[int, Chars]], bool]:
    """The instructions that wait for a character, and whether the end was reached without one."""
    waiting: list[tuple[int, Chars]] = []
    seen: set[int] = set()
    todo = list(places)
    while todo:
        here = todo.pop()
        if here in seen:
            continue
        seen.add(here)
        step = program[here]
        match step:
            case Done():
                glance(len(seen))
                return [], True
            case Chars():
                waiting.append((here, step))
            case Fork(first, second):
                todo += (second, first)
            case Edge():
                todo += [here + 1] * _is_at(step, text, position)
            case Look(inner, wanted):
                todo += [here + 1] * (matches(inner, text, glance, position) is wanted)
            case _:
                assert_never(step)
    glance(len(seen))
    return waiting, False


def _is_at(edge: Edge, text: str, position: int) -> bool:
    match edge:
        case Edge.START:
            return position == 0
        case Edge.END:
            return position == len(text)
        case Edge.WORD | Edge.NOT_WORD:
            before = position > 0 and holds(WORD, ord(text[position - 1]))
            after = position < len(text) and holds(WORD, ord(text[position]))
            return (before is not after) is (edge is Edge.WORD)
        case _:
            assert_never(edge)
