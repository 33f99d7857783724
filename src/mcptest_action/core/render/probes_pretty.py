"""The probes of a run, for a terminal: what went wrong, and how much did not."""

from collections import Counter
from collections.abc import Iterator

from mcptest_action.core.probes.model import Status
from mcptest_action.core.render.escape import for_terminal, inert
from mcptest_action.core.render.probes import Probes, probe_tally

_WIDEST = 48


def probes_pretty(probes: Probes) -> str:
    return "\n".join(inert(line) for line in _lines(probes)) + "\n"


def _lines(probes: Probes) -> Iterator[str]:
    yield f"probes: {probe_tally(probes)}"
    if probes.incomplete:
        yield f"  incomplete: {for_terminal(probes.incomplete)}"
    for status in (Status.FAILED, Status.INCONCLUSIVE):
        for result in probes.results:
            if result.ruling.status is status:
                name = for_terminal(result.id)[:_WIDEST]
                yield f"  {status:<12}  {name}  {for_terminal(result.ruling.because)}"
    skips = Counter(r.ruling.skip for r in probes.results if r.ruling.status is Status.SKIPPED)
    for reason in sorted(skips):
        yield f"  skipped       {skips[reason]} {reason or 'without a reason'}"
