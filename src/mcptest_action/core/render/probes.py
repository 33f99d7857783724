"""The probes of a run, as the renderers need them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mcptest_action.core.checks.ruling import Ruling, Status
from mcptest_action.core.policy.model import RuleOutcome, RuleResult
from mcptest_action.core.run.model import Measured, Test, TestResult

# Worst first, as everywhere.
ORDER = (Status.FAILED, Status.INCONCLUSIVE, Status.SKIPPED, Status.PASSED)
_GATING = (RuleOutcome.FAIL, RuleOutcome.EXPIRED_WAIVER, RuleOutcome.UNEVALUATED)
# The facts that a result of this status can spoil; of a bad request, also the second list.
_SPOILS: Mapping[Status, tuple[str, ...]] = {
    Status.FAILED: ("run.failed", "run.passed"),
    Status.INCONCLUSIVE: ("run.inconclusive", "run.passed"),
    Status.SKIPPED: (),
    Status.PASSED: (),
}
_SPOILS_NEGATIVE_PATH: Mapping[Status, tuple[str, ...]] = {
    Status.FAILED: ("negative_path.failures", "negative_path.gate_passed"),
    Status.INCONCLUSIVE: ("negative_path.checks_run", "negative_path.gate_passed"),
    Status.SKIPPED: (),
    Status.PASSED: (),
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


def skip_tally(probes: Probes) -> list[tuple[str, int]]:
    """How many were skipped, by the typed reason."""
    skips = Counter(r.ruling.skip for r in probes.results if r.ruling.status is Status.SKIPPED)
    return [(str(reason), skips[reason]) for reason in sorted(skips)]


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


def gates(result: TestResult, rules: Sequence[RuleResult], breaks: int = 0) -> bool:
    """Whether this result is among what fails the gate; `breaks` is how much it broke."""
    status = result.ruling.status
    facts = _SPOILS[status] + (_SPOILS_NEGATIVE_PATH[status] if result.negative_path else ())
    facts += ("negative_path.breaks",) if breaks else ()
    return any(rule.outcome in _GATING and rule.rule.fact in facts for rule in rules)


# The facts by which a policy can hold a server to the checks of a level.
_COUNTS = {
    "MUST": ("conformance.must_failed", "conformance.must_passed", "conformance.badge"),
    "SHOULD": ("conformance.should_failed", "conformance.should_passed", "conformance.badge"),
}


def gated_levels(rules: Sequence[RuleResult]) -> frozenset[str]:
    """The levels of conformance whose failures are among what fails the gate."""
    failing = {rule.rule.fact for rule in rules if rule.outcome in _GATING}
    return frozenset(level for level, facts in _COUNTS.items() if not failing.isdisjoint(facts))
