"""Files that people review say to a machine what an editor or a diff shows."""

import re
import unicodedata

from mcptest_action.core.text import HIDDEN, is_blank, unusable
from .tree import place_in
from .utf8 import BYTE_ORDER_MARK

_UNSEEN = re.compile(f"{HIDDEN.pattern}|\r(?!\n)")
# Some scripts and emoji need what cannot be seen by itself; there it changes what people see.
_LETTER = "[\u0600-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc]"
_VIRAMA = "[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2]"
_EMOJI = (
    "\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
# England, Scotland and Wales, written in tags behind a black flag.
_FLAGS = "|".join(
    "".join(chr(0xE0000 + ord(letter)) for letter in name) for name in ("gbeng", "gbsct", "gbwls")
)
_NEEDED = re.compile(
    f"(?<={_LETTER})[\u200c\u200d](?={_LETTER})"
    f"|(?<={_VIRAMA})[\u200c\u200d]"
    f"|(?<=[{_EMOJI}\ufe0f])\u200d(?=[{_EMOJI}])"
    f"|(?<=[{_EMOJI}])[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)"
    f"|(?<=\U0001f3f4)(?:{_FLAGS})\U000e007f"
)
_LINE_ENDS = "\r\x85\u2028\u2029"
_DIRECTIONS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_BINARY = frozenset(("Cc", "Cs"))
_SPACES = "\u00a0\u3000"  # the spaces that people type and Python does not call printable
_ESCAPED = ", or write it as an escape in double quotes"


def check_reviewed(text: str, file: str) -> None:
    """Refuse the first character that a machine reads, and that a reviewer cannot see.

    An escape in quotes can be seen, so it may stay.
    """
    at = unseen_in(text)
    if at is None:
        return
    line, column, _ = place_in(text, at)
    what, hint = _about(text[at])
    code = f"the character U+{ord(text[at]):04X}"
    raise unusable(file, f"{code} {what}", hint, line, column)


def unseen_in(text: str) -> int | None:
    """Where the first such character is."""
    end = 0
    while match := _UNSEEN.search(text, end):
        needed = _NEEDED.match(text, match.start())
        if needed is None:
            return match.start()
        end = needed.end()
    return None


def one_line(flag: str, text: str) -> str:
    """What a flag says, as one line that can be seen, without blanks around it."""
    text = text.strip()
    if is_blank(text):
        found = "it holds nothing that can be seen" if text else "it is empty"
        raise unusable(flag, found, "write something")
    printable = all(char.isprintable() or char in _SPACES for char in text)
    if not printable or unseen_in(text) is not None:
        raise unusable(flag, "it holds a line break or a character that cannot be seen")
    return text


def _about(character: str) -> tuple[str, str]:
    """What is wrong with it, and what to do."""
    if character in _LINE_ENDS:
        what = "ends the line for a machine, but not in a diff"
        return what, f"end lines with LF or CR LF{_ESCAPED}"
    if character in _DIRECTIONS:
        what = "changes the order in which people see what follows"
        return what, f"remove it{_ESCAPED}"
    if character == BYTE_ORDER_MARK:
        return "cannot be seen, and belongs at the start of a file only", "remove it"
    if unicodedata.category(character) in _BINARY:
        return "does not belong in a text file", "is this a binary file?"
    return "cannot be seen", f"remove it{_ESCAPED}"
