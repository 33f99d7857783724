"""One layer on top of those below it."""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from mcptest_action.core.document import Problems, Record
from ..load_rules import load_rules
from ..load_waivers import Asked, load_waiver_policy, load_waivers
from ..model import Layer, Policy, Rule, Unused, Waiver
from .reading import Document
from .rules import is_covered, merged_rules
from .waiver_rules import Stated, merged_waiver_policy


class Standing(NamedTuple):
    """What a layer says with those that it rests on, and without those that only lie below."""

    rules: frozenset[str]
    """Their ids."""
    layers: frozenset[str]
    """The names of all these layers."""
    settled: frozenset[str]
    """The facts on which every layer at the bottom has a rule."""
    unused: Unused


_NO_RULES: Mapping[str, Rule] = {}
_NOBODY: Mapping[str, Standing] = {}


class Stack(NamedTuple):
    """The layers so far."""

    rules: Mapping[str, Rule] = _NO_RULES
    waivers: tuple[Waiver, ...] = ()
    waiver_policy: Stated = Stated()
    standing: Mapping[str, Standing] = _NOBODY
    """By the layer's name."""

    def add(self, document: Document, record: Record, problems: Problems, layer: str) -> "Stack":
        """With one more layer; `layer` is its name in the rules, empty for the policy's own."""
        own = load_rules(problems, record, layer, needed=not document.parents)
        parents = [self.standing[name] for name in document.parents]
        inherited = frozenset(name for parent in parents for name in parent.rules)
        rules = merged_rules(problems, self.rules, own, inherited, self.waivers)
        field = record.fields.get("waiver_policy")
        asked = load_waiver_policy(problems, field)
        stated = merged_waiver_policy(problems, self.waiver_policy, asked, field, layer)
        ids = inherited | own.keys()
        waivers = load_waivers(
            problems,
            record.fields.get("waivers"),
            {name: rule for name, rule in rules.items() if name in ids},
            Asked(stated.policy, stated.places, self._sealed()),
        )
        under = frozenset(name for parent in parents for name in parent.layers)
        standing = Standing(
            ids, under | {document.file}, _settled(parents, rules, ids), stated.policy.unused
        )
        return Stack(
            rules,
            (
                *self._kept(rules, inherited, under, {waiver.rule for waiver in waivers}),
                *(
                    waiver._replace(layer=layer, void=self._is_of_another(waiver.rule, inherited))
                    for waiver in waivers
                ),
            ),
            stated,
            {**self.standing, document.file: standing},
        )

    def _sealed(self) -> dict[str, str]:
        """The rules that nobody above may waive, and where they stand."""
        sealed = (rule for rule in self.rules.values() if not rule.waivable)
        return {rule.id: f"{rule.layer}:{rule.line}" for rule in sealed}

    def _kept(
        self,
        rules: Mapping[str, Rule],
        inherited: frozenset[str],
        under: Collection[str],
        waived: Collection[str],
    ) -> Iterator[Waiver]:
        """The waivers from below. They were granted for what the rule asked there: one that asks
        for more by now is not covered. Nor is one that this layer asks for without resting on
        whoever granted it. A layer's own waiver comes first.
        """
        for waiver in self.waivers:
            old, new = self.rules[waiver.rule], rules[waiver.rule]
            known = waiver.layer in under or waiver.rule not in inherited
            covered = known and (old is new or is_covered(old, new, inherited))
            if waiver.rule not in waived:
                yield waiver if covered else waiver._replace(void=True)

    def _is_of_another(self, rule: str, inherited: frozenset[str]) -> bool:
        """Whether a policy that the layer does not rest on has the rule by itself."""
        return rule in self.rules and rule not in inherited


def policy_of(stack: Stack, documents: tuple[Document, ...]) -> Policy:
    """The policy whose own file is the last of the documents."""
    *below, own = documents
    layers = tuple(
        Layer(each.file, each.line, each.column, stack.standing[each.file].unused) for each in below
    )
    return Policy(
        own.file,
        tuple(stack.rules.values()),
        stack.waivers,
        stack.waiver_policy.policy,
        layers,
        stack.standing[own.file].settled if below else None,
    )


def _settled(
    parents: list[Standing], rules: Mapping[str, Rule], ids: frozenset[str]
) -> frozenset[str]:
    if parents:
        return frozenset.intersection(*(parent.settled for parent in parents))
    return frozenset(rules[name].fact for name in ids)
