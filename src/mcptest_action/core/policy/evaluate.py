"""Policy, facts and the time to a verdict."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from mcptest_action.core.facts import FactPool
from mcptest_action.core.text import names_in_words
from .compare import Incomparable, compare
from .model import (
    Level,
    Malformed,
    Notice,
    Policy,
    Rule,
    RuleOutcome,
    RuleResult,
    Severity,
    Unused,
    Verdict,
    Waiver,
    WaiverResult,
    WaiverState,
)
from .waiver_state import SUPPRESSING, JudgedRule, RuleState, apply_waiver, notice
from .wording import as_text, expectation

LEVEL_OF: Mapping[RuleOutcome, Level] = {
    RuleOutcome.PASS: Level.PASS,
    RuleOutcome.WAIVED: Level.PASS,
    RuleOutcome.WARN: Level.WARN,
    RuleOutcome.FAIL: Level.FAIL,
    RuleOutcome.EXPIRED_WAIVER: Level.FAIL,
    RuleOutcome.UNEVALUATED: Level.FAIL,
}
_UNUSED = frozenset((WaiverState.UNUSED, WaiverState.STALE))
_OUTCOME_OF = {Severity.FAIL: RuleOutcome.FAIL, Severity.WARN: RuleOutcome.WARN}


def evaluate(policy: Policy, pool: FactPool, *, now: datetime) -> Verdict:
    """The verdict: the worst outcome of any rule, plus what the waiver policy adds."""
    waiver_for = {waiver.rule: waiver for waiver in policy.waivers}
    results = tuple(
        _evaluate_rule(rule, pool, waiver_for.get(rule.id), policy, now) for rule in policy.rules
    )
    waivers = tuple(result.waiver for result in results if result.waiver)
    fatal = {waiver for waiver in waivers if _is_fatal(waiver, policy)}
    breaches = _notices(waiver for waiver in waivers if waiver in fatal)
    levels = {LEVEL_OF[result.outcome] for result in results}
    failed = bool(breaches) or Level.FAIL in levels
    level = Level.FAIL if failed else Level.WARN if Level.WARN in levels else Level.PASS
    notices = _notices(waiver for waiver in waivers if waiver not in fatal)
    return Verdict(level, results, waivers, breaches, notices, evaluated_at=now)


def _is_fatal(waiver: WaiverResult, policy: Policy) -> bool:
    unused = policy.unused_in(waiver.waiver.layer)
    return waiver.state in _UNUSED and (unused is Unused.FAIL or waiver.waiver.strict)


def _notices(waivers: Iterable[WaiverResult]) -> tuple[Notice, ...]:
    return tuple(said for waiver in waivers if (said := notice(waiver)))


def _evaluate_rule(
    rule: Rule, pool: FactPool, waiver: Waiver | None, policy: Policy, now: datetime
) -> RuleResult:
    judged = _judge(rule, pool)
    applied = waiver and apply_waiver(waiver, judged, policy.waiver_policy, now)
    outcome = _outcome(judged, applied.state if applied else None)
    because = judged.because
    if applied and judged.finding is RuleState.BROKEN:
        because = f"{because}; {applied.because}"
    return RuleResult(rule, outcome, because, judged.fact, applied)


def _judge(rule: Rule, pool: FactPool) -> JudgedRule:
    """What the facts say about the rule, before any waiver."""
    fact = pool.facts.get(rule.fact)
    if isinstance(rule.comparator, Malformed):
        return JudgedRule(rule, RuleState.UNEVALUATED, rule.comparator.problem, fact)
    if fact is None:
        return JudgedRule(rule, RuleState.UNEVALUATED, pool.absence(rule.fact), None)
    observed = f"{fact.name} is {as_text(fact.value)} (from {fact.source})"
    because = f"{observed}, expected {expectation(rule.comparator)}"
    held = compare(rule.comparator, fact.value)
    if isinstance(held, Incomparable):
        return JudgedRule(rule, RuleState.UNEVALUATED, f"{because}: {held.because}", fact)
    if held:
        return JudgedRule(rule, RuleState.HELD, because, fact)
    named = f": {names_in_words(fact.behind)}" if fact.behind else ""
    return JudgedRule(rule, RuleState.BROKEN, because + named, fact)


def _outcome(judged: JudgedRule, state: WaiverState | None) -> RuleOutcome:
    if judged.finding is RuleState.UNEVALUATED:  # no waiver covers what could not be checked
        return RuleOutcome.UNEVALUATED
    if judged.finding is RuleState.HELD:
        return RuleOutcome.PASS
    if state is WaiverState.EXPIRED:
        return RuleOutcome.EXPIRED_WAIVER
    if state in SUPPRESSING:
        return RuleOutcome.WAIVED
    return _OUTCOME_OF[judged.rule.severity]
