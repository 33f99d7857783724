"""A pattern as a list of instructions, which a matcher or a writer walks."""

from typing import NamedTuple, assert_never

from .charset import ANY
from .parse import parse
from .syntax import Ahead, Chars, Choice, Edge, Node, Repeat, Row, Unreadable

MOST_INSTRUCTIONS = 5_000


class Fork(NamedTuple):
    """Go on at either place, the first by preference."""

    first: int
    second: int


class Look(NamedTuple):
    program: "Program"
    wanted: bool


class Done(NamedTuple):
    pass


Instruction = Chars | Edge | Fork | Look | Done
Program = tuple[Instruction, ...]


class _TooLargeError(Exception):
    pass


def compiled(pattern: str) -> Program | Unreadable:
    """The program that finds the pattern anywhere in a text, as JSON Schema asks."""
    node = parse(pattern)
    if isinstance(node, Unreadable):
        return node
    try:
        return _program(Row((Repeat(Chars(ANY), 0, None), node)))
    except _TooLargeError:
        return Unreadable(f"needs more than {MOST_INSTRUCTIONS:,} instructions")


def _program(node: Node) -> Program:
    code: list[Instruction] = []
    _emit(node, code)
    return (*code, Done())


def _emit(node: Node, code: list[Instruction]) -> None:
    if len(code) > MOST_INSTRUCTIONS:
        raise _TooLargeError
    match node:
        case Chars() | Edge():
            code.append(node)
        case Row(parts):
            for part in parts:
                _emit(part, code)
        case Choice(parts):
            _emit_choice(parts, code)
        case Repeat(part, least, most):
            _emit_repeat(part, least, most, code)
        case Ahead(part, wanted):
            code.append(Look(_program(part), wanted))
        case _:
            assert_never(node)


def _emit_choice(parts: tuple[Node, ...], code: list[Instruction]) -> None:
    """Every branch but the last begins with a fork past it, and ends with a jump to the end."""
    jumps = []
    for part in parts[:-1]:
        fork = _reserve(code)
        _emit(part, code)
        jumps.append(_reserve(code))
        code[fork] = Fork(fork + 1, len(code))
    _emit(parts[-1], code)
    for jump in jumps:
        code[jump] = Fork(len(code), len(code))


def _emit_repeat(part: Node, least: int, most: int | None, code: list[Instruction]) -> None:
    for _ in range(least):
        before = len(code)
        _emit(part, code)
        if len(code) == before:  # nothing, however often
            return
    if most is None:
        fork = _reserve(code)
        _emit(part, code)
        code.append(Fork(fork, fork))
        code[fork] = Fork(fork + 1, len(code))
        return
    forks = []
    for _ in range(most - least):
        forks.append(_reserve(code))
        _emit(part, code)
    for fork in forks:
        code[fork] = Fork(fork + 1, len(code))


def _reserve(code: list[Instruction]) -> int:
    code.append(Done())
    return len(code) - 1
