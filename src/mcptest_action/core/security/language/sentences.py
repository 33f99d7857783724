"""Words to sentences of bounded length."""

from collections.abc import Iterable, Iterator

from mcptest_action.core.security.language.words import Kind, Word

# Who writes without full stops is read through a window that moves on by less than its width, so
# that nothing falls between two.
_WINDOW, _STEP = 80, 60
# The heads of the parts of a documentation string; what follows them is another matter.
_HEADS = frozenset({"args", "arguments", "parameters", "params", "returns", "raises", "examples"})

Sentence = tuple[Word, ...]


def sentences(words: Iterable[Word], text: str) -> Iterator[Sentence]:
    sentence: list[Word] = []
    for word in words:
        if word.kind is Kind.STOP or (word.text in _HEADS and text[word.end : word.end + 1] == ":"):
            yield from _windows(sentence)
            sentence = []
        else:
            sentence.append(word)
    yield from _windows(sentence)


def _windows(words: list[Word]) -> Iterator[Sentence]:
    start = 0
    while start < len(words):
        yield tuple(words[start : start + _WINDOW])
        if start + _WINDOW >= len(words):
            return
        start += _STEP
