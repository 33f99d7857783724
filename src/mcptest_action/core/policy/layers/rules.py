"""The rules of a layer on top of those below it: it may add some, and tighten the others."""

from collections.abc import Container, Mapping

from mcptest_action.core.document import Problems
from ..comparator import COMPARATORS
from ..compare import implies
from ..load_rules import WrittenRule
from ..model import Malformed, Over, Rule, Severity
from ..wording import written

Rules = Mapping[str, Rule]


def merged_rules(
    problems: Problems,
    below: Rules,
    own: Mapping[str, WrittenRule],
    inherited: Container[str],
) -> dict[str, Rule]:
    """All rules, those below first. `inherited` are the ids that the layer has from its parents;
    the others it would have without them, too.
    """
    merged = dict(below)
    for name, new in own.items():
        old = below.get(name)
        if old is None:
            merged[name] = new.rule
            continue
        _compare(problems, new, old)
        rule = tightened(new, old, inherits=name in inherited)
        demand = f"{written(old.comparator)}, severity {old.severity}"
        over = Over(old.layer, old.line, demand, sealed=not old.waivable)
        merged[name] = rule._replace(over=over)
    return merged


def tightened(new: WrittenRule, old: Rule, *, inherits: bool) -> Rule:
    """The new rule; what it leaves out is no opinion. A layer that does not rest on the old one
    means the default by that, as it would alone.
    """
    rule = new.rule
    opinion = new.says("severity") or not inherits
    return rule._replace(
        severity=rule.severity if opinion else old.severity,
        description=rule.description or old.description,
        waivable=rule.waivable and old.waivable,
    )


def _compare(problems: Problems, new: WrittenRule, old: Rule) -> None:
    """Refuse what would loosen the old rule, or make another one of it."""
    rule, where = new.rule, f"{old.layer}:{old.line}"
    if isinstance(old.comparator, Malformed):
        what = f"nothing can replace '{rule.id}': {old.comparator.problem}"
        problems.add(new.at("id"), what, f"correct it in {where}")
        return
    says = f"{where} says {written(old.comparator)}"
    limit = new.at(*COMPARATORS)
    if rule.fact and rule.fact != old.fact:
        what = f"'{rule.id}' names the fact {rule.fact}, and is a rule on {old.fact} already"
        problems.add(new.at("fact"), what, f"{where} says so; take another id")
    elif isinstance(rule.comparator, Malformed):
        problems.add(limit, f"'{rule.id}' replaces no limit: {rule.comparator.problem}", says)
    elif type(rule.comparator) is not type(old.comparator):
        what = f"'{rule.id}' has another comparator: {written(rule.comparator)}"
        problems.add(limit, what, f"{says}; take another id")
    elif not implies(rule.comparator, old.comparator):
        problems.add(limit, f"'{rule.id}' is loosened: {written(rule.comparator)}", says)
    if new.says("severity") and rule.severity is Severity.WARN and old.severity is Severity.FAIL:
        what = f"'{rule.id}' is loosened: severity: warn"
        problems.add(new.at("severity"), what, f"{where} says severity: fail")
    if new.says("waivable") and rule.waivable and not old.waivable:
        what = f"'{rule.id}' is loosened: waivable: true"
        problems.add(new.at("waivable"), what, f"{where} says waivable: false")
