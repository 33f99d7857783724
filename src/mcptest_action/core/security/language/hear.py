"""What a text says between the lines: its sentences, in every reading, with their signals."""

from collections.abc import Iterator

from mcptest_action.core.security.language.marks import Heard, marks_in
from mcptest_action.core.security.language.sentences import sentences
from mcptest_action.core.security.language.signals import INDEX
from mcptest_action.core.security.language.words import words_in

# Two sentences that say nothing in particular still stand between those that do.
_MOST = 2_000


def hear(readings: tuple[str, ...]) -> tuple[Heard, ...]:
    """Every sentence once, however many readings have it."""
    said: dict[str, Heard] = {}
    for reading in readings:
        if " " not in reading:
            continue  # a word alone orders nothing
        for heard in _heard(reading):
            said.setdefault(heard.said, heard)
    return tuple(said.values())[:_MOST]


def _heard(text: str) -> Iterator[Heard]:
    for sentence in sentences(words_in(text), text):
        said = text[sentence[0].start : sentence[-1].end]
        yield Heard(said, tuple(marks_in(sentence, text, INDEX)))
