"""Patterns over words, written as a line of text.

`do not ..2 @tell ..6 @user` is: the words do and not, up to two others, a word of the class tell,
up to six others, a word of the class user. `a/b` is one of two, `a?` may be missing, `#url` is a
word of that kind. Gaps are bounded, so a match costs the same wherever it is tried.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .words import Word, WordKind


class One(NamedTuple):
    words: frozenset[str]
    kinds: frozenset[WordKind]
    optional: bool


class Gap(NamedTuple):
    most: int


class Pattern(NamedTuple):
    signal: str
    steps: tuple[One | Gap, ...]


Classes = Mapping[str, frozenset[str]]


def compiled(signal: str, line: str, classes: Classes) -> Pattern:
    return Pattern(signal, tuple(_step(part, classes) for part in line.split()))


def _step(part: str, classes: Classes) -> One | Gap:
    if part.startswith(".."):
        return Gap(int(part[2:]))
    words: set[str] = set()
    kinds: set[WordKind] = set()
    for choice in part.removesuffix("?").split("/"):
        match choice[0]:
            case "@":
                words |= classes[choice[1:]]
            case "#":
                kinds.add(WordKind(choice[1:]))
            case _:
                words.add(choice)
    return One(frozenset(words), frozenset(kinds), part.endswith("?"))


def end_of_match(pattern: Pattern, words: tuple[Word, ...], start: int) -> int | None:
    """The position after the shortest match that begins at the start; None without a match."""
    here = {start}
    for step in pattern.steps:
        if isinstance(step, Gap):
            here = {place + more for place in here for more in range(step.most + 1)}
        else:
            beyond = {place + 1 for place in here if _fits(step, words, place)}
            here = beyond | here if step.optional else beyond
        if not here:
            return None
    return min(here)


def _fits(step: One, words: tuple[Word, ...], place: int) -> bool:
    if place >= len(words):
        return False
    return words[place].text in step.words or words[place].kind in step.kinds


class Index(NamedTuple):
    """Patterns by the word or the kind with which they begin."""

    by_word: Mapping[str, tuple[Pattern, ...]]
    by_kind: Mapping[WordKind, tuple[Pattern, ...]]


def indexed(patterns: Iterable[Pattern]) -> Index:
    by_word: dict[str, list[Pattern]] = {}
    by_kind: dict[WordKind, list[Pattern]] = {}
    for pattern in patterns:
        match pattern.steps[0]:
            case One(words, kinds, optional=False):
                for word in words:
                    by_word.setdefault(word, []).append(pattern)
                for kind in kinds:
                    by_kind.setdefault(kind, []).append(pattern)
            case _:
                raise ValueError(pattern)  # it would have to be tried everywhere
    return Index(
        {word: tuple(these) for word, these in by_word.items()},
        {kind: tuple(these) for kind, these in by_kind.items()},
    )
