"""Arguments that leave no freedom: how far a schema itself decides what a call may hold."""

from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from itertools import islice
from typing import Any

from .branches import Branch, branches
from .keywords import Effort, pattern_found
from .model import Nesting, NoSample, Sample, Schema, clipped
from .objects import schema_of
from .plain import Plain
from .synthesize import MOST_STEPS, bounded, sample_of
from .validator import Unusable, Validator, validator_for

_MOST_BRANCHES = 64
_CLOSED_TYPES = {"integer", "number", "boolean", "null"}
# If one of these fits anywhere into a pattern, the pattern leaves the text free.
_STRANGERS = (";../$(x)'", "; ../$(x) '")
_FREE = "is not bound by an enum, a const, a pattern, or a numeric or boolean type"


class Binding(IntEnum):
    """How far a schema decides what the arguments of a call are."""

    FREE = 0
    """Some argument may be anything, or could be given and is not."""
    SHAPED = 1
    """Some argument is a number or fits a pattern. It may name something that isn't there."""
    LISTED = 2
    """The schema itself names every value."""


def synthesize_strict(schema: Mapping[str, Any]) -> Sample | NoSample:
    """A sample that binds every argument to what the server itself has listed."""
    validator = validator_for(schema, steps=MOST_STEPS)
    if isinstance(validator, Unusable):
        return NoSample(validator.because)
    sample = sample_of(validator)
    if isinstance(sample, NoSample):
        return sample
    return bounded(lambda: _loose(sample.arguments, validator, _binds)) or sample


def binding_of(schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> Binding:
    """How far the schema decides these arguments. A call without any decides something only if the
    tool takes none: it may want one of those that it could have.
    """
    validator = validator_for(schema, steps=MOST_STEPS)
    if isinstance(validator, Unusable):
        return Binding.FREE
    if not arguments:
        return Binding.LISTED if bounded(lambda: _takes_none(validator)) is True else Binding.FREE
    if bounded(lambda: _loose(arguments, validator, _binds)):
        return Binding.FREE
    wide = bounded(lambda: _loose(arguments, validator, _lists))
    return Binding.SHAPED if wide else Binding.LISTED


Test = Callable[[Plain, Any, Effort], bool]


def _loose(arguments: Mapping[str, Any], validator: Validator, binds: Test) -> NoSample | None:
    """Why every way through the schema leaves some argument free; None if one binds them all."""
    free = "the schema"
    for branch in _ways(validator.root, validator):
        loose = [
            name
            for name, value in arguments.items()
            if not any(
                binds(way.plain, value, validator.effort)
                for way in _ways(schema_of(branch.plain, name, validator.effort), validator)
            )
        ]
        if not loose:
            return None
        free = f"'{loose[0]}'"
    return NoSample(clipped(f"{free} {_FREE}"))


def _takes_none(validator: Validator) -> bool:
    return not any(branch.plain.get("properties") for branch in _ways(validator.root, validator))


def _ways(schema: Schema, validator: Validator) -> Iterator[Branch]:
    for branch in islice(branches(schema, Nesting(), validator), _MOST_BRANCHES):
        if isinstance(branch, Branch):
            yield branch


def _binds(plain: Plain, value: Any, effort: Effort) -> bool:
    if "const" in plain or "enum" in plain:
        return value in [plain[key] for key in ("const",) if key in plain] + plain.get("enum", [])
    if isinstance(value, str):
        return any(_is_narrow(pattern, value, effort) for pattern in plain.get("patterns", []))
    return _is_closed(plain)


def _lists(plain: Plain, value: Any, effort: Effort) -> bool:
    """A number may be an identifier, even one of few."""
    named = "const" in plain or "enum" in plain or value is None or isinstance(value, bool)
    return named and _binds(plain, value, effort)


def _is_closed(plain: Plain) -> bool:
    return "type" in plain and set(plain["type"]) <= _CLOSED_TYPES


def _is_narrow(pattern: str, value: str, effort: Effort) -> bool:
    strange = (
        value[:place] + stranger + value[place:]
        for stranger in _STRANGERS
        for place in range(len(value) + 1)
    )
    return pattern_found(effort, pattern, value) and not any(
        pattern_found(effort, pattern, text) for text in strange
    )
