"""The text of a policy file to a `Policy`, or every problem with it at once."""

from mcptest_action.core.document import Node, Problems, Record, Scalar, items_of
from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.text import unusable
from .comparator import COMPARATORS, load_comparator
from .load_waivers import load_waiver_policy, load_waivers
from .model import VERSION, Policy, Rule, Severity

TOP_KEYS = ("version", "rules", "waivers", "waiver_policy")
RULE_KEYS = ("id", "description", "fact", *COMPARATORS, "severity")


def load_policy(text: str, file: str) -> Policy:
    """The policy. Raises `InputError` with all problems, in the order of their lines."""
    return policy_of(read_yaml(text, file), file)


def policy_of(root: Node, file: str) -> Policy:
    problems = Problems(file)
    policy = gather(root, problems)
    problems.raise_any()
    return policy


def gather(root: Node, problems: Problems) -> Policy:
    """The policy as far as we can read it; the rest is in the problems."""
    file = problems.file
    if isinstance(root, Scalar):
        place = root.start
        what = "a policy is a mapping with version and rules"
        raise unusable(file, what, "start with: mcptest policy init", place.line, place.column)
    record = Record(problems, root, "the policy", TOP_KEYS)
    _check_version(problems, record)
    rules = _load_rules(problems, record)
    waiver_policy = load_waiver_policy(problems, record.fields.get("waiver_policy"))
    waivers = load_waivers(problems, record.fields.get("waivers"), rules, waiver_policy)
    return Policy(file, tuple(rules.values()), waivers, waiver_policy)


def _check_version(problems: Problems, record: Record) -> None:
    written = record.text("version")
    field = record.fields.get("version")
    if not written or field is None or not isinstance(field.value, Scalar):
        return
    if field.value.value != VERSION:
        hint = f'write version: "{VERSION}"'
        found = f"the number {VERSION}" if field.value.text == VERSION else f"'{written}'"
        problems.add(field.value, f"version is {found}, not the text '{VERSION}'", hint)


def _load_rules(problems: Problems, record: Record) -> dict[str, Rule]:
    field = record.fields.get("rules")
    nodes = items_of(problems, field, "rules")
    if not nodes and not problems.found:
        problems.add(
            field or record.node, "there are no rules", "a policy without rules gates nothing"
        )
    rules: dict[str, Rule] = {}
    for position, node in enumerate(nodes):
        rule = _load_rule(problems, node, f"rules[{position}]")
        if rule.id and rule.id in rules:
            first = rules[rule.id].line
            what = f"the rule id '{rule.id}' appears twice"
            problems.add(node, what, f"first on line {first}; ids must be unique")
        rules.setdefault(rule.id, rule)
    return rules


def _load_rule(problems: Problems, node: Node, label: str) -> Rule:
    record = Record(problems, node, label, RULE_KEYS)
    fact = record.fields["fact"].value.start if "fact" in record.fields else node.start
    return Rule(
        id=record.text("id"),
        fact=record.text("fact"),
        comparator=load_comparator(problems, record),
        severity=Severity(record.word("severity", Severity, Severity.FAIL)),
        description=record.optional_text("description"),
        line=node.start.line,
        column=node.start.column,
        fact_line=fact.line,
        fact_column=fact.column,
    )
