"""The probes of a run: for a terminal, and as Markdown. What went wrong, and how much did not."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from mcptest_action.core.checks.results import (
    UNVERIFIED,
    Measured,
    Ruling,
    Skip,
    Status,
    Test,
    TestResult,
)
from mcptest_action.core.safety import HeldBack, Stopped
from mcptest_action.core.text import for_markdown, for_terminal, page, plural
from .lines import MOST_BYTES, fitting, for_a_terminal, joined, table

NOT_VERIFIED = "not verified"
WAYS_OUT = (
    "give the server dummy keys for a service that takes them, start a stub of the service, or "
    "leave the tools out with --skip TOOL"
)
# Worst first, as everywhere.
ORDER = (Status.FAILED, Status.INCONCLUSIVE, Status.SKIPPED, Status.PASSED)
# Why a probe was skipped; some reasons are in two of the lists, with one meaning.
WHY_SKIPPED: Mapping[str, str] = {
    Skip.NOT_APPLICABLE: "there is nothing to send: see the probe",
    Skip.NO_SAMPLE: "no valid arguments could be made for the tool; give some with `samples:`",
    Skip.MUTATING_ONCE: "the tool changes something, and gets one harmless request in a run",
    Skip.NOT_DECLARED_READ_ONLY: "valid calls go only to tools that declare `readOnlyHint`",
    Skip.SERVICE_UNREACHABLE: "sent, but a service behind the tool could not be reached",
    Skip.SERVICE_WANTS_CREDENTIALS: "sent, but a service behind the tool wants credentials",
    Skip.CALL_REJECTED: "sent, but the tool rejected it; give arguments that work with `samples:`",
    HeldBack.CALLS_OFF: "`--calls none`",
    HeldBack.NAMELESS: "the tool has no name to call it by",
    HeldBack.NOT_ALLOWED: "`mcptest.yml` says `allow: false`",
    HeldBack.AMBIGUOUS: "several tools have this name, and declare different things",
    HeldBack.DESTRUCTIVE: "the tool destroys something",
    HeldBack.REQUIRES_CONFIRMATION: "the tool asks for confirmation, and nobody can give it",
    HeldBack.PRESUMED: "the tool is not declared read-only, and nothing else vouches for it",
    Stopped.BUDGET_EXHAUSTED: "`--max-calls` is used up",
    Stopped.NOT_LISTED: "the server did not list the tool",
    Stopped.UNREAD_CONSENT: "the tool asked for an answer that only a person may give",
    Stopped.NO_POLICY: "no execution policy was consulted; this is a bug",
}


class Probes(NamedTuple):
    """The results of the probes, and why the run ended early if it did."""

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
    upstream: tuple[str, ...] = ()
    """A sentence for each kind of fault behind the server, however many tools it concerns."""
    rejected: str = ""
    """A sentence about the tools that answered valid calls with nothing but errors."""
    see: Mapping[str, str] = {}
    """By probe: the failed conformance check that rules on what it found."""


def probe_tally(probes: Probes) -> str:
    """`1 failed, 12 skipped, 30 passed`: every status that occurred, worst first."""
    counts = Counter(result.ruling.status for result in probes.results)
    bad = sum(r.negative_path and r.ruling.status is Status.FAILED for r in probes.results)
    # The two numbers stand in two facts, and differ.
    of_them = f" ({bad} of them bad requests)" if 0 < bad < counts[Status.FAILED] else ""
    unverified = sum(result.ruling.skip in UNVERIFIED for result in probes.results)
    counts[Status.SKIPPED] -= unverified
    parts = [f"{counts[s]} {s}{of_them if s is ORDER[0] else ''}" for s in ORDER if counts[s]]
    if unverified:
        # For a policy they are skipped; nobody left them out, though.
        parts.append(f"{unverified} {NOT_VERIFIED}")
    return ", ".join(parts) or "nothing was run"


def skip_tally(probes: Probes) -> list[tuple[str, int, str]]:
    """How many were skipped for each typed reason, and what that means as far as we know."""
    skips = Counter(r.ruling.skip for r in probes.results if r.ruling.status is Status.SKIPPED)
    return [(str(reason), skips[reason], _meaning(reason)) for reason in sorted(skips)]


def _meaning(reason: str) -> str:
    return f": {WHY_SKIPPED[reason]}" if reason in WHY_SKIPPED else ""


def trouble(probes: Probes) -> list[TestResult]:
    """What did not go well and is ruled on here, the worst first."""
    return [
        result
        for status in (Status.FAILED, Status.INCONCLUSIVE)
        for result in probes.results
        if result.ruling.status is status and not _is_elsewhere(result, probes)
    ]


def _is_elsewhere(result: TestResult, probes: Probes) -> bool:
    return result.ruling.status is Status.FAILED and result.check in probes.see


def remarks(probes: Probes) -> Iterator[tuple[str, str]]:
    """What is worth knowing besides the results: a word for it, and what it is."""
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
    yield from _behind(probes)
    yield from _elsewhere(probes)
    if probes.noise:
        yield "noise", probes.noise
    if probes.deep_scan is not None:
        word = probes.deep_scan.skip or probes.deep_scan.status
        yield "deep scan", f"{word.replace('_', ' ')}: {probes.deep_scan.because}"


def _behind(probes: Probes) -> Iterator[tuple[str, str]]:
    """Each cause once, however many tools it keeps from working, and what to do about it."""
    for sentence in probes.upstream:
        yield NOT_VERIFIED, sentence
    if probes.upstream:
        yield "ways out", WAYS_OUT
    if probes.rejected:
        yield NOT_VERIFIED, probes.rejected


def _elsewhere(probes: Probes) -> Iterator[tuple[str, str]]:
    """What a conformance check rules on: a line for each, however many tools failed."""
    times = Counter(result.check for result in probes.results if _is_elsewhere(result, probes))
    for check, count in times.items():
        yield "see", f"{probes.see[check]}: {check} failed {plural(count, 'time')}, counted there"


MOST_LINES = 50
_WIDEST = 48
_WORD = 12


@for_a_terminal
def probes_pretty(probes: Probes) -> Iterator[str]:
    yield f"probes: {probe_tally(probes)}"
    for word, text in remarks(probes):
        yield f"  {word:<{_WORD}}  {for_terminal(text)}"
    shown = trouble(probes)
    for result in shown[:MOST_LINES]:
        name, because = for_terminal(result.id)[:_WIDEST], for_terminal(result.ruling.because)
        shown_as = f"{name}  {because}  [{result.fingerprint}]"
        yield f"  {result.ruling.status:<{_WORD}}  {shown_as}"
    if len(shown) > MOST_LINES:
        yield f"  {'…':<{_WORD}}  {len(shown) - MOST_LINES} more, see run.json"
    for reason, count, why in skip_tally(probes):
        word = NOT_VERIFIED if reason in UNVERIFIED else Status.SKIPPED
        yield f"  {word:<{_WORD}}  {count} {for_terminal(reason)}{why}"


_FOR_REMARKS = 10_000
_FOR_ROWS = MOST_BYTES - _FOR_REMARKS - 5_000  # the rest is for parts that are always short
MOST_ROWS = 100
_SKIPPED = page("probes.md", "why-a-probe-was-skipped")
_OURS = re.compile("[a-z0-9_]+")
_MARK = {Status.FAILED: "❌ failed", Status.INCONCLUSIVE: "❌ inconclusive"}


@joined
def probes_markdown(probes: Probes) -> Iterator[str]:
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
    probe = f"{_probe(result.check)} `{result.fingerprint}`"
    return f"| {_MARK[result.ruling.status]} | {probe} | {shown} |"


def _probe(check: str) -> str:
    """The probe, linked to its page if it has one: that says what it sends, and the remedy."""
    if not _OURS.fullmatch(check):
        return for_markdown(check)
    anchor = "the-deep-scan" if check.startswith("active_probe") else check
    return f"[{for_markdown(check)}]({page('probes.md', anchor)})"
