"""The probes of a run as Markdown: failures in a table, the rest folded away."""

from collections import Counter
from collections.abc import Iterator

from mcptest_action.core.probes.model import Status
from mcptest_action.core.render.escape import for_markdown
from mcptest_action.core.render.probes import Probes, probe_tally

MOST_ROWS = 100
_MARK = {Status.FAILED: "❌ failed", Status.INCONCLUSIVE: "❌ inconclusive"}


def probes_markdown(probes: Probes) -> str:
    return "\n".join(_lines(probes)) + "\n"


def _lines(probes: Probes) -> Iterator[str]:
    yield "### Probes"
    yield ""
    yield probe_tally(probes)
    if probes.incomplete:
        yield ""
        yield f"❌ The run is not complete: {for_markdown(probes.incomplete)}"
    shown = [r for status in _MARK for r in probes.results if r.ruling.status is status]
    if shown:
        yield from ("", "| Status | Probe | Tool | Fault | Why |", "|---|---|---|---|---|")
        for result in shown[:MOST_ROWS]:
            cells = (result.check, result.tool or "—", result.fault, result.ruling.because)
            mark = _MARK[result.ruling.status]
            yield f"| {mark} | {' | '.join(map(for_markdown, cells))} |"
        if len(shown) > MOST_ROWS:
            yield f"| … | {len(shown) - MOST_ROWS} more | | | see run.json |"
    skips = Counter(r.ruling.skip for r in probes.results if r.ruling.status is Status.SKIPPED)
    if skips:
        yield ""
        listed = ", ".join(f"{skips[reason]} {for_markdown(reason)}" for reason in sorted(skips))
        yield f"Skipped: {listed}"
