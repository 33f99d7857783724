"""INJ-013: pressure on the model, beside something worse."""

from collections.abc import Iterator

from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.language.sentences import Mark
from mcptest_action.core.security.model import Hit, Severity, hit_in, rule
from mcptest_action.core.security.texts import Text

_PRESSURE = ("threat", "urgent")
_ADDRESS = ("you", "strong duty")
# Pressure alone is a warning that any manual has; with one of these it is not.
_WORSE = (
    "conceal", "covertly", "override", "identity", "precede others", "following command",
    "against the user", "its content", "is changed",
)  # fmt: skip


def find(ground: Ground) -> Iterator[Hit]:
    for text in ground.texts:
        pressed = _pressed(text)
        if pressed and any(sentence.any_of(*_WORSE) for sentence in text.sentences):
            said, mark = pressed
            cue = mark.said
            because = f"{text.field} puts the model under pressure, beside worse: '{cue[:80]}'"
            yield hit_in(text, said, because, {"cue": cue})


def _pressed(text: Text) -> tuple[str, Mark] | None:
    for sentence in text.sentences:
        mark = sentence.any_of(*_PRESSURE)
        if mark and sentence.any_of(*_ADDRESS):
            return sentence.said, mark
    return None


RULES = (
    rule("INJ-013", Severity.LOW, find, "MCP03",
         finds="urgency or threats aimed at the model, where the text also gives other orders",
         why="Pressure makes a model skip the check that would have stopped it.",
         silent="Warnings that stand alone: `deleting cannot be undone`.",
         remedy="State what happens; let the model and the user decide how urgent it is."),
)  # fmt: skip
