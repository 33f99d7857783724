"""One field of an artifact as a fact value, or why it isn't one."""

import math

from mcptest_action.core.document import kind_of_json as kind_of
from .model import Absent, Object


def count(holder: Object, key: str, label: str) -> int | Absent:
    """A whole number from zero up. A count below zero would satisfy any `max`."""
    value = number(holder, key, label)
    if isinstance(value, Absent):
        return value
    if value < 0 or value != int(value):
        return Absent(f"{label} is {value}, not a count")
    return int(value)


def ratio(holder: Object, key: str, label: str, *, top: float = 1.0) -> float | Absent:
    """A number from zero to `top`."""
    value = number(holder, key, label)
    if isinstance(value, Absent):
        return value
    if not 0 <= value <= top:
        return Absent(f"{label} is {value}, not between 0 and {top:g}")
    return value


def number(holder: Object, key: str, label: str) -> float | Absent:
    """A finite number; true and false are not."""
    value = holder.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return _wrong(holder, key, label, "a number")
    if isinstance(value, float) and not math.isfinite(value):
        return Absent(f"{label} is {value}, not a finite number")
    return value


def boolean(holder: Object, key: str, label: str) -> bool | Absent:
    value = holder.get(key)
    return value if isinstance(value, bool) else _wrong(holder, key, label, "a boolean")


def text(holder: Object, key: str, label: str) -> str | Absent:
    value = holder.get(key)
    return value if isinstance(value, str) else _wrong(holder, key, label, "text")


def _wrong(holder: Object, key: str, label: str, wanted: str) -> Absent:
    if key not in holder:
        return Absent(f"{label} is not in the file")
    return Absent(f"{label} is {kind_of(holder[key])}, not {wanted}")
