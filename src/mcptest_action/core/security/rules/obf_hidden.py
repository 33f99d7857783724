"""OBF-001, OBF-002, OBF-003: text that only a model can read."""

from collections.abc import Iterator
from itertools import islice

from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.model import Hit, Kind, Rule, Severity, Subject
from mcptest_action.core.security.texts import Text
from mcptest_action.core.security.unseen import (
    CLOSERS,
    EMBEDDINGS,
    ISOLATES,
    OVERRIDES,
    TAGS,
    decoded_tags,
    has_right_to_left,
    unexplained,
    without_flags,
)

MOST_SHOWN = 20
MOST_COUNTED = 1_000
_MANY_KINDS = 3
_PAYLOAD = 8
_OPENERS = EMBEDDINGS + ISOLATES
_BIDI = frozenset(OVERRIDES + _OPENERS + CLOSERS)


def find_tags(ground: Ground) -> Iterator[Hit]:
    for text in _beyond_ascii(ground):
        runs = TAGS.findall(without_flags(text.raw))
        if runs:
            decoded = "".join(map(decoded_tags, runs))[:400]
            said = f"which spell '{decoded[:80]}'" if decoded else "which spell nothing"
            because = f"{text.field} holds invisible tag characters, {said}"
            details: dict[str, object] = {
                "decoded": decoded,
                "codepoints": codepoints("".join(runs)),
            }
            yield _hit(text, because, details, decoded)


def find_bidi(ground: Ground) -> Iterator[Hit]:
    for text in _beyond_ascii(ground):
        found = [char for char in text.raw if char in _BIDI]
        if found and not _is_in_order(text.raw, found):
            shown = codepoints("".join(found))
            because = f"{text.field} holds characters that change the order: {', '.join(shown)}"
            yield _hit(text, because, {"codepoints": shown}, text.plain)


def _is_in_order(raw: str, found: list[str]) -> bool:
    """Opened and closed again, in a text that has letters which run to the left."""
    if any(char in OVERRIDES for char in found):
        return False
    opened = sum(char in _OPENERS for char in found)
    return 2 * opened == len(found) and has_right_to_left(raw)


def find_zero_width(ground: Ground) -> Iterator[Hit]:
    for text in _beyond_ascii(ground):
        found = "".join(match[0] for match in islice(unexplained(text.raw), MOST_COUNTED))
        if found:
            shown = codepoints(found)
            worse = len(shown) >= _MANY_KINDS or len(found) >= _PAYLOAD
            because = f"{text.field} holds invisible characters: {', '.join(shown[:8])}"
            severity = Severity.HIGH if worse else None
            hit = _hit(text, because, {"codepoints": shown, "count": len(found)}, text.plain)
            yield hit._replace(severity=severity)


def codepoints(chars: str) -> list[str]:
    """Each kind once, as U+200B."""
    return [f"U+{ord(char):04X}" for char in sorted(set(chars))[:MOST_SHOWN]]


def _beyond_ascii(ground: Ground) -> Iterator[Text]:
    return (text for text in ground.texts if not text.raw.isascii())


def _hit(text: Text, because: str, details: dict[str, object], snippet: str) -> Hit:
    subject = Subject(text.subject_type, text.subject)
    return Hit(subject, text.pointer, snippet[:400], because, details)


_WHY = (
    "A person who reviews the tool sees harmless text; the model is given what is hidden in it, "
    "and may do what it says."
)
_REMEDY = "Remove the characters: nothing that a model is to read needs to be hidden from people."

RULES: tuple[Rule, ...] = (
    Rule(
        id="OBF-001",
        severity=Severity.CRITICAL,
        kind=Kind.DEFECT,
        finds="text in Unicode tag characters, which no program draws",
        why=_WHY,
        silent="The flags of England, Scotland and Wales, which are spelt with tags.",
        remedy=_REMEDY,
        find=find_tags,
        owasp=("MCP03",),
        cwe=(451,),
        also={"snyk": "W021", "safe": "T1402"},
    ),
    Rule(
        id="OBF-002",
        severity=Severity.HIGH,
        kind=Kind.DEFECT,
        finds="characters that make text appear in another order than it is stored in",
        why="What a person reads is not what the model is given.",
        silent="Embeddings and isolates that are closed again, in text with letters that run from "
        "right to left.",
        remedy=_REMEDY,
        find=find_bidi,
        owasp=("MCP03",),
        cwe=(451,),
        also={"snyk": "W021", "safe": "T1402"},
    ),
    Rule(
        id="OBF-003",
        severity=Severity.MEDIUM,
        kind=Kind.DEFECT,
        finds="zero-width and other invisible characters; high for three kinds, or for eight of "
        "them",
        why=_WHY,
        silent="Joiners inside an emoji, joiners and marks in scripts that need them, a byte order "
        "mark at the very beginning.",
        remedy=_REMEDY,
        find=find_zero_width,
        owasp=("MCP03",),
        cwe=(451,),
        also={"snyk": "W021", "safe": "T1402"},
    ),
)
