"""The probes of a run, as the renderers need them."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from mcptest_action.core.policy.model import RuleOutcome, RuleResult
from mcptest_action.core.probes.model import Status
from mcptest_action.core.run.model import RunRecord, TestResult

# Worst first, as everywhere.
ORDER = (Status.FAILED, Status.INCONCLUSIVE, Status.SKIPPED, Status.PASSED)
_GATING = (RuleOutcome.FAIL, RuleOutcome.EXPIRED_WAIVER)
_FACTS_OF_ALL = ("run.failed", "run.passed")
_FACTS_OF_BAD_REQUESTS = ("negative_path.failures", "negative_path.gate_passed")


class Probes(NamedTuple):
    """What came of the probes, and why the run ended early if it did."""

    results: tuple[TestResult, ...]
    incomplete: str


def probes_of(record: RunRecord) -> Probes:
    return Probes(record.results, record.incomplete)


def probe_tally(probes: Probes) -> str:
    """`1 failed, 12 skipped, 30 passed`: every status that occurred, worst first."""
    counts = Counter(result.ruling.status for result in probes.results)
    return ", ".join(f"{counts[s]} {s}" for s in ORDER if counts[s]) or "nothing was run"


def gates(result: TestResult, rules: Sequence[RuleResult]) -> bool:
    """Whether a failure of this probe is among what fails the gate."""
    facts = _FACTS_OF_ALL + (_FACTS_OF_BAD_REQUESTS if result.negative_path else ())
    return any(rule.outcome in _GATING and rule.rule.fact in facts for rule in rules)
