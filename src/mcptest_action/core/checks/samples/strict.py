"""Samples without free-form values: what an active probe may send."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from .branches import Branch, branches
from .effort import Effort
from .keywords import pattern_found
from .model import Nesting, NoSample, Sample, Schema, clipped
from .objects import schema_of
from .plain import Plain
from .synthesize import MOST_STEPS, bounded, sample_of
from .validator import Unusable, Validator, validator_for

_MOST_BRANCHES = 64
_CLOSED_TYPES = {"integer", "number", "boolean", "null"}
# A pattern into which one of these can be slipped, anywhere, leaves the text free.
_STRANGERS = (";../$(x)'", "; ../$(x) '")
_FREE = "is not bound by an enum, a const, a pattern, or a numeric or boolean type"


def synthesize_strict(schema: Mapping[str, Any]) -> Sample | NoSample:
    """A sample in which every argument is bound to what the server itself has listed."""
    validator = validator_for(schema, steps=MOST_STEPS)
    if isinstance(validator, Unusable):
        return NoSample(validator.because)
    sample = sample_of(validator)
    if isinstance(sample, NoSample):
        return sample
    return bounded(lambda: _loose(sample.arguments, validator)) or sample


def _loose(arguments: Mapping[str, Any], validator: Validator) -> NoSample | None:
    """Why some argument is free in every way through the schema; None if one binds them all."""
    free = "the schema"
    for branch in _ways(validator.root, validator):
        loose = [
            name
            for name, value in arguments.items()
            if not _is_bound(value, schema_of(branch.plain, name, validator.effort), validator)
        ]
        if not loose:
            return None
        free = f"'{loose[0]}'"
    return NoSample(clipped(f"{free} {_FREE}"))


def _is_bound(value: Any, schema: Schema, validator: Validator) -> bool:
    return any(_binds(way.plain, value, validator.effort) for way in _ways(schema, validator))


def _ways(schema: Schema, validator: Validator) -> Iterator[Branch]:
    for branch in islice(branches(schema, Nesting(), validator), _MOST_BRANCHES):
        if isinstance(branch, Branch):
            yield branch


def _binds(plain: Plain, value: Any, effort: Effort) -> bool:
    if "const" in plain or "enum" in plain:
        return value in [plain[key] for key in ("const",) if key in plain] + plain.get("enum", [])
    if isinstance(value, str):
        return any(_is_narrow(pattern, value, effort) for pattern in plain.get("patterns", []))
    return "type" in plain and set(plain["type"]) <= _CLOSED_TYPES


def _is_narrow(pattern: str, value: str, effort: Effort) -> bool:
    texts = (
        value[:place] + stranger + value[place:]
        for stranger in _STRANGERS
        for place in range(len(value) + 1)
    )
    return pattern_found(effort, pattern, value) and not any(
        pattern_found(effort, pattern, text) for text in texts
    )
