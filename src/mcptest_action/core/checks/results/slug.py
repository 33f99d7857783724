"""A name as policies write it: `Search finds it!` is `search-finds-it`."""

import unicodedata


def slug_of(name: str) -> str:
    """Letters and digits in lower case, everything else one dash; empty if there is neither."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    words = "".join(char if char.isalnum() else " " for char in plain).split()
    return "-".join(words)
