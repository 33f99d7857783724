"""The tests of suites, as the renderers need them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mcptest_action.core.checks.ruling import Status
from mcptest_action.core.policy.model import RuleOutcome, RuleResult
from mcptest_action.core.run.model import CaseResult, Measured, Test

# Worst first, as everywhere.
ORDER = (Status.FAILED, Status.INCONCLUSIVE, Status.SKIPPED, Status.PASSED)
UNHAPPY = (Status.FAILED, Status.INCONCLUSIVE)
_GATING = (RuleOutcome.FAIL, RuleOutcome.EXPIRED_WAIVER, RuleOutcome.UNEVALUATED)
_SPOILS: Mapping[Status, tuple[str, ...]] = {
    Status.FAILED: ("run.failed", "run.passed", "suite.failed", "suite.passed"),
    Status.INCONCLUSIVE: (
        "run.inconclusive",
        "run.passed",
        "suite.inconclusive",
        "suite.passed",
    ),
    Status.SKIPPED: (),
    Status.PASSED: (),
}


class ServerTests(NamedTuple):
    """The tests of one server, and why the run ended early if it did."""

    server: str
    results: tuple[CaseResult, ...]
    incomplete: str = ""
    measured: Mapping[Test, Measured] = {}


def suite_tally(results: Sequence[CaseResult]) -> str:
    """`1 failed, 12 skipped, 30 passed`: every status that occurred, worst first."""
    counts = Counter(result.ruling.status for result in results)
    return ", ".join(f"{counts[s]} {s}" for s in ORDER if counts[s])


def not_passed(results: Sequence[CaseResult]) -> list[CaseResult]:
    """What did not pass, the worst first."""
    return [r for status in ORDER[:-1] for r in results if r.ruling.status is status]


def shortfall(tests: Sequence[ServerTests]) -> str:
    """Why a run of tests is no pass; empty where it is."""
    results = [result for one in tests for result in one.results]
    ended = next((one.incomplete for one in tests if one.incomplete), "")
    if ended:
        return f"the run is not complete: {ended}"
    unhappy = [result for result in results if result.ruling.status in UNHAPPY]
    if unhappy:
        return suite_tally(unhappy)
    if not any(result.ruling.status is Status.PASSED for result in results):
        return f"nothing ran: {suite_tally(results)}"
    return ""


def case_gates(status: Status, rules: Sequence[RuleResult]) -> bool:
    """Whether a test that ended so is among what fails the gate."""
    return any(r.outcome in _GATING and r.rule.fact in _SPOILS[status] for r in rules)
