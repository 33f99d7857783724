"""The values of a schema, best first: what it names itself, then what can be made from it."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from mcptest_action.core.samples.branches import branches
from mcptest_action.core.samples.lists import lists
from mcptest_action.core.samples.merge import merge
from mcptest_action.core.samples.model import Attempt, Made, Place, Schema, Stuck
from mcptest_action.core.samples.numbers import numbers
from mcptest_action.core.samples.objects import needed_names, objects
from mcptest_action.core.samples.plain import Plain, types
from mcptest_action.core.samples.texts import texts
from mcptest_action.core.samples.validator import Validator

DEEPEST = 12
_MOST_TRIES = 400


class Search(NamedTuple):
    validator: Validator

    def pick(self, schema: Schema, place: Place) -> Iterator[Attempt]:
        """Every value is checked. Without any, the one reason that says most."""
        stuck = wrong = None
        found = False
        for attempt in islice(self._candidates(schema, place), _MOST_TRIES):
            if isinstance(attempt, Stuck):
                stuck = stuck or attempt.because
            elif problem := next(self.validator.violations(attempt.value, schema), None):
                wrong = wrong or problem
            else:
                found = True
                yield attempt
        if not found:
            yield Stuck(stuck or f"no value was found: {wrong or 'there is none to try'}")

    def _candidates(self, schema: Schema, place: Place) -> Iterator[Attempt]:
        if place.depth > DEEPEST:
            yield Stuck(f"it needs values nested more than {DEEPEST} levels deep")
            return
        for branch in branches(schema, place, self.validator):
            if isinstance(branch, Stuck):
                yield branch
            else:
                inner = Place(place.depth + 1, place.inside | branch.followed)
                yield from self._of_plain(branch.plain, inner)

    def _of_plain(self, plain: Plain, place: Place) -> Iterator[Attempt]:
        named = [plain[key] for key in ("const", "default") if key in plain]
        named += plain.get("examples", []) + plain.get("enum", [])
        yield from map(Made, named)
        if "const" in plain or "enum" in plain:
            return
        for name in types(plain):
            yield from self._of_type(name, plain, place)
        if not types(plain):
            yield Stuck("no type satisfies every part of the schema")

    def _of_type(self, name: str, plain: Plain, place: Place) -> Iterator[Attempt]:
        effort = self.validator.effort
        match name:
            case "string":
                yield from texts(plain, effort)
            case "integer" | "number":
                yield from map(Made, numbers(plain, whole=name == "integer"))
            case "boolean":
                yield from map(Made, (False, True))
            case "array":
                yield from lists(plain, place, self.pick)
            case "object":
                yield from self._objects(plain, place)
            case _:
                yield Made(None)

    def _objects(self, plain: Plain, place: Place) -> Iterator[Attempt]:
        """With the schemas that depend on a needed property joined in."""
        dependent = plain.get("dependentSchemas", {})
        due = [name for name in needed_names(plain) if name in dependent]
        if not due:
            yield from objects(plain, place, self.pick, self.validator.effort)
            return
        left = {name: schema for name, schema in dependent.items() if name not in due}
        rest = {**plain, "dependentSchemas": left}
        for branch in branches({"allOf": [dependent[name] for name in due]}, place, self.validator):
            if isinstance(branch, Stuck):
                yield branch
            else:
                yield from self._objects(merge(rest, branch.plain), place)
