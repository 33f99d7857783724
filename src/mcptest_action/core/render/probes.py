"""The probes of a run, as the renderers need them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from mcptest_action.core.probes.model import Ruling, Skip, Status
from mcptest_action.core.run.model import Measured, Test, TestResult
from mcptest_action.core.safety.decide import HeldBack
from mcptest_action.core.safety.stopped import Stopped

# Worst first, as everywhere.
ORDER = (Status.FAILED, Status.INCONCLUSIVE, Status.SKIPPED, Status.PASSED)
# Why a probe was skipped; some reasons stand in two of the lists, with one meaning.
WHY_SKIPPED: Mapping[str, str] = {
    Skip.NOT_APPLICABLE: "there is nothing to send: see the probe",
    Skip.NO_SAMPLE: "no valid arguments could be made for the tool; give some with `samples:`",
    Skip.MUTATING_ONCE: "the tool changes something, and gets one harmless request in a run",
    Skip.NOT_DECLARED_READ_ONLY: "valid calls go only to tools that declare `readOnlyHint`",
    HeldBack.CALLS_OFF: "`--calls none`",
    HeldBack.NAMELESS: "the tool has no name to call it by",
    HeldBack.NOT_ALLOWED: "`mcptest.yml` says `allow: false`",
    HeldBack.AMBIGUOUS: "several tools have this name, and declare different things",
    HeldBack.DESTRUCTIVE: "the tool destroys something",
    HeldBack.REQUIRES_CONFIRMATION: "the tool asks for confirmation, and nobody can give it",
    HeldBack.PRESUMED: "nothing but its name says what the tool does",
    Stopped.BUDGET_EXHAUSTED: "`--max-calls` is used up",
    Stopped.NOT_LISTED: "the server did not list the tool",
    Stopped.NO_POLICY: "no execution policy was consulted; this is a bug",
}


class Probes(NamedTuple):
    """What came of the probes, and why the run ended early if it did."""

    results: tuple[TestResult, ...]
    incomplete: str = ""
    only: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()
    deep_scan: Ruling | None = None
    """None where nobody asked for it."""
    unstable: tuple[str, ...] = ()
    """A sentence for each tool that declares something else on a new connection."""
    noise: str = ""
    """A sentence about what was printed where only the protocol belongs."""
    measured: Mapping[Test, Measured] = {}
    """How long each test took, and what it broke."""


def probe_tally(probes: Probes) -> str:
    """`1 failed, 12 skipped, 30 passed`: every status that occurred, worst first."""
    counts = Counter(result.ruling.status for result in probes.results)
    bad = sum(r.negative_path and r.ruling.status is Status.FAILED for r in probes.results)
    # The two numbers stand in two facts, and differ.
    of_them = f" ({bad} of them bad requests)" if 0 < bad < counts[Status.FAILED] else ""
    parts = [f"{counts[s]} {s}{of_them if s is ORDER[0] else ''}" for s in ORDER if counts[s]]
    return ", ".join(parts) or "nothing was run"


def skip_tally(probes: Probes) -> list[tuple[str, int, str]]:
    """How many were skipped by each typed reason, and what that means as far as we know."""
    skips = Counter(r.ruling.skip for r in probes.results if r.ruling.status is Status.SKIPPED)
    return [(str(reason), skips[reason], _meaning(reason)) for reason in sorted(skips)]


def _meaning(reason: str) -> str:
    return f": {WHY_SKIPPED[reason]}" if reason in WHY_SKIPPED else ""


def trouble(probes: Probes) -> list[TestResult]:
    """What did not go well, the worst first."""
    return [
        result
        for status in (Status.FAILED, Status.INCONCLUSIVE)
        for result in probes.results
        if result.ruling.status is status
    ]


def remarks(probes: Probes) -> Iterator[tuple[str, str]]:
    """What is worth knowing beside the results: a word for it, and what it is."""
    if probes.incomplete:
        yield "incomplete", probes.incomplete
    if probes.only:
        yield "only", ", ".join(probes.only)
    if probes.skip:
        yield "left out", ", ".join(probes.skip)
    for result in probes.results:
        if result.ruling.unstable:
            yield "unstable", f"{result.tool} answered the same call in two ways"
    for sentence in probes.unstable:
        yield "unstable", sentence
    if probes.noise:
        yield "noise", probes.noise
    if probes.deep_scan is not None:
        word = probes.deep_scan.skip or probes.deep_scan.status
        yield "deep scan", f"{word.replace('_', ' ')}: {probes.deep_scan.because}"
