"""What a pull request changes in the policy that judges it: above all, waivers."""

from collections.abc import Iterator

from mcptest_action.core.policy import (
    Policy,
    Rule,
    Severity,
    Waiver,
    as_text,
    expectation,
    implies,
)
from mcptest_action.core.text import names_in_words
from mcptest_action.core.text.timestamp import format_timestamp
from .changes import Change, Changed

_MOST_NAMES = 30


def policy_changes(
    base: Policy | None, head: Policy | None, built_in: Policy
) -> tuple[Changed, ...]:
    """What the change asks reviewers to accept; None stands for a branch without a policy.

    Where one side has none, the built-in policy holds there.
    """
    if head is None:
        if base is None:
            return ()
        instead = Changed(Change.POLICY_REMOVED, "", "the built-in policy holds in its place")
        return (instead, *_not_asked_for(base, built_in))
    # One that covers nothing is none: who makes it cover something adds a waiver.
    before = {w.rule: w for w in (base.waivers if base else ()) if w.granted is None}
    now = [waiver for waiver in head.waivers if waiver.granted is None]
    waivers = [change for waiver in now for change in _waiver(before, waiver)]
    if base is None:
        what = f"{head.file} replaces the built-in policy, which holds on the base branch"
        new = Changed(Change.POLICY_ADDED, "", what)
        return (new, *_not_asked_for(built_in, head), *waivers)
    if base.waiver_policy != head.waiver_policy:
        waivers.append(Changed(Change.WAIVER_POLICY, "", "compare the two versions of the file"))
    return (*waivers, *_rules(base, head))


def _waiver(before: dict[str, Waiver], waiver: Waiver) -> Iterator[Changed]:
    old, by = before.get(waiver.rule), f"by {waiver.owner}: {waiver.reason}"
    until = f"until {waiver.expiry or 'an expiry that cannot be read'}"
    if old is None:
        yield Changed(Change.WAIVER_ADDED, waiver.rule, f"{until}, {by}")
        return
    end, old_end = waiver.expires_at, old.expires_at
    if end is not None and (old_end is None or end > old_end):
        what = f"{until}, was {old.expiry or 'unreadable'}, {by}"
        yield Changed(Change.WAIVER_EXTENDED, waiver.rule, what)
    if waiver.up_to != old.up_to and old.up_to is not None:
        bound = "any number" if waiver.up_to is None else as_text(waiver.up_to)
        what = f"up to {bound}, was {as_text(old.up_to)}, {by}"
        yield Changed(Change.WAIVER_BOUND, waiver.rule, what)
    covered = waiver.findings
    if old.findings and (not covered or not set(covered) <= set(old.findings)):
        now = names_in_words(covered) if covered else "whatever the rule counts"
        what = f"covers {now}, was {names_in_words(old.findings)}, {by}"
        yield Changed(Change.WAIVER_FINDINGS, waiver.rule, what)
    # An earlier start lets it begin, a later one lets it last longer under `max_days`.
    if waiver.created != old.created:
        what = f"from {_start(waiver)}, was {_start(old)}, {by}"
        yield Changed(Change.WAIVER_START, waiver.rule, what)
    if waiver.issue != old.issue:
        what = f"{waiver.issue or 'none'}, was {old.issue or 'none'}"
        yield Changed(Change.WAIVER_ISSUE, waiver.rule, what)


def _start(waiver: Waiver) -> str:
    return "always" if waiver.created is None else format_timestamp(waiver.created)


def _rules(base: Policy, head: Policy) -> Iterator[Changed]:
    now = {rule.id: rule for rule in head.rules}
    for rule in base.rules:
        if rule.id not in now:
            yield Changed(Change.RULE_REMOVED, rule.id, f"was {_demand(rule)}")
        elif _demand(rule) != _demand(now[rule.id]):
            what = f"{_demand(now[rule.id])}, was {_demand(rule)}"
            yield Changed(Change.RULE_CHANGED, rule.id, what)


def _not_asked_for(before: Policy, after: Policy) -> Iterator[Changed]:
    """The rules that the other policy has no match for, whatever it calls its own."""
    gone = []
    for rule in before.rules:
        same = [other for other in after.rules if other.fact == rule.fact]
        if not same:
            gone.append(rule.id)
        elif not any(_is_as_strict(other, rule) for other in same):
            now = " and ".join(map(_demand, same))
            yield Changed(Change.RULE_CHANGED, rule.id, f"{now}, was {_demand(rule)}")
    if gone:
        more = len(gone) - _MOST_NAMES
        names = ", ".join(gone[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
        yield Changed(Change.RULES_GONE, "", f"nothing is asked of what these were about: {names}")


def _is_as_strict(new: Rule, old: Rule) -> bool:
    """Whether everything that breaks the old rule breaks the new one. In doubt it does not."""
    grave = old.severity is not Severity.FAIL or new.severity is Severity.FAIL
    return grave and implies(new.comparator, old.comparator)


def _demand(rule: Rule) -> str:
    sealed = "" if rule.waivable else ", not waivable"
    return f"{rule.fact} {expectation(rule.comparator)} ({rule.severity}{sealed})"
