"""`range`, `length`: how large the value is."""

from typing import Any, NamedTuple

from mcptest_action.core.checks.results import Ruling, failed, passed, ruled
from mcptest_action.core.document import Fields, Node, Scalar, is_number, kind_of
from .matcher import Matcher, RefusedOperand, wrong_kind

BOUNDS = ("min", "max")


class Bounds(NamedTuple):
    least: int | float | None
    most: int | float | None

    def hold(self, value: float) -> bool:
        above = self.least is None or value >= self.least
        return above and (self.most is None or value <= self.most)

    @property
    def in_words(self) -> str:
        if self.least == self.most:
            return f"{self.least}"
        parts = [f"at least {self.least}"] * (self.least is not None)
        parts += [f"at most {self.most}"] * (self.most is not None)
        return " and ".join(parts)


def _bounds(node: Node) -> Bounds | RefusedOperand:
    if not isinstance(node, Fields):
        return RefusedOperand(node, f"is {kind_of(node)}, not a mapping", "use {min: 0, max: 10}")
    limits: dict[str, int | float] = {}
    for field in node.fields:
        name, value = field.name.text, field.value
        if name not in BOUNDS:
            return RefusedOperand(
                field.name, f"has an unknown key '{name}'", "use min, max or both"
            )
        if not isinstance(value, Scalar) or not is_number(value.value):
            return RefusedOperand(
                value, f"has a {name} that is {kind_of(value)}, not a finite number"
            )
        limits[name] = value.value
    bounds = Bounds(limits.get("min"), limits.get("max"))
    if not limits:
        return RefusedOperand(node, "has no limit", "use min, max or both")
    if len(limits) == len(BOUNDS) and limits["min"] > limits["max"]:
        return RefusedOperand(node, f"is empty: min {bounds.least} is above max {bounds.most}")
    return bounds


def _length_bounds(node: Node) -> Bounds | RefusedOperand:
    """A number, or limits; a length is never negative, and always whole."""
    if isinstance(node, Fields):
        bounds = _bounds(node)
    elif isinstance(node, Scalar) and is_number(node.value):
        bounds = Bounds(node.value, node.value)
    else:
        hint = "use 3, or {min: 1, max: 10}"
        return RefusedOperand(node, f"is {kind_of(node)}, not a number or limits", hint)
    if isinstance(bounds, RefusedOperand):
        return bounds
    if any(limit is not None and (limit < 0 or limit != int(limit)) for limit in bounds):
        return RefusedOperand(node, "is no length", "use whole numbers from 0 on")
    return bounds


def _range(operand: Bounds, found: Any) -> Ruling:
    return ruled(operand.hold(found)) if is_number(found) else wrong_kind("a number")


def _length(operand: Bounds, found: Any) -> Ruling:
    if not isinstance(found, str | list | dict):
        return wrong_kind("text, a list or an object")
    if operand.hold(len(found)):
        return passed("")
    return failed(f"which has length {len(found)}")


RANGE = Matcher("range", _bounds, lambda operand: f"be {operand.in_words}", _range)
LENGTH = Matcher(
    "length", _length_bounds, lambda operand: f"have length {operand.in_words}", _length
)
