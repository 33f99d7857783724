"""A text to sentences of bounded length, each with its signals."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from .pattern import Index, compiled, end_of_match, indexed
from .tables import arguments, data, orders, praise, secrecy, tools
from .word_classes import CLASSES
from .words import Word, WordKind, words_in

TABLES = (orders.TABLE, secrecy.TABLE, data.TABLE, tools.TABLE, arguments.TABLE, praise.TABLE)
SIGNALS = frozenset(signal for table in TABLES for signal in table)

INDEX = indexed(
    compiled(signal, line.strip(), CLASSES)
    for table in TABLES
    for signal, lines in table.items()
    for line in lines.splitlines()
    if line.strip()
)


# Two sentences that say nothing in particular still stand between those that do.
_MOST = 2_000
# Text without full stops is read through a window that moves on by less than its width, so
# that nothing falls between two.
_WINDOW, _STEP = 80, 60
# The headings inside a documentation string; what follows them is another matter.
_HEADS = frozenset({"args", "arguments", "parameters", "params", "returns", "raises", "examples"})


# Between two clauses of a sentence.
_PAUSES = frozenset(",:;()\u2013\u2014|")
_JOINING = frozenset({"and", "or", "but", "then", "so", "also", "plus"})
# Before the verb of an order, and no part of what it says.
_LEADING = frozenset({
    "please", "kindly", "first", "now", "next", "finally", "always", "just", "simply", "silently",
    "secretly", "quietly", "covertly", "discreetly", "immediately", "automatically", "additionally",
    "afterwards", "important", "critical", "note", "instead",
})  # fmt: skip


class Mark(NamedTuple):
    """Where a signal is in a sentence."""

    signal: str
    first: int
    """The number of its first word in the sentence."""
    last: int
    said: str
    name: str | None = None
    """The last name in it, as of a tool."""
    is_written_as_name: bool = False


class Sentence(NamedTuple):
    said: str
    marks: tuple[Mark, ...]
    clauses: frozenset[int] = frozenset({0})
    """The numbers of the words with which a clause begins."""

    def has(self, *signals: str) -> bool:
        """Whether it has all of them."""
        return set(signals) <= {mark.signal for mark in self.marks}

    def any_of(self, *signals: str) -> Mark | None:
        """The first mark of any of these signals."""
        return next((mark for mark in self.marks if mark.signal in signals), None)

    def all_of(self, *signals: str) -> tuple[Mark, ...]:
        """Every mark of these signals, signal by signal."""
        return tuple(mark for name in signals for mark in self.marks if mark.signal == name)

    def leads_to(self, mark: Mark, *signals: str, within: int) -> bool:
        """Whether a signal leads up to the mark, instead of standing elsewhere in the sentence."""
        ahead = (other for other in self.marks if other.signal in signals)
        return any(0 <= mark.first - other.last <= within for other in ahead)


def sentences_in(readings: Iterable[str]) -> tuple[Sentence, ...]:
    """Every sentence once, however many readings of the text have it."""
    found: dict[str, Sentence] = {}
    for reading in readings:
        if " " not in reading:
            continue  # a single word orders nothing
        for words in split(words_in(reading), reading):
            said = reading[words[0].start : words[-1].end]
            marks = tuple(marks_in(words, reading, INDEX))
            found.setdefault(said, Sentence(said, marks, clauses_in(words, reading)))
    return tuple(found.values())[:_MOST]


def split(words: Iterable[Word], text: str) -> Iterator[tuple[Word, ...]]:
    """The words of each sentence."""
    sentence: list[Word] = []
    for word in words:
        heads = word.text in _HEADS and text[word.end : word.end + 1] == ":"
        if heads or word.kind is WordKind.STOP:
            yield from _windows(sentence)
            sentence = []
        else:
            sentence.append(word)
    yield from _windows(sentence)


def _windows(words: list[Word]) -> Iterator[tuple[Word, ...]]:
    start = 0
    while start < len(words):
        yield tuple(words[start : start + _WINDOW])
        if start + _WINDOW >= len(words):
            return
        start += _STEP


def clauses_in(words: tuple[Word, ...], text: str) -> frozenset[int]:
    """Behind a comma and the like, and behind a word that joins."""
    starts = {0}
    for number, (before, word) in enumerate(pairwise(words), 1):
        between = text[before.end : word.start]
        joined = before.text in _JOINING or any(char in _PAUSES for char in between)
        if joined or (number - 1 in starts and before.text in _LEADING):
            starts.add(number)
    return frozenset(starts)


def marks_in(words: tuple[Word, ...], text: str, index: Index) -> Iterator[Mark]:
    """Each signal once for every word with which it begins, in the order of the sentence."""
    for start, word in enumerate(words):
        seen: set[str] = set()
        candidates = (*index.by_word.get(word.text, ()), *index.by_kind.get(word.kind, ()))
        for pattern in candidates:
            if pattern.signal in seen:
                continue
            end = end_of_match(pattern, words, start)
            if end is not None:
                seen.add(pattern.signal)
                match = words[start:end]
                said = text[word.start : match[-1].end]
                written = any(each.kind is WordKind.NAME for each in match)
                yield Mark(pattern.signal, start, end - 1, said, _name(match), written)


def _name(match: tuple[Word, ...]) -> str | None:
    """A word written as a name; or, in `the fetch tool`, the word before tool."""
    names = [word.text for word in match if word.kind is WordKind.NAME]
    if names:
        return names[-1]
    if len(match) > 1 and match[-1].text in {"tool", "function"}:
        return match[-2].text
    return None
