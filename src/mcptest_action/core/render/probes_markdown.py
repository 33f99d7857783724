"""The probes of a run as Markdown: what went wrong in a table, the rest in numbers."""

import re
from collections.abc import Iterator

from mcptest_action.core.probes.model import Status
from mcptest_action.core.render.escape import for_markdown
from mcptest_action.core.render.links import page
from mcptest_action.core.render.markdown_table import MOST_BYTES, fitting, table
from mcptest_action.core.render.probes import Probes, probe_tally, remarks, skip_tally, trouble
from mcptest_action.core.run.model import TestResult

_FOR_REMARKS = 10_000
_FOR_ROWS = MOST_BYTES - _FOR_REMARKS - 5_000  # the last of it for what is short by its nature
MOST_ROWS = 100
_SKIPPED = page("probes.md", "why-a-probe-was-skipped")
_OURS = re.compile("[a-z0-9_]+")
_MARK = {Status.FAILED: "❌ failed", Status.INCONCLUSIVE: "❌ inconclusive"}


def probes_markdown(probes: Probes) -> str:
    return "\n".join(_lines(probes)) + "\n"


def _lines(probes: Probes) -> Iterator[str]:
    yield from ("### Probes", "", probe_tally(probes))
    notes = [_note(word, text) for word, text in remarks(probes)]
    if notes:
        yield ""
        shown = fitting(notes[:MOST_ROWS], _FOR_REMARKS)
        yield from shown
        if len(shown) < len(notes):
            yield f"- … and {len(notes) - len(shown)} more, see run.json"
    skips = skip_tally(probes)
    if skips:
        yield from ("", f"Skipped ([what that means]({_SKIPPED})):", "")
        yield from (f"- {count} {for_markdown(reason)}{why}" for reason, count, why in skips)
    rows = [_row(result) for result in trouble(probes)]
    head = "| Status | Probe | Tool | Fault | Why |"
    yield from table(head, rows, "run.json", room=_FOR_ROWS, most=MOST_ROWS)


def _note(word: str, text: str) -> str:
    mark = "❌ " if word == "incomplete" else ""
    return f"- {mark}{word}: {for_markdown(text)}"


def _row(result: TestResult) -> str:
    cells = (result.tool or "—", result.fault, result.ruling.because)
    shown = " | ".join(map(for_markdown, cells))
    return f"| {_MARK[result.ruling.status]} | {_probe(result.check)} | {shown} |"


def _probe(check: str) -> str:
    """The probe, linked to its page where it has one: that says what it sends, and the remedy."""
    if not _OURS.fullmatch(check):
        return for_markdown(check)
    anchor = "the-deep-scan" if check.startswith("active_probe") else check
    return f"[{for_markdown(check)}]({page('probes.md', anchor)})"
