"""Arguments that are wrong in exactly one way, which the tool's own schema proves; and strange
text, where a tool takes text.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from mcptest_action.core.checks.samples import (
    UNCHECKED,
    NoSample,
    Unusable,
    synthesize,
    validator_for,
)
from .model import Subject

_OWN = "mcptest_text"


Arguments = Mapping[str, Any]
# For a valid value of an argument, values that it should not have.
Spoiled = Callable[[Any], Iterable[Any]]
# Whether a schema proves that arguments are wrong.
Refutes = Callable[[Arguments], bool]
# Keywords whose value holds schemas under names that somebody chose.
_NAMES_INSIDE = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_EXAMPLE: Mapping[str, Any] = {
    "string": "mcptest", "integer": 1, "number": 1.5, "boolean": True, "array": [], "object": {},
}  # fmt: skip


def refuter(schema: Any, *ignored: str) -> Refutes:
    """A format proves nothing, because few servers check it; nor does an unchecked value."""
    validator = validator_for(stripped(schema, "format", *ignored))

    def refutes(arguments: Arguments) -> bool:
        if isinstance(validator, Unusable):
            return False
        violation = next(validator.violations(arguments), None)
        return violation is not None and not violation.startswith(UNCHECKED)

    return refutes


def stripped(schema: Any, *keywords: str) -> Any:
    """The schema without these keywords, at every level; an argument may share a keyword's name."""
    if isinstance(schema, list):
        return [stripped(item, *keywords) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {name: stripped(inner, *keywords) for name, inner in value.items()}
        if key in _NAMES_INSIDE and isinstance(value, dict)
        else stripped(value, *keywords)
        for key, value in schema.items()
        if key not in keywords
    }


def required_arguments(subject: Subject, refutes: Refutes) -> Iterator[str]:
    """The arguments that cannot be left out, in the order of the sample."""
    return (name for name in subject.arguments if refutes(without(subject, name)))


def without(subject: Subject, name: str) -> Arguments:
    return {key: value for key, value in subject.arguments.items() if key != name}


def spoiled_arguments(
    subject: Subject, spoiled: Spoiled, beyond_doubt: Refutes | None = None
) -> Arguments | None:
    """Valid arguments with one of them spoiled, so that the schema no longer accepts them.

    None if the schema accepts every such value: then a rejection would prove nothing. If given,
    `beyond_doubt` must refute the spoiled arguments, too, and not the valid ones.
    """
    refutes = refuter(subject.schema)
    for name, valid in _with_each_argument(subject, refutes):
        for wrong in spoiled(valid[name]):
            candidate = {**valid, name: wrong}
            if refutes(candidate) and (
                beyond_doubt is None or (beyond_doubt(candidate) and not beyond_doubt(valid))
            ):
                return candidate
    return None


def _with_each_argument(subject: Subject, refutes: Refutes) -> Iterator[tuple[str, Arguments]]:
    """Valid arguments, once for each: those of the sample first, which a tool cannot ignore."""
    yield from ((name, subject.arguments) for name in subject.arguments)
    properties = subject.schema.get("properties")
    for name, schema in properties.items() if isinstance(properties, dict) else ():
        if name not in subject.arguments:
            for value in _values(subject.schema, name, schema):
                valid = {**subject.arguments, name: value}
                if not refutes(valid):
                    yield name, valid
                    break


def _values(whole: Mapping[str, Any], name: str, schema: Any) -> Iterator[Any]:
    """Values for an optional argument: a plain guess first, because a sample takes time."""
    kind = schema.get("type") if isinstance(schema, dict) else None
    if isinstance(kind, str) and kind in _EXAMPLE:
        yield _EXAMPLE[kind]
    required = whole.get("required")
    needed = [*(required if isinstance(required, list) else ()), name]
    made = synthesize({**whole, "required": needed})
    if not isinstance(made, NoSample):
        yield made.arguments[name]


def with_text(subject: Subject, text: Any) -> Mapping[str, Any]:
    """The arguments with `text` in place of the first text, or as an argument of its own."""
    return {**subject.arguments, text_argument(subject) or _OWN: text}


def text_argument(subject: Subject) -> str | None:
    """The first argument that takes any text, required ones before others."""
    declared = subject.schema.get("properties")
    properties = declared if isinstance(declared, dict) else {}
    given = [
        name
        for name, value in subject.arguments.items()
        if isinstance(value, str) and not _is_closed(properties.get(name))
    ]
    optional = [name for name, schema in properties.items() if _takes_text(schema)]
    return next(iter((*given, *optional)), None)


def _is_closed(schema: Any) -> bool:
    """Whether it lists the texts that it takes."""
    return isinstance(schema, dict) and bool(schema.keys() & {"enum", "const"})


def _takes_text(schema: Any) -> bool:
    """As far as the schema itself says so, even among other types: text or null is text."""
    if not isinstance(schema, dict) or _is_closed(schema):
        return False
    kinds = schema.get("type")
    choices = [schema.get(word) for word in ("anyOf", "oneOf")]
    ways = [way for choice in choices if isinstance(choice, list) for way in choice]
    return "string" in (kinds if isinstance(kinds, list) else [kinds]) or any(
        isinstance(way, dict) and way.get("type") == "string" and not _is_closed(way)
        for way in ways
    )
