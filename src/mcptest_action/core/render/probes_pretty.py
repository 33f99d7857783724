"""The probes of a run, for a terminal: what went wrong, and how much did not."""

from collections.abc import Iterator

from mcptest_action.core.render.escape import for_terminal, inert
from mcptest_action.core.render.probes import Probes, probe_tally, remarks, skip_tally, trouble

MOST_LINES = 50
_WIDEST = 48
_WORD = 12


def probes_pretty(probes: Probes) -> str:
    return "\n".join(inert(line) for line in _lines(probes)) + "\n"


def _lines(probes: Probes) -> Iterator[str]:
    yield f"probes: {probe_tally(probes)}"
    for word, text in remarks(probes):
        yield f"  {word:<{_WORD}}  {for_terminal(text)}"
    shown = trouble(probes)
    for result in shown[:MOST_LINES]:
        name = for_terminal(result.id)[:_WIDEST]
        yield f"  {result.ruling.status:<{_WORD}}  {name}  {for_terminal(result.ruling.because)}"
    if len(shown) > MOST_LINES:
        yield f"  {'…':<{_WORD}}  {len(shown) - MOST_LINES} more, see run.json"
    for reason, count, why in skip_tally(probes):
        yield f"  {'skipped':<{_WORD}}  {count} {for_terminal(reason)}{why}"
