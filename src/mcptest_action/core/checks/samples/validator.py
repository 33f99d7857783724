"""Check values against a schema: no network, no regular expression that runs away, bounded work."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from jsonschema import Draft7Validator, Draft201909Validator, Draft202012Validator, FormatChecker
from jsonschema.exceptions import SchemaError, ValidationError
from jsonschema.validators import extend
from referencing import Registry

from .keywords import Effort, RefusedError, guarded
from .limits import limit_passed
from .model import clipped

MOST_STEPS = 200_000
MOST_VIOLATIONS = 20
UNCHECKED = "could not be checked: "
MALFORMED = "the schema is malformed"


def _guarded(dialect: Any) -> Any:
    return extend(dialect, guarded(dialect.VALIDATORS))  # type: ignore[no-untyped-call]


DIALECTS: Mapping[str, Any] = {
    "json-schema.org/draft-07/schema": _guarded(Draft7Validator),
    "json-schema.org/draft/2019-09/schema": _guarded(Draft201909Validator),
    "json-schema.org/draft/2020-12/schema": _guarded(Draft202012Validator),
}
_DEFAULT = "https://json-schema.org/draft/2020-12/schema"


class Validator(NamedTuple):
    """A schema to check values against."""

    root: Mapping[str, Any]
    """The schema, without the name of its dialect and its own name."""
    engine: Any
    """jsonschema's validator of `root`. Its references are local, its keywords are counted."""
    effort: Effort

    def violations(self, value: Any, schema: Any = None) -> Iterator[str]:
        """What is wrong with the value, for the whole schema or for one inside it."""
        try:
            engine = self.engine if schema is None else self.engine.evolve(schema=schema)
            yield from map(_in_words, engine.iter_errors(value))
        except RefusedError as refusal:
            yield clipped(f"{UNCHECKED}{refusal}")
        except Exception as error:  # noqa: BLE001 - from inside a library, on input of any kind
            yield clipped(f"{UNCHECKED}{type(error).__name__}: {error}")


class Unusable(NamedTuple):
    """A schema that cannot check anything."""

    because: str


def validator_for(schema: Any, *, steps: int = MOST_STEPS) -> Validator | Unusable:
    """The validator, good for this many steps in all."""
    if problem := limit_passed(schema):
        return Unusable(problem)
    named = schema.get("$schema", _DEFAULT)
    dialect = DIALECTS.get(str(named).rstrip("#").partition("://")[2])
    if dialect is None:
        return Unusable(clipped(f"the schema's dialect is not supported: '{named}'"))
    try:
        dialect.check_schema(schema, format_checker=FormatChecker(formats=()))
    except SchemaError as error:
        return Unusable(f"{MALFORMED}: {_in_words(error)}")
    root = {key: value for key, value in schema.items() if key not in ("$schema", "$id")}
    effort = Effort(steps)
    engine = dialect(root, registry=Registry(), format_checker=effort)
    return Validator(root, engine, effort)


def violations(schema: Any, value: Any) -> list[str]:
    """The first violations, in the order of the schema; none means that the value is valid.

    A value that could not be checked is a violation too. So is any value of an unusable schema.
    """
    validator = validator_for(schema)
    if isinstance(validator, Unusable):
        return [f"{UNCHECKED}{validator.because}"]
    return list(islice(validator.violations(value), MOST_VIOLATIONS))


def _in_words(error: ValidationError | SchemaError) -> str:
    where = "".join(f"/{step}" for step in error.absolute_path)
    return clipped(f"at {where}: {error.message}" if where else error.message)
