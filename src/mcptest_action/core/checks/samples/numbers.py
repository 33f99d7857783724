"""Numbers that a plain schema allows, those near one first."""

import math
from collections.abc import Iterator

from .plain import Plain

Number = int | float

_FAR = 150
_PARTS = 8
_DIGITS = 12


def numbers(plain: Plain, *, whole: bool) -> Iterator[Number]:
    """Multiples of the step around one or the nearest bound, then fractions between the bounds.

    Not every one is valid; whoever asks checks.
    """
    lows = [plain[key] for key in ("minimum", "exclusiveMinimum") if key in plain]
    highs = [plain[key] for key in ("maximum", "exclusiveMaximum") if key in plain]
    low, high = max(lows, default=None), min(highs, default=None)
    near: Number = 1 if low is None else max(1, low)
    near = near if high is None else min(near, high)
    step: Number = plain.get("multipleOf", 1)
    if not math.isfinite(near / step):
        return
    count = _times(near, step)
    for distance in _outwards():
        value = (count + distance) * step
        value = round(value, _DIGITS) if isinstance(value, float) else value
        if not whole or value == int(value):
            yield int(value) if value == int(value) else value
    if low is not None and high is not None and not whole:
        between = [low + (high - low) * part / _PARTS for part in range(_PARTS + 1)]
        yield from sorted(between, key=lambda value: abs(value - 1))


def _times(value: Number, step: Number) -> int:
    """How often the step goes into the value, rounded up."""
    if isinstance(value, int) and isinstance(step, int):
        return -(-value // step)
    return math.ceil(value / step)


def _outwards() -> Iterator[int]:
    yield 0
    for distance in range(1, _FAR):
        yield from (distance, -distance)
