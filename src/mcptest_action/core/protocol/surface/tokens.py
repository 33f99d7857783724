"""About how many tokens a text is to a model: counted from words, punctuation and digits.

A tokenizer needs its vocabulary, which is megabytes, and every vendor has another one. They agree
on most of the work, though: a text is cut into words, numbers and punctuation first, and nearly
all of these pieces are one token. `docs/surface.md` says how near that comes.
"""

import re

# Where tokenizers cut. One character that is neither letter nor digit belongs to the word behind
# it. Nothing here can be read in two ways, so the time is linear whatever the text is.
_PIECE = re.compile(
    r"""
      (?P<before>[^\r\n\w]|_)?(?P<word>(?P<capitals>[A-Z]*+)[a-z\u00b5-\u024f]++|[A-Z]++)
    | (?P<digits>[0-9]{1,3})
    | (?P<alphabetic>[\u0250-\u1fff]++)
    | (?P<ideographic>[\u2e80-\ud7ff\uf900-\uffef\U00020000-\U0003ffff]++)
    | (?P<blank>\s++)
    | (?P<punctuation>[!-/:-@\[-`{-~]++)
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
# Hundredths of a token; fitted to o200k_base on one half of the servers, and rounded.
_WHOLE = 100
_WORD, _BEFORE, _ACCENT = 93, 63, 50
_CAPITALS, _FEW_CAPITALS = 46, 2
_LONG, _SHORT_LETTERS = 10, 8
_ENDLESS, _LONG_LETTERS = 40, 16
_PUNCTUATION, _MORE_PUNCTUATION, _FEW_MARKS = 107, 32, 3
_BY_CHARACTER = {"alphabetic": 33, "ideographic": 70}
_BY_PIECE = {"digits": 100, "blank": 60, "other": 100}


def tokens_in(text: str) -> int:
    """The estimate. Any text that isn't empty is at least one token."""
    hundredths = sum(map(_weight, _PIECE.finditer(text)))
    return max(int(text != ""), (hundredths + _WHOLE // 2) // _WHOLE)


def _weight(piece: re.Match[str]) -> int:
    kind = str(piece.lastgroup)
    if kind == "word":
        return _weight_of_word(piece)
    if kind == "punctuation":
        return _PUNCTUATION + _MORE_PUNCTUATION * max(0, len(piece[kind]) - _FEW_MARKS)
    if kind in _BY_PIECE:
        return _BY_PIECE[kind]
    return _BY_CHARACTER[kind] * len(piece[kind])


def _weight_of_word(piece: re.Match[str]) -> int:
    """More for what is rare: many capitals, a length that no English word has, other letters."""
    word = piece["word"]
    capitals = len(word) if piece["capitals"] is None else len(piece["capitals"])
    small = len(word) - capitals
    weight = _WORD + _CAPITALS * max(0, capitals - _FEW_CAPITALS)
    weight += _LONG * max(0, min(small, _LONG_LETTERS) - _SHORT_LETTERS)
    weight += _ENDLESS * max(0, small - _LONG_LETTERS)
    if piece["before"] not in (None, " "):
        weight += _BEFORE
    if not word.isascii():
        weight += _ACCENT * sum(not letter.isascii() for letter in word)
    return weight
