"""Text in which every character can be seen: nothing in it moves a cursor or hides."""

import re

# Invisible or direction-changing characters, shown by their code instead: controls, bidi and
# zero-width marks, variation and tag characters, surrogates, and what XML cannot hold.
HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\ud800-\udfff\U0001fffe\U0001ffff\U000e0000-\U000e0fff]"
)
# GitHub's runner looks for `##[command]` anywhere in a line of output.
OLD_COMMAND = re.compile(r"#(?=#\[)")
_SPACE = re.compile(r"[ \t\r\n]+")
LONGEST = 400
_FOUR_DIGITS = 0xFFFF


def visible(text: str, longest: int = LONGEST) -> str:
    """One line in which every character can be seen, and no runner finds a `##[command]`."""
    return shown(_SPACE.sub(" ", text).strip(" "), longest)


def shown(line: str, longest: int = LONGEST) -> str:
    """The same for what is one line already, and whose spaces mean something."""
    if len(line) > longest:
        line = line[: longest - 1] + "…"
    return OLD_COMMAND.sub(_code, HIDDEN.sub(_code, line))


def _code(match: re.Match[str]) -> str:
    number = ord(match[0])
    return f"\\u{number:04x}" if number <= _FOUR_DIGITS else f"\\U{number:08x}"
