"""All that a report can show: the verdict and what it rests on."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from mcptest_action.core.facts.pool import FactPool
from mcptest_action.core.policy.model import Policy, RuleOutcome, RuleResult, Verdict
from mcptest_action.core.render.probes import Probes
from mcptest_action.core.render.suites import ServerTests

# Worst first; every renderer that sorts or sums up uses this order.
ORDER = (
    RuleOutcome.FAIL,
    RuleOutcome.EXPIRED_WAIVER,
    RuleOutcome.UNEVALUATED,
    RuleOutcome.WARN,
    RuleOutcome.WAIVED,
    RuleOutcome.PASS,
)
_RANK = {outcome: rank for rank, outcome in enumerate(ORDER)}


class Source(NamedTuple):
    """A file that was read: the flag it came by, the name to cite, what it held."""

    flag: str
    file: str
    content: bytes
    given_path: str = ""
    """Where that isn't the name to cite."""

    @property
    def path(self) -> str:
        """How errors name it: as the user did."""
        return self.given_path or self.file


class Report(NamedTuple):
    policy: Policy
    verdict: Verdict
    pool: FactPool
    sources: tuple[Source, ...]
    time_overridden: bool
    probes: Probes | None = None
    """What was run for this report; None when its artifacts were made elsewhere."""
    conformance: Mapping[str, Any] | None = None
    """`conformance.json`, where it was made for this report."""
    security: Mapping[str, Any] | None = None
    """`security.json`, where it was made for this report."""
    tests: ServerTests | None = None
    """Of the suites that were run for this report."""
    coverage: Mapping[str, Any] | None = None
    """That of `run.json`, where it was made for this report."""


def worst_first(results: tuple[RuleResult, ...]) -> list[RuleResult]:
    """The results sorted by outcome, in the policy's order within one."""
    return sorted(results, key=lambda result: _RANK[result.outcome])


def in_full(result: RuleResult) -> str:
    """Why the rule came out so, and what it asks for in the words of whoever wrote it."""
    asked = result.rule.description
    return f"{result.because.removesuffix('.')}. Rule: {asked}" if asked else result.because


def tally_line(verdict: Verdict) -> str:
    """`1 fail, 2 pass`: every outcome that occurred, worst first."""
    counts = Counter(result.outcome for result in verdict.results)
    parts = [f"{counts[outcome]} {outcome}" for outcome in ORDER if counts[outcome]]
    if verdict.breaches:
        parts.insert(0, f"{len(verdict.breaches)} against the waiver policy")
    return ", ".join(parts)
