"""JSON from a server to plain data that can always be recorded, reported and sent again."""

import json
import math
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from mcptest_action.core.document.json_text import DEPTH_LIMIT
from mcptest_action.core.document.scalar import read_integer

# A transcript reads back as many levels as `DEPTH_LIMIT`; its lines put an answer a few deeper.
DEEPEST = DEPTH_LIMIT - 20
_LARGEST = math.nextafter(math.inf, 0)


def parse(text: str) -> Any:
    """The value. Raises `ValueError` for what is not JSON, and for more levels than we keep.

    A number that is too large for us becomes the largest one: infinity cannot be written again.
    """
    try:
        value = _DECODER.decode(text)
    except RecursionError:
        raise ValueError("nested too deep") from None
    if text.count("{") + text.count("[") > DEEPEST:  # else it cannot be that deep
        _refuse_depth(value)
    return value


def _integer(text: str) -> int | float:
    return _finite(read_integer(text))


def _fraction(text: str) -> int | float:
    return _finite(float(text))


def _finite(number: float) -> int | float:
    return math.copysign(_LARGEST, number) if number in {math.inf, -math.inf} else number


def _no_number(word: str) -> NoReturn:
    """`NaN` and `Infinity` are numbers to Python only."""
    raise ValueError(f"{word} is not JSON")


# Made once: `json.loads` makes one for every message.
_DECODER = json.JSONDecoder(parse_int=_integer, parse_float=_fraction, parse_constant=_no_number)


def _refuse_depth(value: Any) -> None:
    """Python's own limit depends on its version and on who calls; ours does not."""
    level = list(_containers([value]))
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _containers(outer)]
        if not level:  # nearly always after a few
            return
    raise ValueError(f"nested more than {DEEPEST} levels deep")


def _containers(outer: dict[str, Any] | list[Any]) -> Iterator[Any]:
    """The objects and lists directly inside."""
    inside: Iterable[Any] = outer.values() if isinstance(outer, dict) else outer
    return (inner for inner in inside if isinstance(inner, dict | list))
