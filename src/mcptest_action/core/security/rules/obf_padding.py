"""OBF-006: text pushed out of sight."""

import re
from collections.abc import Iterator

from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.model import Hit, Severity, hit_in, rule

BLANKS, LINES = 40, 15
_RUN = re.compile(rf"\s{{{LINES},}}")


def find(ground: Ground) -> Iterator[Hit]:
    for text in ground.texts:
        for found in _RUN.finditer(text.raw):
            padding = _padding(text.raw, found)
            if padding:
                after = text.raw[found.end() :][:400]
                because = f"{text.field} goes on after {padding}"
                yield hit_in(text, after, because, {"padding": padding})
                break


def _padding(raw: str, run: re.Match[str]) -> str:
    """What pushes the text behind it away; empty where nothing does."""
    if run.start() == 0 or run.end() == len(raw):
        return ""
    lines = run[0].count("\n")
    if lines >= LINES:
        return f"{lines} line breaks"
    blanks = len(run[0].rpartition("\n")[2])
    if blanks < BLANKS:
        return ""
    # A line that begins below the one before it is aligned with something in there.
    above = run.start() - raw.rfind("\n", 0, run.start()) if lines else 0
    return "" if blanks <= above else f"{blanks} blanks"


RULES = (
    rule("OBF-006", Severity.MEDIUM, find, "MCP03", 451,
         finds=f"text behind {BLANKS} blanks or {LINES} line breaks",
         why="Dialogs show the beginning of a description. What stands far to the right or far "
             "below is read by the model only.",
         silent="Blanks at the beginning and at the end, and lines that are aligned with the one "
                "above.",
         remedy="Remove the blanks."),
)  # fmt: skip
