"""Characters that a person does not see, and a model reads all the same."""

import re
import unicodedata
from collections.abc import Iterator

TAGS = re.compile("[\U000e0000-\U000e007f]+")
# England, Scotland and Wales are the flags that are spelt with tags.
_FLAG = re.compile("\U0001f3f4\U000e0067\U000e0062(?:[\U000e0061-\U000e007a]{3})\U000e007f")
OVERRIDES = "\u202d\u202e"
EMBEDDINGS = "\u202a\u202b"
ISOLATES = "\u2066\u2067\u2068"
CLOSERS = "\u202c\u2069"
_MARKS = "\u200e\u200f\u061c"
_JOINERS = "\u200c\u200d"
# Invisible, whatever category they are in: fillers, selectors, joiners, separators.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u2065"
    "\u206a-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a"
    "\U000e0100-\U000e01ef]"
)
_SELECTORS = re.compile("[\ufe00-\ufe0f]")
_SUPPLEMENT = re.compile("[\U000e0100-\U000e01ef]")
# Scripts in which joiners decide how letters are drawn, and some of which know no spaces.
_JOINING = re.compile("[\u0600-\u08ff\u0900-\u0dff\u0e00-\u109f\u1780-\u18af]")
_SPACELESS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u4e00-\u9fff]")
_SKIN = re.compile("[\U0001f3fb-\U0001f3ff\ufe0f\u20e3]")


def without_flags(text: str) -> str:
    return _FLAG.sub("", text)


def decoded_tags(run: str) -> str:
    """What a run of tag characters says, in the letters that they stand for."""
    letters = (chr(ord(char) - 0xE0000) for char in run)
    return "".join(letter for letter in letters if letter.isprintable())


def has_right_to_left(text: str) -> bool:
    """Whether a letter of a script that runs to the left is in it."""
    return not text.isascii() and any(unicodedata.bidirectional(c) in ("R", "AL") for c in text)


def unexplained(text: str) -> Iterator[re.Match[str]]:
    """The invisible characters that neither an emoji nor a script has any use for."""
    leftward: bool | None = None
    for found in INVISIBLE.finditer(text):
        if found[0] in _MARKS:
            if leftward is None:
                leftward = has_right_to_left(text)
            if leftward:
                continue
        start, end = found.span()
        if not _has_a_use(found[0], text[max(0, start - 1) : start], text[end : end + 1]):
            yield found


def _has_a_use(char: str, before: str, after: str) -> bool:
    if char in _JOINERS:
        in_emoji = _is_pictured(before) and _is_pictured(after)
        return in_emoji or bool(_JOINING.match(before))
    if char == "\u200b":
        return bool(_SPACELESS.match(before))
    if char == "\ufeff":
        return not before  # the mark of a file's beginning
    if _SELECTORS.match(char):
        return bool(before) and not INVISIBLE.match(before)
    if _SUPPLEMENT.match(char):
        return "\u3400" <= before <= "\U0003ffff" and unicodedata.category(before) == "Lo"
    return False


def _is_pictured(char: str) -> bool:
    return bool(char) and (unicodedata.category(char) == "So" or bool(_SKIN.match(char)))
