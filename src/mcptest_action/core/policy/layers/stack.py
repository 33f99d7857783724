"""One layer on top of those below it."""

from collections.abc import Mapping
from typing import NamedTuple

from mcptest_action.core.document import Problems, Record
from ..load_rules import load_rules
from ..load_waivers import Asked, load_waiver_policy, load_waivers
from ..model import Layer, Policy, Rule, Unused
from .reading import Document
from .rules import merged_rules
from .standing import Standing, inherited_rules, rules_on_top, waivers_from_below
from .waiver_rules import Stated, merged_waiver_policy

_NO_RULES: Mapping[str, Rule] = {}
_NOBODY: Mapping[str, Standing] = {}


class Stack(NamedTuple):
    """The layers so far."""

    rules: Mapping[str, Rule] = _NO_RULES
    waiver_policy: Stated = Stated()
    standing: Mapping[str, Standing] = _NOBODY
    """By the layer's name."""

    def add(self, document: Document, record: Record, problems: Problems, layer: str) -> "Stack":
        """With one more layer; `layer` is its name in the rules, empty for the policy's own."""
        own = load_rules(problems, record, layer, needed=not document.parents)
        parents = [self.standing[name] for name in document.parents]
        below = inherited_rules(parents)
        rules = merged_rules(problems, self.rules, own, below.keys())
        field = record.fields.get("waiver_policy")
        asked = load_waiver_policy(problems, field)
        stated = merged_waiver_policy(problems, self.waiver_policy, asked, field, layer)
        alone = rules_on_top(below, own)
        waivers = load_waivers(
            problems,
            record.fields.get("waivers"),
            {name: rules[name] for name in alone},
            Asked(stated.policy, stated.places, self._sealed()),
        )
        granted = {waiver.rule: waiver for waiver in waivers_from_below(parents, below, alone)}
        strict = stated.policy.unused is Unused.FAIL
        own_waivers = {w.rule: w._replace(layer=layer, strict=strict) for w in waivers}
        settled = _settled(parents, alone)
        standing = Standing(alone, {**granted, **own_waivers}, settled, stated.policy.unused)
        return Stack(rules, stated, {**self.standing, document.file: standing})

    def _sealed(self) -> dict[str, str]:
        """The rules that nobody above may waive, and where they stand."""
        sealed = (rule for rule in self.rules.values() if not rule.waivable)
        return {rule.id: f"{rule.layer}:{rule.line}" for rule in sealed}


def policy_of(stack: Stack, documents: tuple[Document, ...]) -> Policy:
    """The policy whose own file is the last of the documents."""
    *below, own = documents
    layers = tuple(
        Layer(each.file, each.line, each.column, stack.standing[each.file].unused) for each in below
    )
    return Policy(
        own.file,
        tuple(stack.rules.values()),
        tuple(stack.standing[own.file].waivers.values()),
        stack.waiver_policy.policy,
        layers,
        stack.standing[own.file].settled if below else None,
    )


def _settled(parents: list[Standing], alone: Mapping[str, Rule]) -> frozenset[str]:
    if parents:
        return frozenset.intersection(*(parent.settled for parent in parents))
    return frozenset(rule.fact for rule in alone.values())
