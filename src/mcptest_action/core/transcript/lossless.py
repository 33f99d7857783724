"""JSON that can be written again without saying anything else."""

import json
from typing import Any, NoReturn

from mcptest_action.core.document.json_text import no_duplicates, read_json
from mcptest_action.core.document.numeral import read_integer


def lossless_json(text: str) -> Any:
    """The value of the text. Raises `ValueError` or `InputError` where writing the value would
    not give the text back, but for spaces and spelling: a key that appears twice, `NaN`, a number
    of more digits than we keep, or nesting that we would not read again.
    """
    return read_json(text, "the text", decode=_DECODER.decode)


def _integer(text: str) -> int:
    number = read_integer(text)
    if isinstance(number, float):
        raise ValueError(text)  # noqa: TRY004 - the type says that it is too long
    return number


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)


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


# Made once, and everything is looked at in one reading: every message that is sent comes by.
_DECODER = json.JSONDecoder(
    object_pairs_hook=no_duplicates,
    parse_int=_integer,
    parse_float=_kept,
    parse_constant=_no_number,
)
