"""The rules of one file, before anything is said about the layers below it."""

from typing import NamedTuple

from mcptest_action.core.document import Field, Node, Problems, Record, items_of
from .comparator import COMPARATORS, load_comparator
from .model import Rule, Severity

RULE_KEYS = ("id", "description", "fact", *COMPARATORS, "severity", "waivable")


class WrittenRule(NamedTuple):
    """A rule, and what of it is really written there."""

    rule: Rule
    record: Record

    def at(self, *keys: str) -> Node | Field:
        """The first of these keys that is written, or else the rule."""
        fields = self.record.fields
        return next((fields[key] for key in keys if key in fields), self.record.node)

    def says(self, key: str) -> bool:
        return key in self.record.fields


def load_rules(
    problems: Problems, record: Record, layer: str, *, needed: bool
) -> dict[str, WrittenRule]:
    """The rules by their ids. A policy that extends none needs some."""
    field = record.fields.get("rules")
    nodes = items_of(problems, field, "rules")
    if needed and not nodes and not problems.found:
        problems.add(
            field or record.node, "there are no rules", "a policy without rules gates nothing"
        )
    rules: dict[str, WrittenRule] = {}
    for position, node in enumerate(nodes):
        written = _load_rule(problems, node, f"rules[{position}]", layer)
        name = written.rule.id
        if name and name in rules:
            first = rules[name].rule.line
            what = f"the rule id '{name}' appears twice"
            problems.add(node, what, f"first on line {first}; ids must be unique")
        rules.setdefault(name, written)
    return rules


def _load_rule(problems: Problems, node: Node, label: str, layer: str) -> WrittenRule:
    record = Record(problems, node, label, RULE_KEYS)
    fact = record.fields["fact"].value.start if "fact" in record.fields else node.start
    rule = Rule(
        id=record.text("id"),
        fact=record.text("fact"),
        comparator=load_comparator(problems, record),
        severity=Severity(record.word("severity", Severity, Severity.FAIL)),
        description=record.optional_text("description"),
        line=node.start.line,
        column=node.start.column,
        fact_line=fact.line,
        fact_column=fact.column,
        waivable=record.boolean("waivable", default=True),
        layer=layer,
    )
    return WrittenRule(rule, record)
