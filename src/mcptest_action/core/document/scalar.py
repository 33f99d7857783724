"""What an unquoted YAML word means, by the YAML 1.2 core schema.

PyYAML follows YAML 1.1, where `no` is false, `1:30` is ninety and `2026-12-31` is a date.
"""

import re

from mcptest_action.core.document.numeral import read_integer

_NULL = frozenset(("", "~", "null", "Null", "NULL"))
_BOOLEAN = {
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}
_INTEGER = re.compile(r"[-+]?[0-9]+")
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_FIRST = frozenset("0123456789+-.~ntfNTF")


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
