"""Make a page fit into a limit without breaking its parts."""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from mcptest_action.core.text import plural

_NOTICE = 80  # room for the line that admits a cut, besides where to look


class Section(NamedTuple):
    """Lines that stand on their own. A cut keeps whole lines, and what must close them."""

    lines: tuple[str, ...]
    opening: int = 0
    """How many lines at the start are worth nothing without one more: a heading, a table's head."""
    closing: tuple[str, ...] = ()


def fit(sections: Sequence[Section], room: int, elsewhere: str) -> str:
    """The sections, an empty line between them, in at most so many bytes of UTF-8.

    Counts what it cuts; `elsewhere` says where to find that.
    """
    kept: list[str] = []
    left = room - _NOTICE - len(elsewhere.encode())
    for number, section in enumerate(sections, 1):
        whole = (*section.lines, *section.closing, "")
        if _size(whole) <= left:
            kept += whole
            left -= _size(whole)
            continue
        part = _part(section, left)
        hidden = len(section.lines) - max(0, len(part) - len(section.closing))
        rest = sum(len(later.lines) for later in sections[number:])
        notice = f"… {plural(hidden + rest, 'line')} not shown for length; see {elsewhere}."
        return "\n".join([*kept, *part, *([""] if part else []), notice])
    return "\n".join(kept[:-1])


def _part(section: Section, room: int) -> tuple[str, ...]:
    room -= _size((*section.closing, ""))
    ends = accumulate(_size((line,)) for line in section.lines)
    fitting = sum(end <= room for end in ends)
    return (*section.lines[:fitting], *section.closing) if fitting > section.opening else ()


def _size(lines: Sequence[str]) -> int:
    return sum(len(line.encode()) + 1 for line in lines)
