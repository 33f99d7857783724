"""Which findings are among what fails a gate."""

from collections.abc import Iterator, Sequence

from mcptest_action.core.policy.model import RuleOutcome, RuleResult
from mcptest_action.core.render.security_rows import DEFECT, EXPOSURE, SEVERITIES, Gated

_GATING = (RuleOutcome.FAIL, RuleOutcome.EXPIRED_WAIVER, RuleOutcome.UNEVALUATED)


def gated_findings(rules: Sequence[RuleResult]) -> Gated:
    """Those that a failing rule of the policy counts."""
    failing = {result.rule.fact for result in rules if result.outcome in _GATING}
    return Gated(
        frozenset(
            (kind, severity)
            for kind in (DEFECT, EXPOSURE)
            for severity in SEVERITIES
            if not failing.isdisjoint(_facts(kind, severity))
        )
    )


def _facts(kind: str, severity: str) -> Iterator[str]:
    """The facts in which such a finding is counted."""
    yield f"security.{kind}_{severity}"
    yield f"security.{severity}_count"
    yield "security.total_findings"
    if kind == DEFECT:
        yield f"security.new_{severity}"
