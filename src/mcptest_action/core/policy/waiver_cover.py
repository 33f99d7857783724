"""What a waiver has to cover so that it covers what failed, and nothing else."""

from typing import NamedTuple

from mcptest_action.core.text import unusable
from .model import Max, Min, RuleOutcome, RuleResult
from .waiver_findings import entries_for, not_covered, uncountable
from .wording import as_text

# What a waiver can cover. No waiver covers what could not be evaluated.
COVERABLE = (RuleOutcome.FAIL, RuleOutcome.EXPIRED_WAIVER, RuleOutcome.WARN)


class Cover(NamedTuple):
    rule: str
    findings: tuple[str, ...] = ()
    up_to: str | None = None
    remark: str = ""
    """What to know about it, as a clause."""


def cover_of(result: RuleResult) -> Cover:
    """For a rule that came out as one of COVERABLE, by the facts that it came out so."""
    rule, fact = result.rule, result.fact
    had = result.waiver.waiver if result.waiver else None
    if fact is None:
        return Cover(rule.id)
    bounded = isinstance(rule.comparator, Max | Min)
    observed = as_text(fact.value) if bounded else None
    listed = entries_for(fact.counted)
    if not uncountable(rule) and not not_covered(listed, fact):
        # A limit that an earlier waiver had must not undo what this one covers.
        had_limit = had is not None and had.up_to is not None
        names = f"which covers {', '.join(listed)}"
        return Cover(rule.id, listed, observed if had_limit else None, names)
    if had is not None and had.findings:
        what = (
            f"does not name all that {rule.fact} counts, and the waiver for '{rule.id}' lists some"
        )
        raise unusable(fact.source, what, "remove findings from that waiver first")
    if bounded:
        return Cover(rule.id, (), observed, f"which covers it up to {observed}")
    return Cover(rule.id, remark=f"which covers it whatever {rule.fact} is")
