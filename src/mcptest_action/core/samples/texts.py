"""Texts that a plain schema allows."""

from collections.abc import Iterator

from mcptest_action.core.samples.effort import Effort
from mcptest_action.core.samples.formats import FORMATS, texts_of_format
from mcptest_action.core.samples.model import Attempt, Made, Stuck
from mcptest_action.core.samples.plain import Plain
from mcptest_action.core.samples.regex.syntax import Unreadable
from mcptest_action.core.samples.regex.write import texts as texts_of_pattern

LONGEST = 4_096
WORD = "mcptest"
_WORDS = 300


def texts(plain: Plain, effort: Effort) -> Iterator[Attempt]:
    """By pattern, by format, or just a word. Not every one is valid; whoever asks checks."""
    least, most = int(plain.get("minLength", 0)), int(plain.get("maxLength", LONGEST))
    most = min(most, LONGEST)
    if least > LONGEST:
        yield Stuck(f"it needs a text of {least:,} characters, more than {LONGEST:,}")
        return
    if least > most:
        yield Stuck(f"a text cannot have at least {least:,} and at most {most:,} characters")
        return
    name, patterns = str(plain.get("format")), plain.get("patterns", [])
    if name in FORMATS:
        made = list(texts_of_format(name, least, most))
        yield from map(Made, made)
        if not (made or patterns):
            yield Stuck(f"no {name} with {least:,} to {most:,} characters is known")
    for pattern in patterns:
        yield from _of_pattern(pattern, least, most, effort)
    if name not in FORMATS and not patterns:
        yield from map(Made, _words(least, most))


def _of_pattern(pattern: str, least: int, most: int, effort: Effort) -> Iterator[Attempt]:
    program = effort.pattern(pattern)
    if isinstance(program, Unreadable):
        yield Stuck(f"the pattern '{pattern[:80]}' {program.because}")
        return
    empty = True
    for text in texts_of_pattern(program, least, most, effort.glance):
        empty = False
        yield Made(text)
    if empty:
        yield Stuck(f"no text was found for the pattern '{pattern[:80]}'")


def _words(least: int, most: int) -> Iterator[str]:
    yield WORD.ljust(least, "x")[:most]
    for n in range(2, _WORDS):
        long = f"{WORD}{n}".ljust(least, "x")
        yield long if len(long) <= most else f"{n}{WORD}"[:most].ljust(least, "x")
