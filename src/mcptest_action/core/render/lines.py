"""Texts made of lines, and tables that leave room for the rest of a page."""

from collections.abc import Callable, Iterator, Sequence
from typing import ParamSpec

from mcptest_action.core.text import inert

# A step summary has 1 MiB for everything.
MOST_BYTES = 40_000
_Given = ParamSpec("_Given")


def joined(lines: Callable[_Given, Iterator[str]]) -> Callable[_Given, str]:
    """Turns a function that yields lines into one that returns a text."""

    def text(*args: _Given.args, **kwargs: _Given.kwargs) -> str:
        return "".join(f"{line}\n" for line in lines(*args, **kwargs))

    return text


def for_a_terminal(lines: Callable[_Given, Iterator[str]]) -> Callable[_Given, str]:
    """The same, and no line can command the terminal or the runner that shows it."""

    def text(*args: _Given.args, **kwargs: _Given.kwargs) -> str:
        return "".join(f"{inert(line)}\n" for line in lines(*args, **kwargs))

    return text


def fitting(lines: Sequence[str], room: int) -> Sequence[str]:
    """The first lines, as many as fit."""
    for number, line in enumerate(lines):
        room -= len(line.encode()) + 1
        if room < 0:
            return lines[:number]
    return lines


def table(
    head: str,
    rows: Sequence[str],
    elsewhere: str,
    *,
    room: int = MOST_BYTES,
    most: int | None = None,
) -> Iterator[str]:
    """An empty line, the head and as many rows as fit; the last says how many don't, and where
    they are. Nothing if there are no rows.
    """
    if not rows:
        return
    columns = head.count("|") - 1
    yield from ("", head, "|---" * columns + "|")
    shown = fitting(rows[:most], room)
    yield from shown
    if len(shown) < len(rows):
        gap = " |" * (columns - 3)
        yield f"| … | {len(rows) - len(shown)} more |{gap} see {elsewhere} |"
