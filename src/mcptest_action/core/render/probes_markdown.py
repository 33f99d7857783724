"""The probes of a run as Markdown: what went wrong in a table, the rest in numbers."""

import re
from collections.abc import Iterator, Sequence

from mcptest_action.core.checks.ruling import Status
from mcptest_action.core.render.escape import for_markdown
from mcptest_action.core.render.links import page
from mcptest_action.core.render.probes import Probes, probe_tally, remarks, skip_tally, trouble
from mcptest_action.core.render.skip_reasons import WHY_SKIPPED
from mcptest_action.core.run.model import TestResult

# The rest of a step summary leaves this much of 1 MiB; above that, GitHub drops all of it.
MOST_BYTES = 40_000
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
        shown = _fitting(notes, _FOR_REMARKS)
        yield from shown
        if len(shown) < len(notes):
            yield f"- … and {len(notes) - len(shown)} more, see run.json"
    skips = skip_tally(probes)
    if skips:
        yield from ("", f"Skipped ([what that means]({_SKIPPED})):", "")
        yield from (_skip(reason, count) for reason, count in skips)
    results = trouble(probes)
    if results:
        yield from ("", "| Status | Probe | Tool | Fault | Why |", "|---|---|---|---|---|")
        shown = _fitting([_row(result) for result in results[:MOST_ROWS]], _FOR_ROWS)
        yield from shown
        if len(shown) < len(results):
            yield f"| … | {len(results) - len(shown)} more | | | see run.json |"


def _skip(reason: str, count: int) -> str:
    why = f": {WHY_SKIPPED[reason]}" if reason in WHY_SKIPPED else ""
    return f"- {count} {for_markdown(reason)}{why}"


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


def _fitting(lines: Sequence[str], room: int) -> list[str]:
    """The first lines, as many as there is room for."""
    kept: list[str] = []
    for line in lines[:MOST_ROWS]:
        room -= len(line.encode()) + 1
        if room < 0:
            break
        kept.append(line)
    return kept
