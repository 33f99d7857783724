"""Texts that match a pattern, shortest first."""

from collections.abc import Iterator
from typing import NamedTuple

from .charset import ANY, Ranges, any_of
from .letters import PALETTES, letter
from .match import Glance, matches
from .program import Done, Fork, Program
from .syntax import Chars, Edge

_LONGER = 8
_CHOOSING = 10


class _State(NamedTuple):
    here: int
    ended: bool
    """An end of text was passed: nothing may follow."""


class _Step(NamedTuple):
    before: _State
    chars: Ranges


def texts(program: Program, least: int, most: int, glance: Glance) -> Iterator[str]:
    """Matching texts of allowed length, each checked; not empty if there is another one."""
    seen: set[str] = set()
    wanted = max(least, 1)
    for low in (*range(wanted, wanted + _LONGER), *range(least, wanted)):
        route = _route(program, low, most, glance)
        for text in _written(route) if route is not None else ():
            glance(len(text) * _CHOOSING)
            if text not in seen and matches(program, text, glance):
                yield text
            seen.add(text)


def _written(route: list[Ranges]) -> Iterator[str]:
    yield "".join(letter(chars, 0) for chars in route)
    yield "".join(letter(chars, 0, position) for position, chars in enumerate(route))
    for palette in range(1, PALETTES):
        yield "".join(letter(chars, palette) for chars in route)


def _route(program: Program, least: int, most: int, glance: Glance) -> list[Ranges] | None:
    """The sets that one shortest way through the program passes, `least` of them or more.

    Ignores what must or must not follow; the caller checks the text.
    """
    layers: list[dict[_State, _Step]] = []
    states = _closure(program, _State(0, ended=False), 0, set())
    for length in range(min(most, least + len(program)) + 1):
        finals = [state for state in states if isinstance(program[state.here], Done)]
        if finals and length >= least:
            return _walked_back(layers, finals[0])
        layers.append(_layer(program, states, length + 1, glance))
        states = list(layers[-1])
    return None


def _layer(
    program: Program, states: list[_State], length: int, glance: Glance
) -> dict[_State, _Step]:
    """The states one character further, each with the first way that led to it."""
    steps: dict[_State, _Step] = {}
    seen: set[_State] = set()
    for state in states:
        instruction = program[state.here]
        waits = isinstance(instruction, Chars)
        # After the end of the pattern, anything may follow, unless the text has ended.
        chars = instruction.chars if isinstance(instruction, Chars) else ANY
        if not state.ended and any_of(chars) is not None:
            after = _State(state.here + waits, ended=False)
            for reached in _closure(program, after, length, seen):
                steps[reached] = _Step(state, chars)
    glance(len(states) + len(seen))
    return steps


def _walked_back(layers: list[dict[_State, _Step]], state: _State) -> list[Ranges]:
    route = []
    for layer in reversed(layers):
        step = layer[state]
        route.append(step.chars)
        state = step.before
    return route[::-1]


def _closure(program: Program, first: _State, length: int, seen: set[_State]) -> list[_State]:
    """The states not seen before in which a character is written or the program is done."""
    waiting: list[_State] = []
    todo = [first]
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        here, ended = state
        match program[here]:
            case Chars() | Done():
                waiting.append(state)
            case Fork(preferred, other):
                todo += (_State(other, ended), _State(preferred, ended))
            case Edge.START:
                todo += [_State(here + 1, ended)] * (length == 0)
            case Edge.END:
                todo.append(_State(here + 1, ended=True))
            case _:  # other edges, and lookaheads: the caller checks the text
                todo.append(_State(here + 1, ended))
    return waiting
