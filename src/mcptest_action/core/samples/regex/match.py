"""Does a text match? All ways through the program at once, one character after the other."""

from collections.abc import Callable, Iterable
from typing import assert_never

from mcptest_action.core.samples.regex.charset import WORD, holds
from mcptest_action.core.samples.regex.program import Done, Fork, Look, Program
from mcptest_action.core.samples.regex.syntax import Chars, Edge

Spend = Callable[[int], None]


def matches(program: Program, text: str, spend: Spend, start: int = 0) -> bool:
    """Whether the program can be done, beginning at `start`."""
    waiting, done = _reach(program, [0], text, start, spend)
    for position in range(start, len(text)):
        if done or not waiting:
            break
        code = ord(text[position])
        spend(len(waiting))
        passed = [here + 1 for here, chars in waiting if holds(chars.chars, code)]
        waiting, done = _reach(program, passed, text, position + 1, spend)
    return done


def _reach(
    program: Program, places: Iterable[int], text: str, position: int, spend: Spend
) -> tuple[list[tuple[int, Chars]], bool]:
    """The instructions that wait for a character, and whether the end was reached without."""
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
                return [], True
            case Chars():
                waiting.append((here, step))
            case Fork(first, second):
                todo += (second, first)
            case Edge():
                todo += [here + 1] * _is_at(step, text, position)
            case Look(inner, wanted):
                todo += [here + 1] * (matches(inner, text, spend, position) is wanted)
            case _:
                assert_never(step)
    spend(len(seen))
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
