"""`schema`: the shape of the value, as a JSON Schema. Nothing outside of it is read."""

from itertools import islice
from typing import Any

from mcptest_action.core.checks.ruling import Ruling, failed, inconclusive, passed
from mcptest_action.core.document.tree import Fields, Node, kind_of, plain
from mcptest_action.core.samples.validator import UNCHECKED, Unusable, validator_for, violations
from mcptest_action.core.suite.matcher import Matcher, RefusedOperand

_MOST = 3


def _schema(node: Node) -> Any | RefusedOperand:
    if not isinstance(node, Fields):
        return RefusedOperand(node, f"is {kind_of(node)}, not a mapping", "write a JSON Schema")
    schema = plain(node)
    made = validator_for(schema)
    if isinstance(made, Unusable):
        return RefusedOperand(node, f"cannot be used: {made.because}")
    return schema


def _fits(operand: Any, found: Any) -> Ruling:
    wrong = list(islice(violations(operand, found), _MOST))
    if not wrong:
        return passed("")
    unknown = any(text.startswith(UNCHECKED) for text in wrong)
    return (inconclusive if unknown else failed)("; ".join(wrong))


SCHEMA = Matcher("schema", _schema, lambda _: "fit the schema", _fits)
