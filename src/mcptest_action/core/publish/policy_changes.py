"""What a pull request changes in the policy that judges it: above all, waivers."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from mcptest_action.core.policy import Policy, Rule, Waiver, as_text, expectation
from mcptest_action.core.text import for_markdown
from mcptest_action.core.text.timestamp import format_timestamp


class Change(StrEnum):
    WAIVER_ADDED = "waiver added"
    WAIVER_EXTENDED = "waiver extended"
    WAIVER_BOUND = "waiver bound changed"
    WAIVER_START = "waiver start changed"
    WAIVER_ISSUE = "waiver issue changed"
    RULE_REMOVED = "rule removed"
    RULE_CHANGED = "rule changed"
    WAIVER_POLICY = "waiver_policy changed"
    POLICY_REMOVED = "policy removed"


class Changed(NamedTuple):
    change: Change
    rule: str
    what: str
    """A clause that names who, why and until when."""


class Comparison(NamedTuple):
    """The policy compared with that of the base branch."""

    changes: tuple[Changed, ...]
    unknown: str = ""
    """Why the two could not be compared."""


def policy_changes(base: Policy | None, head: Policy | None) -> tuple[Changed, ...]:
    """What the change asks reviewers to accept; None stands for a branch without a policy."""
    if head is None:
        gone = "what it asked for is no longer asked for"
        return (Changed(Change.POLICY_REMOVED, "", gone),) if base else ()
    before = {waiver.rule: waiver for waiver in base.waivers} if base else {}
    found = [change for waiver in head.waivers for change in _waiver(before, waiver)]
    if base:
        found += _rules(base, head)
        if base.waiver_policy != head.waiver_policy:
            found.append(Changed(Change.WAIVER_POLICY, "", "compare the two versions of the file"))
    return tuple(found)


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


def _demand(rule: Rule) -> str:
    return f"{rule.fact} {expectation(rule.comparator)} ({rule.severity})"


_HEADING = "### Changed in this pull request"
MOST_LINES = 50


def comparison_lines(comparison: Comparison | None) -> tuple[str, ...]:
    """A bullet per change; empty if there are none, or nothing to compare with."""
    if comparison is None:
        return ()
    if comparison.unknown:
        because = for_markdown(comparison.unknown)
        return (_HEADING, "", f"⚠️ Whether waivers were added or extended is not known: {because}")
    if not comparison.changes:
        return ()
    return (_HEADING, "", *_bullets(comparison.changes))


def _bullets(changes: Sequence[Changed]) -> list[str]:
    lines = [
        f"- ⚠️ **{for_markdown(change)}**"
        + (f" for {for_markdown(rule)}" if rule else "")
        + f": {for_markdown(what)}"
        for change, rule, what in changes[:MOST_LINES]
    ]
    more = len(changes) - len(lines)
    return [*lines, f"- … and {more} more"] if more else lines
