"""Which results fail the gate: those that a failing rule of the policy counts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mcptest_action.core.checks.results import UNHAPPY, CaseResult, Status, TestResult, slug_of
from mcptest_action.core.checks.security import Confidence, Finding, Kind, Severity
from mcptest_action.core.facts import cumulative
from mcptest_action.core.policy import RuleOutcome, RuleResult

_GATING = (RuleOutcome.FAIL, RuleOutcome.EXPIRED_WAIVER, RuleOutcome.UNEVALUATED)
# The facts that a result of this status can spoil.
_OF_A_PROBE: Mapping[Status, tuple[str, ...]] = {
    Status.FAILED: ("run.failed", "run.own_failures", "run.passed"),
    Status.INCONCLUSIVE: ("run.inconclusive", "run.passed"),
    Status.SKIPPED: (),
    Status.PASSED: (),
}
_OF_A_BAD_REQUEST: Mapping[Status, tuple[str, ...]] = {
    Status.FAILED: ("negative_path.failures", "negative_path.gate_passed"),
    Status.INCONCLUSIVE: ("negative_path.checks_run", "negative_path.gate_passed"),
    Status.SKIPPED: (),
    Status.PASSED: (),
}
_OF_A_TEST: Mapping[Status, tuple[str, ...]] = {
    Status.FAILED: ("suite.failed", "suite.passed"),
    Status.INCONCLUSIVE: ("suite.inconclusive", "suite.passed"),
    Status.SKIPPED: (),
    Status.PASSED: (),
}
# The facts through which a policy can hold a server to the checks of a level.
_OF_A_LEVEL = {
    "MUST": ("conformance.must_failed", "conformance.must_passed", "conformance.badge"),
    "SHOULD": ("conformance.should_failed", "conformance.should_passed", "conformance.badge"),
}


def _failing(rules: Sequence[RuleResult]) -> frozenset[str]:
    """The facts of the rules that fail the gate."""
    return frozenset(result.rule.fact for result in rules if result.outcome in _GATING)


def gates(result: TestResult, rules: Sequence[RuleResult], breaks: int = 0) -> bool:
    """Whether a probe with this status fails the gate; `breaks` is how much it broke."""
    status = result.ruling.status
    facts = _OF_A_PROBE[status] + (_OF_A_BAD_REQUEST[status] if result.negative_path else ())
    facts += ("negative_path.breaks",) if breaks else ()
    facts += (f"probe.{result.check}.failures",) if status in UNHAPPY else ()
    return not _failing(rules).isdisjoint(facts)


def case_gates(result: CaseResult, rules: Sequence[RuleResult]) -> bool:
    """Whether a test of a suite fails the gate, having ended as it did."""
    status = result.ruling.status
    facts = _OF_A_PROBE[status] + _OF_A_TEST[status]
    facts += (f"suite.test.{slug_of(result.case.name)}",) if status is not Status.PASSED else ()
    return not _failing(rules).isdisjoint(facts)


def gated_checks(rules: Sequence[RuleResult]) -> frozenset[str]:
    """The levels of conformance, and the single checks, whose failures fail the gate."""
    failing = _failing(rules)
    levels = (lev for lev, facts in _OF_A_LEVEL.items() if not failing.isdisjoint(facts))
    return frozenset((*levels, *_members(failing, "conformance.check.")))


def _members(facts: Iterable[str], family: str) -> Iterator[str]:
    """The ids of those facts that belong to the family."""
    return (fact.removeprefix(family) for fact in facts if fact.startswith(family))


class FindingFilter(NamedTuple):
    """Which findings fail something: by kind and severity, or by severity where we are sure."""

    severities: frozenset[tuple[str, str]]
    new: frozenset[tuple[str, str]] = frozenset()
    """Findings of these kinds and severities fail unless the baseline covers them."""
    confident: frozenset[str] = frozenset()
    """Findings of these severities fail if their confidence is high, whatever their kind."""
    rules: frozenset[str] = frozenset()
    """Findings of these rules fail, whatever else they are."""

    def has(self, finding: Finding) -> bool:
        return not self.why_not(finding)

    def why_not(self, finding: Finding) -> str:
        """Why the finding fails nothing; empty if it does."""
        like = (finding.rule.kind, finding.severity)
        counted = like in self.severities or (like in self.new and finding.new is not False)
        sure = finding.confidence is Confidence.HIGH and finding.severity in self.confident
        if counted or sure or finding.rule.id in self.rules:
            return ""
        return "is in the baseline" if like in self.new else "gates nothing"


EVERY_DEFECT = FindingFilter(frozenset((Kind.DEFECT, severity) for severity in Severity))


def gated_findings(rules: Sequence[RuleResult]) -> FindingFilter:
    failing = _failing(rules)
    pairs = ((kind, severity) for kind in Kind for severity in Severity)
    gated = (pair for pair in pairs if not failing.isdisjoint(_counting(*pair)))
    sure = (name for name in Severity if f"security.confident_{name}" in failing)
    new = ((Kind.DEFECT, name) for name in Severity if f"security.new_{name}" in failing)
    single = frozenset(_members(failing, "security.rule."))
    return FindingFilter(frozenset(gated), frozenset(new), frozenset(sure), single)


def _counting(kind: Kind, severity: Severity) -> tuple[str, ...]:
    """The facts that count such a finding."""
    counts = (f"security.{kind}_{severity}", f"security.{severity}_count")
    return (
        *counts,
        "security.total_findings",
        *(cumulative(severity) if kind is Kind.DEFECT else ()),
    )
