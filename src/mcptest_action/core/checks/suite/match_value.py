"""`exact`, `type`, `exists`, `schema`: what the value is."""

from itertools import islice
from typing import Any

from mcptest_action.core.checks.results import Ruling, failed, inconclusive, passed, ruled
from mcptest_action.core.checks.samples import UNCHECKED, Unusable, validator_for, violations
from mcptest_action.core.document import Fields, Node, Scalar, is_number, kind_of, plain
from mcptest_action.core.text import did_you_mean
from .equal import difference
from .matcher import Matcher, RefusedOperand
from .shown import LONGEST, excerpts, shown

_MOST = 3
TYPES = ("string", "number", "integer", "boolean", "object", "array", "null")


def _exact(operand: Any, found: Any) -> Ruling:
    differs = difference(operand, found)
    if differs is None:
        return passed("")
    path, expected, there = differs
    if isinstance(expected, str) and isinstance(there, str) and _is_long(expected, there):
        one, other, at = excerpts(expected, there)
        where = f"from character {at} on" + (f" of {path.lstrip('.')}" if path else "")
        return failed(f"{where}: expected {one}, found {other}")
    if not path:
        return failed("")
    where = path.lstrip(".")
    return failed(f"at {where}: expected {shown(expected)}, found {shown(there)}")


def _is_long(one: str, other: str) -> bool:
    return max(len(one), len(other)) > LONGEST


def _type_word(node: Node) -> Any | RefusedOperand:
    word = node.text if isinstance(node, Scalar) else ""
    if word in TYPES:
        return word
    found = kind_of(node) if not word else f"'{word}'"
    hint = did_you_mean(word, TYPES) or f"use {' or '.join(TYPES)}"
    return RefusedOperand(node, f"is {found}, not a type", hint)


def type_of(value: Any) -> str:
    """The JSON type; a whole number is an integer, however it is written."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "integer" if is_number(value) and value == int(value) else "number"
    if isinstance(value, str):
        return "string"
    return "object" if isinstance(value, dict) else "array"


def _type(operand: str, found: Any) -> Ruling:
    actual = type_of(found)
    if actual == operand or (operand == "number" and actual == "integer"):
        return passed("")
    return failed(f"which is of type {actual}")


def _flag(node: Node) -> Any | RefusedOperand:
    if isinstance(node, Scalar) and isinstance(node.value, bool):
        return node.value
    return RefusedOperand(node, f"is {kind_of(node)}, not true or false")


EXACT = Matcher("exact", plain, lambda operand: f"be {shown(operand)}", _exact)
TYPE = Matcher("type", _type_word, lambda operand: f"be of type {operand}", _type)
# A missing value never reaches a matcher; so every value that does, exists.
EXISTS = Matcher(
    "exists",
    _flag,
    lambda operand: "exist" if operand else "be absent",
    lambda operand, _: ruled(operand),
)


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
