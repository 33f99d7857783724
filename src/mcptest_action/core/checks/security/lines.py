"""On which line of a file a pointer into the surface leads, for those who show files."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from .load import Path

# With the blanks behind it, so that it ends where the next one begins.
_TOKEN = re.compile(r'("[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\]:,])[ \t\r\n]*+', re.DOTALL)


def lines_of(text: str, places: Mapping[str, Path], pointers: Iterable[str]) -> dict[str, int]:
    """The line of each pointer, or of the nearest thing around it. `text` is valid JSON."""
    wanted = {pointer: _path(pointer, places) for pointer in pointers}
    around = {path[:end] for path in wanted.values() for end in range(len(path) + 1)}
    found: dict[Path, int] = {(): 1}
    line, before = 1, 0
    for path, offset in _walk(text):
        if path in around:
            line += text.count("\n", before, offset)
            before = offset
            found[path] = line
    return {pointer: _nearest(path, found) for pointer, path in wanted.items()}


def _path(pointer: str, places: Mapping[str, Path]) -> Path:
    """The way through the file. What the surface calls `/tools` may stand in `/result/tools`."""
    _, first, *rest = [
        part.replace("~1", "/").replace("~0", "~") for part in (pointer or "/").split("/")
    ]
    return (*places.get(first, (first,)), *rest)


def _nearest(path: Path, found: Mapping[Path, int]) -> int:
    end = len(path)
    while path[:end] not in found:
        end -= 1
    return found[path[:end]]


def _walk(text: str) -> Iterator[tuple[Path, int]]:
    """Every member at its name and every entry at its start, in the order of the text."""
    here: list[str] = []  # the way to where we are; the last part changes from value to value
    lists: list[bool] = []
    name, start = "", 0
    for token in _TOKEN.finditer(text):
        match token[1]:
            case "{" | "[" as opening:
                lists.append(opening == "[")
                here.append("0")
                if lists[-1]:
                    yield tuple(here), token.end()
            case "}" | "]":
                lists.pop()
                here.pop()
            case "," if lists[-1]:
                here[-1] = str(int(here[-1]) + 1)
                yield tuple(here), token.end()
            case ",":
                pass
            case ":":
                here[-1] = json.loads(name)
                yield tuple(here), start
            case string:
                name, start = string, token.start()
