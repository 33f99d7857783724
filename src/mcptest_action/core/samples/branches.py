"""A schema to plain ones: references followed, one of every choice taken, conditions decided."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from mcptest_action.core.samples.merge import merge
from mcptest_action.core.samples.model import Place, Schema, Stuck
from mcptest_action.core.samples.plain import Plain, plain_part
from mcptest_action.core.samples.reference import is_pointer, resolve
from mcptest_action.core.samples.validator import Validator

_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_ANCHOR_STEPS = 1_000


class Branch(NamedTuple):
    """One way to satisfy a schema."""

    plain: Plain
    followed: frozenset[str] = frozenset()
    """The references on this way."""


def branches(schema: Schema, place: Place, validator: Validator) -> Iterator[Branch | Stuck]:
    """The ways, best first: no null and no going round in circles before there is no other way."""
    yield from _expanded(schema, frozenset(), place, validator)


def _expanded(
    schema: Schema, followed: frozenset[str], place: Place, validator: Validator
) -> Iterator[Branch | Stuck]:
    validator.effort.spend(1)
    if schema is True:
        yield Branch({}, followed)
    elif not isinstance(schema, dict):
        yield Stuck("a part of the schema allows nothing")
    else:
        start = Branch(plain_part(schema), followed)
        yield from _joined(start, _groups(schema), place, validator)


def _joined(
    made: Branch, groups: list[list[Schema]], place: Place, validator: Validator
) -> Iterator[Branch | Stuck]:
    """One alternative of the first group, joined with one of every other group."""
    if not groups:
        yield made
        return
    for alternative in sorted(groups[0], key=lambda schema: _reluctance(schema, place)):
        for branch in _followed(alternative, made.followed, place, validator):
            if isinstance(branch, Stuck):
                yield branch
            else:
                joined = Branch(merge(made.plain, branch.plain), branch.followed)
                yield from _joined(joined, groups[1:], place, validator)


def _followed(
    schema: Schema, followed: frozenset[str], place: Place, validator: Validator
) -> Iterator[Branch | Stuck]:
    if not isinstance(schema, _Reference):
        yield from _expanded(schema, followed, place, validator)
    elif schema.text in followed:
        yield Stuck(f"it refers to '{schema.text}', which leads back to itself")
    else:
        validator.effort.spend(1 if is_pointer(schema.text) else _ANCHOR_STEPS)
        target = resolve(schema.text, validator.root)
        if isinstance(target, Stuck):
            yield target
        else:
            yield from _expanded(target.value, followed | {schema.text}, place, validator)


class _Reference(NamedTuple):
    text: str


def _groups(schema: dict[str, Any]) -> list[list[Schema]]:
    """What must hold besides the plain part: of every group, one alternative."""
    groups: list[list[Schema]] = [[_Reference(schema[key])] for key in _REFERENCES if key in schema]
    groups += [[part] for part in schema.get("allOf", [])]
    groups += [schema[key] for key in ("anyOf", "oneOf") if key in schema]
    if "if" in schema:
        then = schema.get("then", True)
        groups.append([schema.get("else", True), then, {"allOf": [schema["if"], then]}])
    return groups


def _reluctance(schema: Schema, place: Place) -> int:
    if not isinstance(schema, dict):
        return 0
    if schema.get("$ref") in place.inside:
        return 2
    return int(schema.get("type") == "null" or ("const" in schema and schema["const"] is None))
