"""OBF-004, OBF-006: text that terminals and dialogs don't show as it is."""

import re
from collections.abc import Iterator

from ..model import Confidence, Hit, ScanInput, Severity, hit_in, rule

# Escape and its eight-bit forms, and what moves the cursor back over earlier text.
_ESCAPES = re.compile("[\x1b\x9b\x9d\x90\x08]")
_CONTROLS = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f\x80-\x84\x86-\x9f]")
# The character written out by somebody who means it: "\x1b[8m".
_SPELT = re.compile(
    r"(?:\\u001b|\\x1b|\\033|\\e)(?:\[[0-9;?]{0,20}[A-Za-z]|\][0-9]{1,4};)", re.IGNORECASE
)
BLANKS, LINES = 40, 15
_RUN = re.compile(rf"\s{{{LINES},}}")


def find_controls(inputs: ScanInput) -> Iterator[Hit]:
    for text in inputs.texts:
        if found := sorted(set(_CONTROLS.findall(text.raw))):
            escapes = any(map(_ESCAPES.match, found))
            what = "terminal escapes" if escapes else "control characters"
            shown = [f"0x{ord(char):02X}" for char in found]
            because = f"{text.field} holds {what} ({', '.join(shown[:5])})"
            severity = None if escapes else Severity.MEDIUM
            yield hit_in(text, text.plain[:400], because, {"characters": shown[:20]}, severity)
        elif spelt := _SPELT.search(text.raw):
            escape = spelt[0][:20]
            because = f"{text.field} spells out the terminal escape {escape}"
            details = {"characters": [escape]}
            hit = hit_in(text, text.plain[:400], because, details, Severity.LOW)
            yield hit._replace(confidence=Confidence.LOW)


def find_padding(inputs: ScanInput) -> Iterator[Hit]:
    for text in inputs.texts:
        for found in _RUN.finditer(text.raw):
            if padding := _padding(text.raw, found):
                after = text.raw[found.end() :][:400]
                because = f"{text.field} goes on after {padding}"
                yield hit_in(text, after, because, {"padding": padding})
                break


def _padding(raw: str, run: re.Match[str]) -> str:
    """Padding that pushes the text after it away; empty if there is none."""
    if run.start() == 0 or run.end() == len(raw):
        return ""
    lines = run[0].count("\n")
    if lines >= LINES:
        return f"{lines} line breaks"
    blanks = len(run[0].rpartition("\n")[2])
    if blanks < BLANKS:
        return ""
    # A line that starts below the text of the previous line is aligned with it.
    above = run.start() - raw.rfind("\n", 0, run.start()) if lines else 0
    return "" if blanks <= above else f"{blanks} blanks"


RULES = (
    rule("OBF-004", Severity.HIGH, find_controls, "MCP03", 150, snyk="W021",
         finds="terminal escapes in a text; medium for other control characters, low for an "
               "escape that is only spelt out",
         why="Shown in a terminal, escapes hide, colour or overwrite what a person is asked to "
             "approve.",
         silent="Tabs, line breaks and form feeds; a backslash and a letter that make no whole "
                "sequence.",
         remedy="Remove the characters. Where a tool has to name them, name them in words."),
    rule("OBF-006", Severity.MEDIUM, find_padding, "MCP03", 451,
         finds=f"text behind {BLANKS} blanks or {LINES} line breaks",
         why="Dialogs show the beginning of a description. What stands far to the right or far "
             "below is read by the model only.",
         silent="Blanks at the beginning and at the end, and lines that are aligned with the one "
                "above.",
         remedy="Remove the blanks."),
)  # fmt: skip
