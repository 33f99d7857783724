"""A schema to plain ones: references followed, one of every choice taken, conditions decided."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from .model import DeadEnd, Nesting, Schema
from .plain import Plain, merge, plain_part, price
from .reference import REFERENCES, reference_price, resolve
from .validator import Validator

_LONGEST_TRAIL = 50


class Branch(NamedTuple):
    """One way to satisfy a schema."""

    plain: Plain
    followed: frozenset[str] = frozenset()
    """The references on this way."""


def branches(schema: Schema, nesting: Nesting, validator: Validator) -> Iterator[Branch | DeadEnd]:
    """The ways, best first: null, and going round in circles, only if there is no other way."""
    yield from _Expansion(nesting, validator).of(schema, frozenset())


class _Reference(NamedTuple):
    text: str


class _Expansion(NamedTuple):
    nesting: Nesting
    validator: Validator

    def of(self, schema: Schema, trail: frozenset[str]) -> Iterator[Branch | DeadEnd]:
        """The ways through one schema. The trail holds the references that led to it."""
        self.validator.effort.spend(1)
        if isinstance(schema, _Reference):
            yield from self._behind(schema.text, trail)
        elif schema is True:
            yield Branch({}, trail)
        elif isinstance(schema, dict):
            yield from self._joined(Branch(plain_part(schema), trail), _groups(schema), trail)
        elif schema is False:
            yield DeadEnd("a part of the schema allows nothing")
        else:
            yield DeadEnd("a part of the schema is not a schema")

    def _joined(
        self, made: Branch, groups: list[list[Schema]], trail: frozenset[str]
    ) -> Iterator[Branch | DeadEnd]:
        """One alternative of the first group, joined with one of every other group."""
        if not groups:
            yield made
            return
        for alternative in sorted(groups[0], key=self._reluctance):
            for branch in self.of(alternative, trail):
                if isinstance(branch, DeadEnd):
                    yield branch
                    continue
                self.validator.effort.spend(price(made.plain, branch.plain))
                joined = merge(made.plain, branch.plain)
                followed = made.followed | branch.followed
                yield from self._joined(Branch(joined, followed), groups[1:], trail)

    def _behind(self, reference: str, trail: frozenset[str]) -> Iterator[Branch | DeadEnd]:
        if reference in trail or len(trail) == _LONGEST_TRAIL:
            yield DeadEnd(f"it refers to '{reference}', which leads back to itself or too far")
            return
        self.validator.effort.spend(reference_price(reference))
        target = resolve(reference, self.validator.root)
        if isinstance(target, DeadEnd):
            yield target
        else:
            yield from self.of(target.value, trail | {reference})

    def _reluctance(self, schema: Schema) -> int:
        if not isinstance(schema, dict):
            return 0
        if schema.get("$ref") in self.nesting.inside:
            return 2
        return int(schema.get("type") == "null" or schema.get("const", True) is None)


def _groups(schema: dict[str, Any]) -> list[list[Schema]]:
    """What must hold besides the plain part: one alternative of every group."""
    groups: list[list[Schema]] = [[_Reference(schema[key])] for key in REFERENCES if key in schema]
    groups += [[part] for part in schema.get("allOf", [])]
    groups += [schema[key] for key in ("anyOf", "oneOf") if key in schema]
    if "if" in schema:
        then = schema.get("then", True)
        groups.append([schema.get("else", True), then, {"allOf": [schema["if"], then]}])
    return groups
