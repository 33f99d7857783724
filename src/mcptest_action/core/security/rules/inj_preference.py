"""INJ-010: descriptions that advertise rather than describe."""

from collections.abc import Iterator

from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.model import Confidence, Hit, Severity, hit_in, rule
from mcptest_action.core.security.texts import Text

_CUES = ("praise self", "praise scope", "praise proof", "praise measure", "praise edition")
_FEWEST = 2
_FIELDS = frozenset({"description", "title", "instructions"})


def find(ground: Ground) -> Iterator[Hit]:
    for text in ground.texts:
        if text.field in _FIELDS and "/properties/" not in text.pointer:
            cues = _cues(text)
            if len(cues) >= _FEWEST:
                praise = list(cues.values())
                because = f"{text.field} advertises: {', '.join(praise)[:120]}"
                yield hit_in(text, praise[0], because, {"cues": praise})


def _cues(text: Text) -> dict[str, str]:
    """The first cue of each kind; several of one kind are the same boast."""
    cues: dict[str, str] = {}
    for sentence in text.sentences:
        for mark in sentence.marks:
            if mark.signal in _CUES:
                cues.setdefault(mark.signal, mark.said)
    return cues


RULES = (
    rule("INJ-010", Severity.MEDIUM, find, "MCP06", 1427, confidence=Confidence.MEDIUM,
         finds="praise that is meant to make the model prefer the tool: two kinds of it or more",
         why="A model picks tools by their descriptions; praise wins where a fitting tool should.",
         silent="A single adjective, and what a result holds: `the best price`.",
         remedy="Say what the tool does and when to use it. Leave out how good it is."),
)  # fmt: skip
