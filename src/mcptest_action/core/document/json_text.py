"""JSON text to plain data, strictly: duplicate keys and absurd sizes are refused."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from mcptest_action.core.text import unusable
from .scalar import read_integer
from .tree import place_in

# Every value costs memory many times its text: an array of empty arrays within the size limit
# for files would fill a gigabyte. Commas and brackets outside strings bound the number of values
# from above.
MOST_VALUES = 1_300_000
_STRUCTURE = (b",", b"[", b"{")
_STRING = re.compile(rb'"[^"]*(?:"|\Z)')
_BLOCK = 1024 * 1024
JSON_DEPTH = 200
_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\]:]', re.DOTALL)


class _DuplicateKeyError(ValueError):
    pass


def _plain(text: str) -> Any:
    return json.loads(text, object_pairs_hook=no_duplicates, parse_int=read_integer)


def read_json(
    text: str, file: str, *, deepest: int = JSON_DEPTH, decode: Callable[[str], Any] = _plain
) -> Any:
    """The value of the text. `NaN` and infinities stay visible as floats; readers refuse them.
    A caller that refuses more than that brings a `decode` of its own.
    """
    if not text.strip():
        raise unusable(file, "the file is empty", "", 1, 1)
    if sum(map(text.count, ",[{")) > MOST_VALUES and _holds_too_much(text):
        raise unusable(
            file, f"holds more than {MOST_VALUES:,} values", "no artifact of ours is that large"
        )
    try:
        value = decode(text)
        brackets = text.count("{") + text.count("[")  # with fewer, it cannot be that deep
        if brackets > deepest and levels_in(value, deepest + 1) > deepest + 1:
            raise RecursionError  # noqa: TRY301 - as if Python had found it
    except json.JSONDecodeError as error:
        what = f"not valid JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise unusable(file, what, "", error.lineno, error.colno) from None
    except _DuplicateKeyError as error:
        line, column, _ = place_in(text, _second_key(text))
        what = f"the key '{error}' appears twice in one object"
        raise unusable(file, what, "keep one of them", line, column) from None
    except RecursionError:
        line, column, _ = place_in(text, _too_deep(text, deepest))
        what = f"nested more than {deepest} levels deep"
        raise unusable(file, what, "", line, column) from None
    return value


def _holds_too_much(text: str) -> bool:
    """Whether there are too many values, counting structure only: a string may hold anything."""
    # On bytes, because one rare character makes a text take four times the memory.
    data = text.encode("utf-8", "surrogatepass")
    data = data.replace(rb"\\", b"").replace(rb"\"", b"")  # now every quote begins or ends a string
    count, inside = 0, False
    for start in range(0, len(data), _BLOCK):
        block = b'"' * inside + data[start : start + _BLOCK]
        inside = block.count(b'"') % 2 == 1
        count += sum(map(_STRING.sub(b"", block).count, _STRUCTURE))
        if count > MOST_VALUES:
            return True
    return False


def no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """For decoders, to make objects with."""
    made = dict(pairs)
    if len(made) != len(pairs):
        ((name, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise _DuplicateKeyError(name)
    return made


def levels_in(value: Any, most: int) -> int:
    """How many objects and lists are nested; one more than `most` if it is more.

    Python's own limit depends on its version and on the caller; this doesn't.
    """
    level = [value]
    for depth in range(most + 1):
        level = [each for each in level if isinstance(each, dict | list)]
        if not level:  # nearly always after a few
            return depth
        level = [inner for each in level for inner in _inside(each)]
    return most + 1


def _inside(value: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value


# json's hooks don't say where they are. The two walks below find the place afterwards, and
# only when there is an error to report.


def _second_key(text: str) -> int:
    """Where the first key is that its object already has."""
    tokens = _TOKEN.finditer(text)
    seen: list[set[str]] = []
    last = token = next(tokens)
    while True:
        if token[0] in "{[":
            seen.append(set())
        elif token[0] in "}]":
            seen.pop()
        elif token[0] == ":":
            key = json.loads(last[0])
            if key in seen[-1]:
                return last.start()
            seen[-1].add(key)
        last, token = token, next(tokens)


def _too_deep(text: str, deepest: int) -> int:
    """Where the nesting passes the depth limit."""
    depth = 0
    tokens = _TOKEN.finditer(text)
    while depth <= deepest:
        token = next(tokens)
        depth += (token[0] in "{[") - (token[0] in "}]")
    return token.start()


def kind_of_json(value: Any) -> str:
    """What to call a JSON value in a sentence."""
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "text"
        case list():
            return "a list"
        case _:
            return "an object"
