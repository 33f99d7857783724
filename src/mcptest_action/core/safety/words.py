"""A tool's name to the words in it."""

import re
import unicodedata
from itertools import pairwise

# A word is an acronym before a capitalised word, a capitalised or plain word, or a run of
# letters without case. Everything else, digits included, ends a word.
_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[^\W\d_A-Za-z]+")
_AT_CAPITALS = re.compile(r"[A-Z]{2,}(?=[a-z])|(?<=[A-Z]{2})[a-z]+")


def words_of(name: str) -> tuple[str, ...]:
    """The words, lower-cased: `HTTPDeleteFile2` is http, delete, file.

    Compatibility forms are folded first: a full-width `delete` is still a `delete`.
    """
    return tuple(word.casefold() for word in _WORD.findall(_folded(name)))


def hidden_words_of(name: str) -> tuple[str, ...]:
    """Words that another reading finds: `delete` in `DBdelete`, `checkout` in `check_out`.

    Good enough to hold a tool back for, not to recommend it.
    """
    words = words_of(name)
    joined = [one + other for one, other in pairwise(words)]
    return (*(word.casefold() for word in _AT_CAPITALS.findall(_folded(name))), *joined)


def is_plain(name: str) -> bool:
    """Whether nothing in the name is foreign to an English reader."""
    return unicodedata.normalize("NFKC", name).isascii()


def _folded(name: str) -> str:
    return "".join(_plain(char) for char in unicodedata.normalize("NFKC", name))


def _plain(char: str) -> str:
    """An accented Latin letter without its accent, and nothing for what cannot be seen."""
    if char.isascii():
        return char
    if unicodedata.category(char) in {"Cf", "Mn"}:
        return ""
    return unicodedata.normalize("NFKD", char)[0]
