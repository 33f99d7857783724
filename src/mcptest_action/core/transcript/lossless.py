"""JSON that can be written again without saying anything else."""

import json
from typing import Any

from mcptest_action.core.document.json_text import read_json


def lossless_json(text: str) -> Any:
    """The value of the text. Raises `ValueError` or `InputError` where writing the value would
    not give the text back, but for spaces and spelling: a key that appears twice, `NaN`, a number
    of more digits than we keep, or nesting that we would not read again.
    """
    value = read_json(text, "the text")
    json.dumps(value, allow_nan=False)
    json.loads(text, parse_float=_kept)
    return value


def _kept(text: str) -> float:
    number = float(text)
    if _digits(text) != _digits(repr(number)):
        raise ValueError(text)
    return number


def _digits(text: str) -> tuple[str, int]:
    """The digits that count, and the power of ten behind the last of them."""
    mantissa, _, exponent = text.lower().partition("e")
    before, _, after = mantissa.partition(".")
    digits = (before + after).lstrip("-0")
    counting = digits.rstrip("0")
    power = int(exponent or 0) - len(after) + len(digits) - len(counting)
    return counting, power if counting else 0
