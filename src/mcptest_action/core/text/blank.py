"""Whether a text shows anything at all. What nobody can see is no owner and no reason."""

import unicodedata

from .escape import HIDDEN

# Unicode counts these as symbols and letters, but they have no ink: an empty Braille cell, a note
# without a head, two empty hieroglyphs, and the place of an object that isn't there. `HIDDEN` has
# the other fillers.
_WITHOUT_INK = frozenset("\u2800\ufffc\U0001d159\U00013441\U00013442")


def is_blank(text: str) -> bool:
    """Whether it holds only spaces, invisible characters, and accents without a letter."""
    return not any(map(_is_seen, HIDDEN.sub("", text)))


def _is_seen(character: str) -> bool:
    """Letters, numbers, punctuation and symbols are. Marks need one of them to stand on."""
    return unicodedata.category(character)[0] in "LNPS" and character not in _WITHOUT_INK
