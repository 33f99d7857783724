"""`contains`, `regex`: what is in the value."""

from typing import Any

from mcptest_action.core.checks.results import Ruling, failed, inconclusive, passed, ruled
from mcptest_action.core.checks.samples import (
    Effort,
    RefusedError,
    Unreadable,
    compiled,
    pattern_found,
)
from mcptest_action.core.document import Node, Scalar, kind_of, plain
from .equal import same
from .matcher import Matcher, RefusedOperand, wrong_kind
from .shown import shown

# Two seconds at worst. Ordinary patterns need a tenth of it for the longest text that we keep.
MOST_STEPS = 60_000


def _something(node: Node) -> Any | RefusedOperand:
    """Refuses the empty text, because every text contains it."""
    operand = plain(node)
    if operand in ("", {}):
        return RefusedOperand(node, "is empty, which everything contains", "write something")
    return operand


def _contains(operand: Any, found: Any) -> Ruling:
    if isinstance(found, str):
        return ruled(operand in found) if isinstance(operand, str) else wrong_kind("a list")
    if isinstance(found, list):
        return ruled(any(same(operand, item) for item in found))
    if isinstance(found, dict) and isinstance(operand, dict):
        for key, value in operand.items():
            if key not in found:
                return failed(f"it has no '{key}'")
            if not same(value, found[key]):
                return failed(f"at {key}: {shown(found[key])}")
        return passed("")
    if isinstance(found, dict):
        return ruled(isinstance(operand, str) and operand in found)
    return wrong_kind("text, a list or an object")


def _pattern(node: Node) -> Any | RefusedOperand:
    if not isinstance(node, Scalar):
        return RefusedOperand(node, f"is {kind_of(node)}, not a pattern")
    if not node.text:
        return RefusedOperand(node, "is empty, which is in every text", "write something")
    program = compiled(node.text)
    if isinstance(program, Unreadable):
        return RefusedOperand(node, f"cannot be used: it {program.because}")
    return node.text


def _regex(operand: str, found: Any) -> Ruling:
    """The text comes from the server, which may try to keep us busy: the effort is bounded."""
    if not isinstance(found, str):
        return wrong_kind("text")
    try:
        return ruled(pattern_found(Effort(MOST_STEPS), operand, found))
    except RefusedError as refusal:
        return inconclusive(f"the pattern could not be matched: {refusal}")


CONTAINS = Matcher("contains", _something, lambda operand: f"contain {shown(operand)}", _contains)
REGEX = Matcher("regex", _pattern, lambda operand: f"match /{shown(operand)[1:-1]}/", _regex)
