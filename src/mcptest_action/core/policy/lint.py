"""Problems of a readable policy: rules that never pass, or pass too easily."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple, assert_never

from mcptest_action.core.facts import FactSpec, FactType, doubt_about, spec_of
from mcptest_action.core.text.timestamp import EXAMPLE
from .compare import not_worse
from .model import Comparator, Equals, Malformed, Max, Min, OneOf, Policy, Rule, Waiver
from .omissions import omissions
from .wording import as_text


class Remark(NamedTuple):
    """One line of `policy lint`. An error never goes away by itself; a warning may be intended."""

    line: int
    column: int
    error: bool
    what: str
    hint: str = ""
    file: str = ""
    """The layer that it is about; empty for the policy's own file."""

    @property
    def order(self) -> tuple[str, "Remark"]:
        return self.file, self


def lint(policy: Policy, *, now: datetime) -> tuple[Remark, ...]:
    """Everything to say about a loaded policy, in the order of its lines; that of layers last."""
    remarks = []
    for rule in policy.rules:
        remarks += [remark._replace(file=rule.layer) for remark in _rule(rule)]
    remarks += [
        Remark(rule.line, rule.column, False, what, hint, rule.layer)
        for rule, what, hint in omissions(policy)
    ]
    rules = {rule.id: rule for rule in policy.rules}
    for waiver in policy.waivers:
        its = rules.get(waiver.rule)
        if waiver.granted is not None and its is not None:
            remarks.append(_uncovered(waiver, its))
        found = list(_waiver(waiver, its.comparator if its else None, now))
        remarks += [remark._replace(file=waiver.layer) for remark in found]
    return tuple(sorted(remarks, key=lambda remark: remark.order))


def _rule(rule: Rule) -> Iterator[Remark]:
    if isinstance(rule.comparator, Malformed):
        what = f"'{rule.id}' will be unevaluated: {rule.comparator.problem}"
        yield Remark(rule.line, rule.column, True, what)
    at = (rule.fact_line, rule.fact_column)
    spec, doubt = spec_of(rule.fact), doubt_about(rule.fact)
    if spec is None or doubt is not None:
        if rule.fact:  # a rule without a fact has been complained about already
            hint = doubt or "mcptest policy facts lists them"
            yield Remark(*at, True, f"'{rule.id}' names an unknown fact '{rule.fact}'", hint)
    elif wanted := _type_mismatch(rule.comparator, spec.type):
        what = f"'{rule.id}' will be unevaluated: {rule.fact} is {_A[spec.type]}, not {_A[wanted]}"
        yield Remark(*at, True, what)
    elif constant := constant_outcome(rule.comparator, spec):
        yield Remark(rule.line, rule.column, False, f"'{rule.id}' {constant}")


def _uncovered(waiver: Waiver, rule: Rule) -> Remark:
    """A waiver from below that does not cover the rule as it is by now."""
    where = f"{waiver.layer}:{waiver.line}"
    what = f"the waiver in {where} does not cover '{rule.id}' as it stands here"
    hint = "add a waiver here if you need one"
    return Remark(rule.line, rule.column, False, what, hint, rule.layer)


_A = {FactType.NUMBER: "a number", FactType.BOOLEAN: "a boolean", FactType.TEXT: "text"}


def _type_mismatch(comparator: Comparator, actual: FactType) -> FactType | None:
    """The type that the comparator wants, if the fact has another."""
    match comparator:
        case Max() | Min():
            wanted = FactType.NUMBER
        case Equals(bool()):
            wanted = FactType.BOOLEAN
        case Equals(str()):
            wanted = FactType.TEXT
        case Equals():
            wanted = FactType.NUMBER
        case OneOf() | Malformed():
            return None
        case _:
            assert_never(comparator)
    return wanted if wanted is not actual else None


def _waiver(waiver: Waiver, comparator: Comparator | None, now: datetime) -> Iterator[Remark]:
    at = (waiver.line, waiver.column)
    name = f"the waiver for '{waiver.rule}'"
    if waiver.expires_at is None:
        what = f"{name} counts as expired: '{waiver.expiry}' is not an RFC 3339 timestamp"
        yield Remark(*at, True, what, f"for example {EXAMPLE}")
    elif now >= waiver.expires_at:
        yield Remark(*at, False, f"{name} expired {waiver.expiry}", "renew or remove it")
    elif waiver.created is not None and waiver.created > now:
        yield Remark(*at, False, f"{name} has not started yet: 'created' lies in the future")
    if (
        waiver.up_to is not None
        and isinstance(comparator, Max | Min)
        and not_worse(comparator, waiver.up_to, comparator.limit)
    ):
        yield Remark(*at, False, f"{name} covers nothing: up to there the rule holds anyway")


_BOOLEANS = ("true", "false")


def constant_outcome(comparator: Comparator, spec: FactSpec) -> str:
    """Why the rule always or never holds, or an empty text. No numeric fact is below zero."""
    match comparator:
        case Max(limit) if limit < 0:
            return f"can never hold: {spec.name} is never below 0"
        case Min(limit) if limit <= 0:
            return f"always holds: {spec.name} is never below 0"
        case Equals(literal):
            return _never(spec, [as_text(literal)])
        case OneOf(choices):
            return _never(spec, choices)
        case Max() | Min() | Malformed():
            return ""
        case _:
            assert_never(comparator)


def _never(spec: FactSpec, choices: Sequence[str]) -> str:
    """Names the choices that the fact never takes."""
    possible = _BOOLEANS if spec.type is FactType.BOOLEAN else spec.values
    wrong = [choice for choice in choices if possible and choice not in possible]
    if not wrong:
        return ""
    return f"names {', '.join(wrong)}, but {spec.name} is only ever {', '.join(possible)}"
