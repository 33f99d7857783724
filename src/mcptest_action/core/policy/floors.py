"""Rules that limit faults, in a policy that does not ask whether anything was looked at.

This is about saying what one means. Where nothing was done, most of these facts are absent, and a
rule on one is unevaluated and fails: not a limit that was passed, which is what its author wrote.
Some artifacts still state zeros. A rule that asks for a run says so in either case.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from mcptest_action.core.checks.results import Family, Reach
from mcptest_action.core.facts import FactValue
from mcptest_action.core.text import names_in_words
from .compare import Incomparable, compare
from .model import Malformed, Omission, Policy, Rule, Severity


class Idle(NamedTuple):
    """A part of the gate in which nothing was done."""

    facts: Mapping[str, FactValue | None]
    """What counting would give then, whether or not the artifact states it; None for those that
    count nothing.
    """
    faults: tuple[str, ...]
    """Those that count faults: nothing was done, so nothing went wrong."""
    floor: str
    """The fact that tells it, for people who ask what to add."""


def _none(section: str, fields: str) -> dict[str, FactValue | None]:
    return dict.fromkeys((f"{section}.{field}" for field in fields.split()), 0)


_PROBES = _none("negative_path", "checks_run failures gate_passed breaks tools_probed")
_SUITES = _none("suite", "total ran passed failed skipped inconclusive")
_DEEP_SCAN = {**_none("active_probe", "attempted rejected"), "active_probe.ran": False}
_UPSTREAM = {
    **_none("upstream", "asked worked unreachable credentials rejected"),
    "upstream.nothing_worked": False,
}
_COVERAGE = {
    **_none("coverage", "covered partial not_applicable"),
    "coverage.uncovered": len(Family),
    **{f"coverage.{family}": str(Reach.UNCOVERED) for family in Family},
}
# The scan has none of these: of a server that lists nothing it has no facts, and scans made
# elsewhere do not count their rules. Nor has `safety`, which is about what the server lists.
IDLE = (
    Idle(
        {
            **_none("run", "total passed failed skipped inconclusive own_failures"),
            "safety.calls": 0,
            **_PROBES, **_SUITES, **_DEEP_SCAN, **_UPSTREAM, **_COVERAGE,
        },
        ("run.failed", "run.own_failures", "run.inconclusive",
         "upstream.unreachable", "upstream.credentials", "upstream.rejected",
         "upstream.nothing_worked"),
        "run.total",
    ),
    Idle(_PROBES, ("negative_path.failures", "negative_path.breaks"), "negative_path.checks_run"),
    Idle(_SUITES, ("suite.failed", "suite.inconclusive"), "suite.ran"),
    Idle(_DEEP_SCAN, ("active_probe.rejected",), "active_probe.attempted"),
    Idle(
        {
            **_none("conformance", "must_passed must_total must_failed"),
            **_none("conformance", "should_passed should_total should_failed new_failures"),
            "conformance.badge": "F", "conformance.tier": "F",
            "conformance.revision": None, "conformance.revisions": None,
        },
        ("conformance.must_failed", "conformance.should_failed", "conformance.new_failures"),
        "conformance.must_total",
    ),
    Idle(
        _none("conformance.official", "total passed failed warnings scenarios disagreements"),
        ("conformance.official.failed", "conformance.official.warnings",
         "conformance.official.disagreements"),
        "conformance.official.scenarios",
    ),
    Idle(
        _none("model_compat", "total pass drift fail"),
        ("model_compat.fail", "model_compat.drift"),
        "model_compat.total",
    ),
    Idle(
        {
            **_none("surface", "tools tokens bytes tokens_largest_tool longest_name "
                    "untitled unannotated undescribed undescribed_parameters"),
            "safety.tools": 0, "negative_path.tools_probed": 0, "upstream.asked": 0,
        },
        ("surface.untitled", "surface.unannotated", "surface.undescribed",
         "surface.undescribed_parameters"),
        "surface.tools",
    ),
)  # fmt: skip


def without_floor(policy: Policy) -> Iterator[Omission]:
    """The rules on faults that zeros would keep, if no other rule objects to those.
    One rule more helps them all, so this is said once, and at the first of them.
    """
    for idle in IDLE:
        objections = {rule: weight for rule in policy.rules if (weight := _objects(rule, idle))}
        weights = set(objections.values())
        at_ease = [
            rule
            for rule in policy.rules
            if rule.fact in idle.faults
            and rule not in objections
            and weights.isdisjoint((Severity.FAIL, rule.severity))
        ]
        if at_ease:
            names = names_in_words([f"'{rule.id}'" for rule in at_ease])
            limit = "limits" if len(at_ease) == 1 else "limit"
            what = f"{names} {limit} faults, but no rule asks that anything was run"
            weak = "".join(f"'{rule.id}' only warns; " for rule in list(objections)[:1])
            yield Omission(at_ease[0], what, f"{weak}add a rule {idle.floor} min: 1")


def _objects(rule: Rule, idle: Idle) -> Severity | None:
    """How grave it is for this rule that nothing was done; None if it says nothing about that."""
    if rule.fact not in idle.facts:
        return None
    value = idle.facts[rule.fact]
    if value is None or isinstance(rule.comparator, Malformed):
        return Severity.FAIL
    held = compare(rule.comparator, value)
    if isinstance(held, Incomparable):
        return Severity.FAIL
    return None if held else rule.severity
