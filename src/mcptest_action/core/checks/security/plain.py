"""A text as a reader takes it, without what hides in it."""

import re
import unicodedata

# What is read beyond this is cut: a text that long is a finding of its own.
LONGEST = 65_536
_BLANK = re.compile(r"\s+")
# A word that was broken over two lines, as printers do.
_BROKEN = re.compile(r"(?<=[a-z])-\n[ \t]*(?=[a-z])")


def normalized(raw: str) -> str:
    """Compatible forms folded, invisible characters gone, blanks single.

    So one pattern finds every spelling.
    """
    cut = _BROKEN.sub("", raw[:LONGEST])
    if cut.isascii():
        return _BLANK.sub(" ", cut).strip()
    folded = unicodedata.normalize("NFKC", cut)
    visible = "".join(c for c in folded if unicodedata.category(c) != "Cf")
    return _BLANK.sub(" ", visible).strip()
