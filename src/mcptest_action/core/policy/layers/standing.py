"""What a layer says with those that it rests on, and without those that only lie beside it.

A policy on top of several is never better than one of them alone. So a rule is waived from below
only where it is waived for each of them, by a waiver that they share.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from ..compare import implies
from ..load_rules import WrittenRule
from ..model import Rule, Severity, Unused, Waiver
from .rules import tightened

_LONG_AGO = datetime.min.replace(tzinfo=UTC)


class Standing(NamedTuple):
    rules: Mapping[str, Rule]
    """By id, as this layer alone would have them."""
    waivers: Mapping[str, Waiver]
    """By rule. One that covers nothing here stays, because its end counts."""
    settled: frozenset[str]
    """The facts on which every layer at the bottom has a rule."""
    unused: Unused

    def place_of(self, rule: str) -> tuple[str, int] | None:
        """Where the waiver that covers the rule stands; None if none does."""
        waiver = self.waivers.get(rule)
        covering = waiver is not None and waiver.granted is None
        return (waiver.layer, waiver.line) if waiver is not None and covering else None


def inherited_rules(parents: Sequence[Standing]) -> dict[str, Rule]:
    """The rules of all of them: what two of them have is as strict as the stricter one."""
    found: dict[str, Rule] = {}
    for parent in parents:
        for name, rule in parent.rules.items():
            found[name] = _strictest(found[name], rule) if name in found else rule
    return found


def rules_on_top(below: Mapping[str, Rule], own: Mapping[str, WrittenRule]) -> dict[str, Rule]:
    """With what the layer says itself."""
    said = {
        name: tightened(new, below[name], inherits=True) if name in below else new.rule
        for name, new in own.items()
    }
    return {**below, **said}


def waivers_from_below(
    parents: Sequence[Standing], below: Mapping[str, Rule], rules: Mapping[str, Rule]
) -> Iterator[Waiver]:
    """One for each rule that is waived somewhere below; it may cover nothing here."""
    for name in below:
        having = [parent for parent in parents if name in parent.rules]
        waivers = [parent.waivers[name] for parent in having if name in parent.waivers]
        if not waivers:
            continue
        first = min(waivers, key=lambda waiver: waiver.expires_at or _LONG_AGO)
        places = {parent.place_of(name) for parent in having}
        shared = places == {(first.layer, first.line)}
        covered = shared and all(_is_covered(one.rules[name], rules[name]) for one in having)
        yield first if covered else _void(first, name, having)


def _void(first: Waiver, name: str, having: Sequence[Standing]) -> Waiver:
    """The waiver as one that covers nothing, and costs what any of those below costs alone."""
    waived = [parent for parent in having if name in parent.waivers]
    limits = [parent.waivers[name].granted or parent.rules[name].comparator for parent in waived]
    loosest = limits[0]
    for limit in limits[1:]:
        loosest = limit if implies(loosest, limit) else loosest
    strict = any(parent.waivers[name].strict for parent in waived)
    return first._replace(granted=loosest, strict=strict)


def _is_covered(old: Rule, new: Rule) -> bool:
    """Whether a waiver of the old rule covers the new one: that asks for no more."""
    severe = old.severity is Severity.FAIL or new.severity is Severity.WARN
    open_to_all = new.waivable or not old.waivable
    return severe and open_to_all and implies(old.comparator, new.comparator)


def _strictest(one: Rule, other: Rule) -> Rule:
    comparator = other.comparator if implies(other.comparator, one.comparator) else one.comparator
    grave = Severity.FAIL in (one.severity, other.severity)
    return one._replace(
        comparator=comparator,
        severity=Severity.FAIL if grave else Severity.WARN,
        waivable=one.waivable and other.waivable,
    )
