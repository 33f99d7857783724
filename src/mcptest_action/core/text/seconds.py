"""Short lengths of time as people write them: 500ms, 30s, 2m."""

import re

from .errors import unusable

_SHAPE = re.compile(r"(\d{1,6}(?:\.\d{1,3})?) *(ms|s|m|min|h)?", re.ASCII)
_FACTOR = {"ms": 0.001, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
LONGEST_S = 24 * 3600.0


def parse_seconds(text: str, where: str) -> float:
    """The length in seconds, more than nothing and at most a day; a bare number is seconds."""
    match = _SHAPE.fullmatch(text.strip())
    seconds = float(match[1]) * _FACTOR[match[2] or "s"] if match else 0.0
    if not 0 < seconds <= LONGEST_S:
        hint = "for example 500ms, 30s or 2m, at most 24h"
        raise unusable(where, f"'{text}' is not a length of time", hint)
    return seconds
