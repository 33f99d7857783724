"""The waivers of a policy by the time they have left, whatever the facts say."""

from datetime import UTC, datetime

from mcptest_action.core.policy.model import Policy, WaiverResult
from mcptest_action.core.policy.waiver_state import Finding, Judged, apply_waiver

_LONG_AGO = datetime.min.replace(tzinfo=UTC)


def list_waivers(
    policy: Policy, *, now: datetime, ending_by: datetime | None = None
) -> tuple[WaiverResult, ...]:
    """The waivers that end by then, the one that ends first on top; expired ones always do."""
    rules = {rule.id: rule for rule in policy.rules}
    listed = [
        apply_waiver(
            # How much is covered depends on facts, which a list does not have.
            waiver._replace(up_to=None),
            Judged(rules[waiver.rule], Finding.BROKEN, "", None),
            policy.waiver_policy,
            now,
        )._replace(waiver=waiver)
        for waiver in policy.waivers
        if ending_by is None or waiver.expires_at is None or waiver.expires_at <= ending_by
    ]
    return tuple(sorted(listed, key=_end))


def _end(result: WaiverResult) -> tuple[datetime, int]:
    return result.waiver.expires_at or _LONG_AGO, result.waiver.line
