"""Numbers and texts that a plain schema allows."""

import math
from collections.abc import Iterator, Mapping

from .keywords import Effort
from .model import Attempt, DeadEnd, Value
from .plain import Plain
from .regex.syntax import Unreadable
from .regex.write import texts as texts_of_pattern

Number = int | float

_FAR = 150
_PARTS = 8
_DIGITS = 12


def numbers(plain: Plain, *, whole: bool) -> Iterator[Number]:
    """Multiples of the step around one or the nearest bound, then fractions between the bounds.

    Not every one is valid; the caller checks.
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


# `{n}` is a digit; `{pad}` is where the text can grow.
FORMATS: Mapping[str, str] = {
    "date": "2026-01-0{n}", "date-time": "2026-01-0{n}T12:00:00Z", "duration": "P{n}D",
    "email": "mcptest{pad}@example.com", "hostname": "mcptest{pad}.example.com",
    "idn-email": "mcptest{pad}@example.com", "idn-hostname": "mcptest{pad}.example.com",
    "ipv4": "192.0.2.{n}", "ipv6": "2001:db8::{n}", "iri": "https://example.com/{pad}",
    "iri-reference": "/mcptest{pad}", "json-pointer": "/mcptest{pad}", "regex": "mcptest{pad}",
    "relative-json-pointer": "{n}/mcptest{pad}", "time": "12:00:0{n}Z",
    "uri": "https://example.com/{pad}", "uri-reference": "/mcptest{pad}",
    "uri-template": "https://example.com/{pad}", "url": "https://example.com/{pad}",
    "uuid": "00000000-0000-4000-8000-00000000000{n}",
}  # fmt: skip
_LONGEST = 4_096
WORD = "mcptest"
_WORDS = 300


def texts_of_format(name: str, least: int, most: int) -> Iterator[str]:
    """Texts of a known format whose length is allowed."""
    template = FORMATS[name]
    for n in range(1, 10):
        pad = "" if n == 1 else str(n)
        bare = template.replace("{n}", str(n))
        missing = least - len(bare.replace("{pad}", pad))
        text = bare.replace("{pad}", pad + "x" * missing)
        if least <= len(text) <= most:
            yield text


def texts(plain: Plain, effort: Effort) -> Iterator[Attempt]:
    """By pattern, by format, or just a word. Not every one is valid; the caller checks."""
    least, most = int(plain.get("minLength", 0)), int(plain.get("maxLength", _LONGEST))
    most = min(most, _LONGEST)
    if least > _LONGEST:
        yield DeadEnd(f"it needs a text of {least:,} characters, more than {_LONGEST:,}")
        return
    if least > most:
        yield DeadEnd(f"a text cannot have at least {least:,} and at most {most:,} characters")
        return
    name, patterns = str(plain.get("format")), plain.get("patterns", [])
    if name in FORMATS:
        made = list(texts_of_format(name, least, most))
        yield from map(Value, made)
        if not (made or patterns):
            yield DeadEnd(f"no {name} with {least:,} to {most:,} characters is known")
    for pattern in patterns:
        yield from _of_pattern(pattern, least, most, effort)
    if name not in FORMATS and not patterns:
        yield from map(Value, _words(least, most))


def _of_pattern(pattern: str, least: int, most: int, effort: Effort) -> Iterator[Attempt]:
    program = effort.pattern(pattern)
    if isinstance(program, Unreadable):
        yield DeadEnd(f"the pattern '{pattern[:80]}' {program.because}")
        return
    empty = True
    for text in texts_of_pattern(program, least, most, effort.glance):
        empty = False
        yield Value(text)
    if empty:
        yield DeadEnd(f"no text was found for the pattern '{pattern[:80]}'")


def _words(least: int, most: int) -> Iterator[str]:
    yield WORD.ljust(least, "x")[:most]
    for n in range(2, _WORDS):
        long = f"{WORD}{n}".ljust(least, "x")
        yield long if len(long) <= most else f"{n}{WORD}"[:most].ljust(least, "x")
