"""The signals that stand in a sentence."""

from collections.abc import Iterator
from typing import NamedTuple

from mcptest_action.core.security.language.pattern import Index, end_of_match
from mcptest_action.core.security.language.words import Kind, Word


class Mark(NamedTuple):
    signal: str
    first: int
    """The number of its first word in the sentence."""
    last: int
    said: str
    name: str | None = None
    """The last name in it, as of a tool."""
    is_written_as_name: bool = False


class Heard(NamedTuple):
    """A sentence in which there was something to notice."""

    said: str
    marks: tuple[Mark, ...]

    def has(self, *signals: str) -> bool:
        """Whether all of them stand in it."""
        return set(signals) <= {mark.signal for mark in self.marks}

    def any_of(self, *signals: str) -> Mark | None:
        """The first mark of any of these signals."""
        return next((mark for mark in self.marks if mark.signal in signals), None)

    def all_of(self, signal: str) -> tuple[Mark, ...]:
        return tuple(mark for mark in self.marks if mark.signal == signal)


def marks_in(words: tuple[Word, ...], text: str, index: Index) -> Iterator[Mark]:
    """Each signal once for every word with which it begins, in the order of the sentence."""
    for place, word in enumerate(words):
        seen: set[str] = set()
        candidates = (*index.by_word.get(word.text, ()), *index.by_kind.get(word.kind, ()))
        for pattern in candidates:
            if pattern.signal in seen:
                continue
            end = end_of_match(pattern, words, place)
            if end is not None:
                seen.add(pattern.signal)
                match = words[place:end]
                said = text[word.start : match[-1].end]
                written = any(each.kind is Kind.NAME for each in match)
                yield Mark(pattern.signal, place, end - 1, said, _name(match), written)


def _name(match: tuple[Word, ...]) -> str | None:
    """What is written as a name; or, in `the fetch tool`, the word before tool."""
    names = [word.text for word in match if word.kind is Kind.NAME]
    if names:
        return names[-1]
    if len(match) > 1 and match[-1].text in {"tool", "function"}:
        return match[-2].text
    return None
