"""The `expect:` lists of a suite."""

from collections.abc import Sequence

from mcptest_action.core.checks.results import Expectation
from mcptest_action.core.document import (
    Field,
    Fields,
    Items,
    Node,
    Problems,
    Record,
    is_empty,
    items_of,
    kind_of,
)
from mcptest_action.core.text import did_you_mean
from .matcher import RefusedOperand
from .matchers import MATCHERS, NOT
from .target import NoTarget, parse_target

KEYS = ("target", *MATCHERS, NOT)


def load_expect(
    problems: Problems, field: Field | None, label: str, roots: Sequence[str]
) -> tuple[Expectation, ...]:
    """The expectations. A list that expects nothing is a mistake: it looks like a test."""
    if field is None:
        return ()
    nodes = items_of(problems, field, f"{label}: expect")
    if not nodes and (is_empty(field) or isinstance(field.value, Items)):
        problems.add(field, f"{label}: expect is empty", "add one, or leave it out")
    loaded = [
        _expectation(problems, node, f"{label}: expect[{number}]", roots)
        for number, node in enumerate(nodes)
    ]
    return tuple(one for one in loaded if one is not None)


def _expectation(
    problems: Problems, node: Node, label: str, roots: Sequence[str]
) -> Expectation | None:
    record = Record(problems, node, label, KEYS)
    text = record.text("target")
    target = parse_target(text, roots) if text else None
    if isinstance(target, NoTarget):
        what = f"{label}: target {target.problem}"
        problems.add(record.fields["target"].value, what, target.hint)
    if not isinstance(node, Fields):
        return None
    matcher = _matcher(problems, node, record, label)
    if matcher is None or target is None or isinstance(target, NoTarget):
        return None
    name, value, negated = matcher
    operand = MATCHERS[name].read(value)
    if isinstance(operand, RefusedOperand):
        problems.add(operand.node, f"{label}: {name} {operand.problem}", operand.hint)
        return None
    return Expectation(target, name, operand, negated, node.start.line)


def _matcher(
    problems: Problems, node: Fields, record: Record, label: str
) -> tuple[str, Node, bool] | None:
    """The one matcher, its operand, and whether it is negated."""
    given = [name for name in record.fields if name in MATCHERS or name == NOT]
    if len(given) != 1:
        found = "has no matcher" if not given else f"has {len(given)} matchers: {', '.join(given)}"
        unknown = [name for name in record.fields if name not in KEYS]
        if given or not unknown:  # an unknown key has already been reported
            problems.add(node, f"{label} {found}", f"use one of {', '.join(KEYS[1:])}")
        return None
    name, value = given[0], record.fields[given[0]].value
    if name != NOT:
        return name, value, False
    if not isinstance(value, Fields) or len(value.fields) != 1:
        found = "not is " + kind_of(value)
        if isinstance(value, Fields):
            found = f"not has {len(value.fields)} matchers"
        problems.add(value, f"{label}: {found}, and needs one", "as in not: {contains: error}")
        return None
    (inner,) = value.fields
    if inner.name.text not in MATCHERS:
        hint = did_you_mean(inner.name.text, MATCHERS) or f"use one of {', '.join(MATCHERS)}"
        problems.add(inner, f"{label}: not has an unknown matcher '{inner.name.text}'", hint)
        return None
    return inner.name.text, inner.value, True
