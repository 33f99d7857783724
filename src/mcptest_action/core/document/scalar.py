"""Whole numbers that every reader can handle; what a YAML word means by the 1.2 core schema.

PyYAML follows YAML 1.1, where `no` is false, `1:30` is ninety and `2026-12-31` is a date.
"""

import re

MOST_DIGITS = 4000  # Python itself refuses to print more than 4300
_NULL = frozenset(("", "~", "null", "Null", "NULL"))
_BOOLEAN = {
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_INTEGER = re.compile(r"[-+]?[0-9]+")
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_FIRST = frozenset("0123456789+-.~ntfNTF")


def read_integer(text: str, base: int = 10) -> int | float:
    """The number; one too long to count anything is infinite, and so not a number."""
    # A digit of another base can be worth more than a decimal one: 3500 of hexadecimal, 4215.
    longest = MOST_DIGITS if base == 10 else MOST_DIGITS - 500  # noqa: PLR2004 - ten fingers
    if len(text) > longest:
        return float("-inf") if text.startswith("-") else float("inf")
    return int(text, base)


def resolve(text: str) -> str | int | float | bool | None:
    """The value of an unquoted scalar."""
    if text and text[0] not in _FIRST:  # nearly all of them, so nearly all are done here
        return text
    if text in _NULL:
        return None
    if text in _BOOLEAN:
        return _BOOLEAN[text]
    if _INTEGER.fullmatch(text):
        return read_integer(text)
    if _BASED.fullmatch(text):
        return read_integer(text, base=0)
    if _NOT_FINITE.fullmatch(text):
        return float(text.replace(".", ""))
    if _FLOAT.fullmatch(text):
        return float(text)
    return text
