"""Texts and numbers that will be others next time: times, ids, counters."""

import re
from collections.abc import Sequence

_ISO_DATE = r"\d{4}-\d{2}-\d{2}"
_ISO_TIME = r"\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?"
# What a whole text can be, told by a pattern. The first that fits all of them is taken.
PATTERNS = (
    rf"^{_ISO_DATE}$",
    rf"^{_ISO_DATE}[T ]{_ISO_TIME}$",
    rf"^{_ISO_TIME}$",
    r"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
)
# Told by a pattern only where two answers differ: these may as well be constants.
LOOSE_PATTERNS = (r"^-?\d+$", r"^-?\d+\.\d+$", r"^[0-9a-f]{16,}$")
# Inside a longer text, these make the text a passing one.
_INSIDE = re.compile(
    rf"(?<!\d){_ISO_DATE}(?!\d)|(?<!\d)\d{{1,2}}:\d{{2}}:\d{{2}}(?!\d)"
    r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    r"|(?<![\w/])/(?:tmp|home|root|Users|var/folders)/|\b(?:pid|port)\b",
    re.IGNORECASE,
)
# Seconds or milliseconds since 1970, from 2001 until 2286.
_EPOCH = range(10**9, 10**13)


def pattern_of(texts: Sequence[str]) -> str:
    """The pattern that tells what all these are; empty where there is none."""
    tight = _first(PATTERNS, texts)
    return tight or (_first(LOOSE_PATTERNS, texts) if len(set(texts)) > 1 else "")


def _first(patterns: Sequence[str], texts: Sequence[str]) -> str:
    fitting = (p for p in patterns if all(re.search(p, text) for text in texts))
    return next(fitting, "")


def is_passing_text(text: str) -> bool:
    """Whether a part of it tells of a moment, a machine or a process."""
    return _INSIDE.search(text) is not None


def is_passing_number(number: float) -> bool:
    """Whether it may be a time."""
    return abs(number) >= _EPOCH.start and abs(number) < _EPOCH.stop
