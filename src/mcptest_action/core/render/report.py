"""Everything that a report can show: the verdict and what it rests on."""

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from mcptest_action.core.policy import Policy, RuleOutcome, RuleResult, Verdict

if TYPE_CHECKING:  # a verdict on artifacts alone has none of these, and should not wait for them
    from mcptest_action.core.checks.conformance import ConformanceReport
    from mcptest_action.core.checks.readiness import ReadinessReport
    from mcptest_action.core.checks.results import Coverage
    from mcptest_action.core.checks.security import ScanReport
    from mcptest_action.core.facts import FactPool
    from mcptest_action.core.protocol.surface import SurfaceCost
    from .probes import Probes
    from .suites import ServerTests

# How outcomes are marked, and their level in the words of SARIF. Worst first: every renderer that
# sorts or sums up uses this order.
_SHOWN = {
    RuleOutcome.FAIL: ("❌", "error"),
    RuleOutcome.EXPIRED_WAIVER: ("❌", "error"),
    RuleOutcome.UNEVALUATED: ("❌", "error"),
    RuleOutcome.WARN: ("⚠️", "warning"),
    RuleOutcome.WAIVED: ("⏸️", "note"),
    RuleOutcome.PASS: ("✅", ""),
}
ORDER = tuple(_SHOWN)
MARK = {outcome: f"{mark} {outcome}" for outcome, (mark, _) in _SHOWN.items()}
LEVEL = {outcome: level for outcome, (_, level) in _SHOWN.items() if level}


class Source(NamedTuple):
    """A file that was read: its flag, the name to cite, its content."""

    flag: str
    file: str
    content: bytes
    given_path: str = ""
    """Where that isn't the name to cite."""

    @property
    def path(self) -> str:
        """How errors name it: as the user named it."""
        return self.given_path or self.file


class Report(NamedTuple):
    policy: Policy
    verdict: Verdict
    pool: "FactPool"
    sources: tuple[Source, ...]
    time_overridden: bool
    # What was found for this report; None if nobody asked for it, or if it was done elsewhere.
    probes: "Probes | None" = None
    conformance: "ConformanceReport | None" = None
    security: "ScanReport | None" = None
    tests: "ServerTests | None" = None
    coverage: "Coverage | None" = None
    surface_cost: "SurfaceCost | None" = None
    readiness: "ReadinessReport | None" = None

    @property
    def has_sections(self) -> bool:
        """Whether there is anything to show besides the verdict."""
        found = (self.probes, self.conformance, self.security, self.tests, self.coverage)
        more = (self.surface_cost, self.readiness)
        return any(part is not None for part in (*found, *more))


def worst_first(results: tuple[RuleResult, ...]) -> list[RuleResult]:
    """The results sorted by outcome, in the policy's order within one."""
    return sorted(results, key=lambda result: ORDER.index(result.outcome))


def in_full(result: RuleResult) -> str:
    """Why the rule had this outcome, what it asks for in its author's words, and the layer that it
    comes from.
    """
    asked, layer = result.rule.description, result.rule.layer
    text = f"{result.because.removesuffix('.')}. Rule: {asked}" if asked else result.because
    return f"{text} [{layer}]" if layer else text


def tally_line(verdict: Verdict) -> str:
    """`1 fail, 2 pass`: every outcome that occurred, worst first."""
    counts = Counter(result.outcome for result in verdict.results)
    parts = [f"{counts[outcome]} {outcome}" for outcome in ORDER if counts[outcome]]
    if verdict.breaches:
        parts.insert(0, f"{len(verdict.breaches)} against the waiver policy")
    return ", ".join(parts)
