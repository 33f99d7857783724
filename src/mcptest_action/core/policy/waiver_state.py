"""What a waiver does for its rule at a given moment."""

from datetime import UTC, datetime, timedelta
from enum import Enum, auto
from typing import NamedTuple

from mcptest_action.core.document import is_number
from mcptest_action.core.facts import Fact
from mcptest_action.core.text import names_in_words
from mcptest_action.core.text.timestamp import EXAMPLE, format_timestamp
from .compare import compare, not_worse
from .model import (
    Comparator,
    Malformed,
    Max,
    Min,
    Notice,
    Policy,
    Rule,
    Waiver,
    WaiverPolicy,
    WaiverResult,
    WaiverState,
)
from .waiver_findings import no_longer_found, not_covered, unlisted
from .wording import as_text

SUPPRESSING = frozenset((WaiverState.ACTIVE, WaiverState.EXPIRING_SOON))


class RuleState(Enum):
    """What the facts say about a rule before any waiver."""

    HELD = auto()
    BROKEN = auto()
    UNEVALUATED = auto()


class JudgedRule(NamedTuple):
    """A rule, what was found, and why."""

    rule: Rule
    finding: RuleState
    because: str
    fact: Fact | None


def apply_waiver(
    waiver: Waiver, judged: JudgedRule, policy: WaiverPolicy, now: datetime
) -> WaiverResult:
    """The state of the waiver, and the clause that explains it."""
    state, because = _state(waiver, judged, policy, now)
    result = WaiverResult(waiver, state, because, _days_left(waiver, now))
    if not waiver.findings or state not in (*SUPPRESSING, WaiverState.UNLISTED):
        return result
    gone = no_longer_found(waiver.findings, judged.fact)
    return result._replace(gone=gone, unlisted=unlisted(waiver.findings, judged.fact))


def _days_left(waiver: Waiver, now: datetime) -> int | None:
    if waiver.expires_at is None:
        return None
    whole = abs(waiver.expires_at - now) // timedelta(days=1)
    return whole if waiver.expires_at > now else -whole


def _state(
    waiver: Waiver, judged: JudgedRule, policy: WaiverPolicy, now: datetime
) -> tuple[WaiverState, str]:
    held = judged.finding is RuleState.HELD
    if waiver.expires_at is None:
        what = f"its waiver has no valid expiry: '{waiver.expiry}' is not like {EXAMPLE}"
        return WaiverState.STALE if held else WaiverState.EXPIRED, what
    until = format_timestamp(waiver.expires_at)
    if now >= waiver.expires_at:
        return WaiverState.STALE if held else WaiverState.EXPIRED, f"its waiver expired {until}"
    if waiver.created is not None and waiver.created > now:
        start = format_timestamp(waiver.created)
        return WaiverState.NOT_STARTED, f"its waiver starts only {start}"
    if held:
        return WaiverState.UNUSED, "its waiver is unused"
    if judged.finding is RuleState.UNEVALUATED:
        return WaiverState.NOT_COVERING, "no waiver covers a rule that could not be evaluated"
    if waiver.granted is not None:
        return _state_above(waiver, waiver.granted, judged)
    if waiver.up_to is not None and not _covers(waiver.up_to, judged):
        return WaiverState.EXCEEDED, f"its waiver covers only up to {as_text(waiver.up_to)}"
    if waiver.findings and judged.fact and (new := not_covered(waiver.findings, judged.fact)):
        return WaiverState.UNLISTED, new
    because = f"waived until {until} by {waiver.owner}: {waiver.reason}"
    if waiver.expires_at - now <= timedelta(days=policy.warn_within_days):
        return WaiverState.EXPIRING_SOON, because
    return WaiverState.ACTIVE, because


def _state_above(
    waiver: Waiver, granted: Comparator, judged: JudgedRule
) -> tuple[WaiverState, str]:
    """Of a waiver from below that covers nothing here. What is unused there is unused."""
    where = f"the waiver in {waiver.layer}:{waiver.line}"
    held = (
        judged.fact is not None
        and not isinstance(granted, Malformed)
        and compare(granted, judged.fact.value) is True
    )
    if held:
        return WaiverState.UNUSED, f"{where} is unused there, and does not cover what is asked here"
    return WaiverState.EXCEEDED, f"{where} does not cover what is asked here"


def _covers(bound: float, judged: JudgedRule) -> bool:
    """Whether the observed number is still within what the waiver was granted for."""
    value = judged.fact.value if judged.fact else None
    comparator = judged.rule.comparator
    return (
        is_number(value)
        and isinstance(comparator, Max | Min)
        and not_worse(comparator, value, bound)
    )


def notice(result: WaiverResult) -> Notice | None:
    """What the owner of the waiver should know, if anything."""
    name = f"the waiver for '{result.waiver.rule}'"
    parts = [_message(result, name)]
    if result.gone:
        parts.append(f"{name} lists what is no longer found: {names_in_words(result.gone)}")
    message = "; ".join(filter(None, parts))
    waiver = result.waiver
    return Notice(waiver.line, message, waiver.layer) if message else None


def _message(result: WaiverResult, name: str) -> str:
    match result.state:
        case WaiverState.UNUSED if result.waiver.granted is not None:
            return f"{name} in {result.waiver.layer} is unused there; ask {result.waiver.owner}"
        case WaiverState.UNUSED:
            return f"{name} is unused: the rule passes; remove the waiver"
        case WaiverState.STALE:
            return f"{name} is expired and unused: the rule passes; remove the waiver"
        case WaiverState.EXPIRING_SOON:
            return f"{name} has {result.time_left}; ask {result.waiver.owner}"
        case WaiverState.NOT_STARTED:
            return f"{name} has not started yet: 'created' lies in the future"
        case WaiverState.NOT_COVERING:
            return f"{name} has no effect: the rule could not be evaluated"
        case _:
            return ""


_LONG_AGO = datetime.min.replace(tzinfo=UTC)


def list_waivers(
    policy: Policy, *, now: datetime, ending_by: datetime | None = None
) -> tuple[WaiverResult, ...]:
    """The waivers that end by then, earliest first; expired ones are always included."""
    rules = {rule.id: rule for rule in policy.rules}
    listed = [
        apply_waiver(
            # How much is covered depends on facts, and a list has none.
            waiver._replace(up_to=None, findings=()),
            JudgedRule(rules[waiver.rule], RuleState.BROKEN, "", None),
            policy.waiver_policy,
            now,
        )._replace(waiver=waiver)
        for waiver in policy.waivers
        if ending_by is None or waiver.expires_at is None or waiver.expires_at <= ending_by
    ]
    return tuple(sorted(listed, key=_end))


EXPIRED, EXPIRING = "expired", "expiring"
FAIL_ON = (EXPIRED, EXPIRING)


def is_over(result: WaiverResult, what: str, *, ending_by: datetime | None) -> bool:
    """Whether a listed waiver has expired or, if asked for those that are `expiring`, ends soon.

    Soon is by the time that the list goes to, or else what the policy warns of. A waiver of a
    layer below counts as neither: nobody can mend it in this policy.
    """
    if result.waiver.layer:
        return False
    if result.state is WaiverState.EXPIRED:
        return True
    soon = ending_by is not None or result.state is WaiverState.EXPIRING_SOON
    return what == EXPIRING and soon


def _end(result: WaiverResult) -> tuple[datetime, int]:
    return result.waiver.expires_at or _LONG_AGO, result.waiver.line
