"""OBF-001, OBF-002, OBF-003: characters that only a model reads, because nobody sees them."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import islice

from ..model import Hit, ScanInput, Severity, hit_in, rule
from ..texts import Text

_TAGS = re.compile("[\U000e0000-\U000e007f]+")
# The flags of England, Scotland and Wales are spelt with tags.
_FLAG = re.compile("\U0001f3f4\U000e0067\U000e0062(?:[\U000e0061-\U000e007a]{3})\U000e007f")
_OVERRIDES = "\u202d\u202e"
_OPENERS = "\u202a\u202b\u2066\u2067\u2068"  # embeddings and isolates
_CLOSERS = "\u202c\u2069"
_MARKS = "\u200e\u200f\u061c"
_JOINERS = "\u200c\u200d"
# Invisible, whatever category they are in: fillers, selectors, joiners, separators.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u2065"
    "\u206a-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a"
    "\U000e0100-\U000e01ef]"
)
_SELECTORS = re.compile("[\ufe00-\ufe0f]")
_SUPPLEMENT = re.compile("[\U000e0100-\U000e01ef]")
# Scripts in which joiners decide how letters look, and some of which have no spaces.
_JOINING = re.compile("[\u0600-\u08ff\u0900-\u0dff\u0e00-\u109f\u1780-\u18af]")
_SPACELESS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u4e00-\u9fff]")
_SKIN = re.compile("[\U0001f3fb-\U0001f3ff\ufe0f\u20e3]")
_BIDI = frozenset(_OVERRIDES + _OPENERS + _CLOSERS)
_MOST_SHOWN, _MOST_COUNTED = 20, 1_000
_MANY_KINDS, _PAYLOAD = 3, 8


def find_tags(inputs: ScanInput) -> Iterator[Hit]:
    for text in _beyond_ascii(inputs):
        if runs := _TAGS.findall(_FLAG.sub("", text.raw)):
            decoded = "".join(map(_decoded, runs))[:400]
            said = f"which spell '{decoded[:80]}'" if decoded else "which spell nothing"
            because = f"{text.field} holds invisible tag characters, {said}"
            details = {"decoded": decoded, "codepoints": _codepoints("".join(runs))}
            yield hit_in(text, decoded, because, details)


def _decoded(run: str) -> str:
    """The text of a run of tag characters, in the letters that they stand for."""
    letters = (chr(ord(char) - 0xE0000) for char in run)
    return "".join(letter for letter in letters if letter.isprintable())


def find_bidi(inputs: ScanInput) -> Iterator[Hit]:
    for text in _beyond_ascii(inputs):
        found = [char for char in text.raw if char in _BIDI]
        if found and not _is_in_order(text.raw, found):
            shown = _codepoints("".join(found))
            because = f"{text.field} holds characters that change the order: {', '.join(shown)}"
            yield hit_in(text, text.plain[:400], because, {"codepoints": shown})


def _is_in_order(raw: str, found: list[str]) -> bool:
    """Opened and closed again, in a text with letters that run to the left."""
    if any(char in _OVERRIDES for char in found):
        return False
    opened = sum(char in _OPENERS for char in found)
    return 2 * opened == len(found) and _has_right_to_left(raw)


def find_zero_width(inputs: ScanInput) -> Iterator[Hit]:
    for text in _beyond_ascii(inputs):
        if found := "".join(match[0] for match in islice(_unexplained(text.raw), _MOST_COUNTED)):
            shown = _codepoints(found)
            worse = len(shown) >= _MANY_KINDS or len(found) >= _PAYLOAD
            because = f"{text.field} holds invisible characters: {', '.join(shown[:8])}"
            details = {"codepoints": shown, "count": len(found)}
            severity = Severity.HIGH if worse else None
            yield hit_in(text, text.plain[:400], because, details, severity)


def _has_right_to_left(text: str) -> bool:
    """Whether it has a letter of a script that runs to the left."""
    return not text.isascii() and any(unicodedata.bidirectional(c) in ("R", "AL") for c in text)


def _unexplained(text: str) -> Iterator[re.Match[str]]:
    """The invisible characters that neither an emoji nor a script needs."""
    leftward: bool | None = None
    for found in _INVISIBLE.finditer(text):
        if found[0] in _MARKS:
            if leftward is None:
                leftward = _has_right_to_left(text)
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
        return bool(before) and not _INVISIBLE.match(before)
    if _SUPPLEMENT.match(char):
        return "\u3400" <= before <= "\U0003ffff" and unicodedata.category(before) == "Lo"
    return False


def _is_pictured(char: str) -> bool:
    return bool(char) and (unicodedata.category(char) == "So" or bool(_SKIN.match(char)))


def _codepoints(chars: str) -> list[str]:
    """Each kind once, as U+200B."""
    return [f"U+{ord(char):04X}" for char in sorted(set(chars))[:_MOST_SHOWN]]


def _beyond_ascii(inputs: ScanInput) -> Iterator[Text]:
    return (text for text in inputs.texts if not text.raw.isascii())


_WHY = (
    "A person who reviews the tool sees harmless text; the model is given what is hidden in it, "
    "and may do what it says."
)
_REMEDY = "Remove the characters: nothing that a model is to read needs to be hidden from people."

RULES = (
    rule("OBF-001", Severity.CRITICAL, find_tags, "MCP03", 451, snyk="W021", safe="T1402",
         finds="text in Unicode tag characters, which no program draws",
         why=_WHY,
         silent="The flags of England, Scotland and Wales, which are spelt with tags.",
         remedy=_REMEDY),
    rule("OBF-002", Severity.HIGH, find_bidi, "MCP03", 451, snyk="W021", safe="T1402",
         finds="characters that make text appear in another order than it is stored in",
         why="What a person reads is not what the model is given.",
         silent="Embeddings and isolates that are closed again, in text with letters that run "
                "from right to left.",
         remedy=_REMEDY),
    rule("OBF-003", Severity.MEDIUM, find_zero_width, "MCP03", 451, snyk="W021", safe="T1402",
         finds="zero-width and other invisible characters; high for three kinds, or for eight of "
               "them",
         why=_WHY,
         silent="Joiners inside an emoji, joiners and marks in scripts that need them, a byte "
                "order mark at the very beginning.",
         remedy=_REMEDY),
)  # fmt: skip
