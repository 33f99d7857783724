"""The values of a schema, best first: what it names itself, then what can be made from it."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from mcptest_action.core.samples.branches import branches
from mcptest_action.core.samples.lists import lists
from mcptest_action.core.samples.merge import merge
from mcptest_action.core.samples.model import Attempt, DeadEnd, Nesting, Schema, Value
from mcptest_action.core.samples.numbers import numbers
from mcptest_action.core.samples.objects import needed_names, objects
from mcptest_action.core.samples.plain import Plain, types
from mcptest_action.core.samples.texts import texts
from mcptest_action.core.samples.validator import Validator

DEEPEST = 12
_MOST_TRIES = 400


class Search(NamedTuple):
    validator: Validator

    def pick(self, schema: Schema, nesting: Nesting) -> Iterator[Attempt]:
        """Every value is checked. Without any, the one reason that says most."""
        stuck = wrong = None
        found = False
        for attempt in islice(self._candidates(schema, nesting), _MOST_TRIES):
            if isinstance(attempt, DeadEnd):
                stuck = stuck or attempt.because
            elif problem := next(self.validator.violations(attempt.value, schema), None):
                wrong = wrong or problem
            else:
                found = True
                yield attempt
        if not found:
            yield DeadEnd(stuck or f"no value was found: {wrong or 'there is none to try'}")

    def _candidates(self, schema: Schema, nesting: Nesting) -> Iterator[Attempt]:
        if nesting.depth > DEEPEST:
            yield DeadEnd(f"it needs values nested more than {DEEPEST} levels deep")
            return
        for branch in branches(schema, nesting, self.validator):
            if isinstance(branch, DeadEnd):
                yield branch
            else:
                inner = Nesting(nesting.depth + 1, nesting.inside | branch.followed)
                yield from self._of_plain(branch.plain, inner)

    def _of_plain(self, plain: Plain, nesting: Nesting) -> Iterator[Attempt]:
        named = [plain[key] for key in ("const", "default") if key in plain]
        named += plain.get("examples", []) + plain.get("enum", [])
        yield from map(Value, named)
        if "const" in plain or "enum" in plain:
            return
        for name in types(plain):
            yield from self._of_type(name, plain, nesting)
        if not types(plain):
            yield DeadEnd("no type satisfies every part of the schema")

    def _of_type(self, name: str, plain: Plain, nesting: Nesting) -> Iterator[Attempt]:
        effort = self.validator.effort
        match name:
            case "string":
                yield from texts(plain, effort)
            case "integer" | "number":
                yield from map(Value, numbers(plain, whole=name == "integer"))
            case "boolean":
                yield from map(Value, (False, True))
            case "array":
                yield from lists(plain, nesting, self.pick)
            case "object":
                yield from self._objects(plain, nesting)
            case _:
                yield Value(None)

    def _objects(self, plain: Plain, nesting: Nesting) -> Iterator[Attempt]:
        """With the schemas that depend on a needed property joined in."""
        dependent = plain.get("dependentSchemas", {})
        due = [name for name in needed_names(plain) if name in dependent]
        if not due:
            yield from objects(plain, nesting, self.pick, self.validator.effort)
            return
        left = {name: schema for name, schema in dependent.items() if name not in due}
        rest = {**plain, "dependentSchemas": left}
        joint = {"allOf": [dependent[name] for name in due]}
        for branch in branches(joint, nesting, self.validator):
            if isinstance(branch, DeadEnd):
                yield branch
            else:
                yield from self._objects(merge(rest, branch.plain), nesting)
