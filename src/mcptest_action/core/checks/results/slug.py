"""A name as policies write it: `Search finds it!` is `search-finds-it`."""

import unicodedata


def slug_of(name: str) -> str:
    """Letters, with their marks, and digits in lower case, everything else one dash; empty if there
    is neither.
    """
    plain = unicodedata.normalize("NFKC", name).casefold()
    words = "".join(char if _belongs_to_a_word(char) else " " for char in plain).split()
    return "-".join(words)


def _belongs_to_a_word(char: str) -> bool:
    """The vowels of many scripts are marks, which Python does not call letters."""
    return char.isalnum() or unicodedata.category(char) in ("Mn", "Mc")
