"""JSON from a server to plain data that can always be recorded, reported and sent again."""

import json
import math
from typing import Any, NoReturn

from mcptest_action.core.document import DEPTH_LIMIT, levels_in, read_integer

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
    # Counting brackets is quicker: with fewer of them, it cannot be that deep.
    if text.count("{") + text.count("[") > DEEPEST and levels_in(value, DEEPEST) > DEEPEST:
        raise ValueError(f"nested more than {DEEPEST} levels deep")
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
