"""A table that leaves room for the rest of a page: a step summary has 1 MiB for everything."""

from collections.abc import Iterator, Sequence

MOST_BYTES = 40_000


def fitting(lines: Sequence[str], room: int) -> Sequence[str]:
    """The first lines, as many as there is room for."""
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
    """An empty line, the head and as many rows as fit; the last says how many do not, and where
    those are. Nothing where there are no rows.
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
