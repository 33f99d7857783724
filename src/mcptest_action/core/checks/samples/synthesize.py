"""Arguments for a tool, from its input schema. The same schema always gives the same arguments."""

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from .branches import branches
from .keywords import RefusedError
from .model import Attempt, DeadEnd, Nesting, NoSample, Sample, Schema, Value, clipped
from .objects import lists, needed_names, objects
from .plain import Plain, merge, types
from .texts import numbers, texts
from .validator import Unusable, Validator, validator_for

MOST_STEPS = 20_000
_Answer = TypeVar("_Answer")
_DEEPEST = 12
_MOST_TRIES = 400


def synthesize(schema: Mapping[str, Any]) -> Sample | NoSample:
    """The smallest arguments that we can find and the schema allows; or why there are none."""
    validator = validator_for(schema, steps=MOST_STEPS)
    if isinstance(validator, Unusable):
        return NoSample(validator.because)
    return sample_of(validator)


def sample_of(validator: Validator) -> Sample | NoSample:
    asked = {"allOf": [validator.root, {"type": "object"}]}
    best = bounded(lambda: next(Search(validator).pick(asked, Nesting())))
    if isinstance(best, Value):
        # A copy: parts of the value are parts of the schema.
        return Sample(json.loads(json.dumps(best.value)))
    return NoSample(clipped(best.because))


def bounded(work: Callable[[], _Answer]) -> _Answer | NoSample:
    """The result of the work, or why we gave up: no schema makes us crash or run for long."""
    try:
        return work()
    except RefusedError as refusal:
        return NoSample(str(refusal))
    except RecursionError:
        return NoSample("the schema joins too many parts")
    except Exception as error:  # noqa: BLE001 - a reference can lead to anything, not only schemas
        return NoSample(f"a part of the schema is malformed: {type(error).__name__}")


class Search(NamedTuple):
    validator: Validator

    def pick(self, schema: Schema, nesting: Nesting) -> Iterator[Attempt]:
        """Checks every value. If there is none, gives the one reason that says most."""
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
        if nesting.depth > _DEEPEST:
            yield DeadEnd(f"it needs values nested more than {_DEEPEST} levels deep")
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
