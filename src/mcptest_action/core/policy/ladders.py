"""Rules that limit findings of one severity, in a policy that does not limit graver ones."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from mcptest_action.core.facts import OR_WORSE, SEVERITIES, cumulative, or_worse
from mcptest_action.core.text import names_in_words
from .model import Malformed, Min, Omission, Policy, Rule, Severity


class Ladder(NamedTuple):
    """Facts that count the same things, one for each severity."""

    name: str
    severities: tuple[str, ...] = SEVERITIES

    def fact(self, severity: str) -> str:
        return f"security.{self.name.format(severity)}"


_DEFECTS = Ladder("defect_{}")
# An exposure of a lesser severity is there to be known, not to be mended: it has no step above.
_EXPOSURES = Ladder("exposure_{}", SEVERITIES[:3])
LADDERS = (
    Ladder("{}_count"),
    _DEFECTS,
    _EXPOSURES,
    Ladder("new_{}"),
    Ladder("confident_{}", SEVERITIES[:2]),
)


def without_graver(policy: Policy) -> Iterator[Omission]:
    """The rules that limit a severity, where graver findings pass, or only warn."""
    limits: dict[str, list[Rule]] = {}
    for rule in policy.rules:
        if not isinstance(rule.comparator, Min):
            limits.setdefault(rule.fact, []).append(rule)
    weights = {fact: {rule.severity for rule in rules} for fact, rules in limits.items()}
    for ladder in LADDERS:
        told: set[str] = set()
        for severity in ladder.severities[1:]:  # the gravest first, so that each is told once
            for rule in limits.get(ladder.fact(severity), ()):
                if isinstance(rule.comparator, Malformed):  # an error, which is told elsewhere
                    continue
                free = [each for each in or_worse(severity)[:-1] if each not in told]
                passing = [each for each in free if not _limited(ladder, each, rule, weights)]
                told.update(passing)
                if passing:
                    yield _omission(ladder, severity, rule, passing)


def _limited(
    ladder: Ladder, severity: str, rule: Rule, weights: Mapping[str, set[Severity]]
) -> bool:
    """Whether a limit of the same weight counts all of the ladder's findings of the severity."""
    counting = {ladder.fact(severity), f"security.{severity}_count", "security.total_findings"}
    if ladder is not _EXPOSURES:
        counting |= {_DEFECTS.fact(severity), *cumulative(severity)}
    found = {weight for fact in counting for weight in weights.get(fact, ())}
    return not found.isdisjoint((Severity.FAIL, rule.severity))


def _omission(ladder: Ladder, severity: str, rule: Rule, passing: list[str]) -> Omission:
    fails = rule.severity is Severity.FAIL
    of, no = ("fails the gate for", "does so for") if fails else ("warns of", "limits")
    what = f"'{rule.id}' {of} severity {severity}, but no rule {no} {names_in_words(passing)}"
    if ladder is _DEFECTS and severity in OR_WORSE:
        return Omission(rule, what, f"use {rule.fact}_or_worse")
    added = names_in_words([ladder.fact(each) for each in passing])
    return Omission(rule, what, f"limit {added} as well")
