"""Files that people review say to a machine what an editor or a diff shows."""

import re

from mcptest_action.core.text import unusable
from .tree import place_in

# Everything but these is refused: tabs, CR LF and LF, and characters that leave lines as they are.
_UNSEEN = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd"
    "\U00010000-\U0010ffff]|\r(?!\n)"
)
_LINE_ENDS = "\r\x85\u2028\u2029"
_DIRECTIONS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_MARK = "\ufeff"
_ESCAPED = ", or write it as an escape in double quotes"


def check_reviewed(text: str, file: str) -> None:
    """Refuse the first character that a machine reads, and that a reviewer cannot see.

    An escape in quotes can be seen, so it may stay.
    """
    match = _UNSEEN.search(text)
    if match is None:
        return
    line, column, _ = place_in(text, match.start())
    what, hint = _about(match[0])
    code = f"the character U+{ord(match[0]):04X}"
    raise unusable(file, f"{code} {what}", hint, line, column)


def _about(character: str) -> tuple[str, str]:
    """What is wrong with it, and what to do."""
    if character in _LINE_ENDS:
        what = "ends the line for a machine, but not in a diff"
        return what, f"end lines with LF or CR LF{_ESCAPED}"
    if character in _DIRECTIONS:
        what = "changes the order in which people see what follows"
        return what, f"remove it{_ESCAPED}"
    if character == _MARK:
        return "cannot be seen, and belongs at the start of a file only", "remove it"
    return "does not belong in a text file", "is this a binary file?"
