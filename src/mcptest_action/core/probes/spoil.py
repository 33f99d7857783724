"""Arguments that are wrong in exactly one way, which the tool's own schema proves."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from mcptest_action.core.probes.model import Subject
from mcptest_action.core.samples.validator import UNCHECKED, Unusable, validator_for

# For a value that an argument may have, values that it should not have.
Spoiled = Callable[[Any], Iterable[Any]]
_EXAMPLE: Mapping[str, Any] = {
    "string": "mcptest", "integer": 1, "number": 1.5, "boolean": True, "array": [], "object": {},
}  # fmt: skip


def spoiled_arguments(subject: Subject, spoiled: Spoiled) -> Mapping[str, Any] | None:
    """The arguments with one of them spoiled, so that the schema no longer accepts them.

    None where the schema accepts every such value: then a rejection would prove nothing.
    """
    for name, value in _arguments(subject):
        for wrong in spoiled(value):
            candidate = {**subject.arguments, name: wrong}
            if refutes(subject.schema, candidate):
                return candidate
    return None


def _arguments(subject: Subject) -> Iterator[tuple[str, Any]]:
    """Those of the sample first, which a tool cannot ignore; then optional ones of a plain type."""
    yield from subject.arguments.items()
    properties = subject.schema.get("properties")
    for name, schema in properties.items() if isinstance(properties, dict) else ():
        kind = schema.get("type") if isinstance(schema, dict) else None
        if name not in subject.arguments and isinstance(kind, str) and kind in _EXAMPLE:
            yield name, _EXAMPLE[kind]


def refutes(schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> bool:
    """Whether the schema proves the arguments wrong. A format proves nothing: few check it."""
    validator = validator_for(without_formats(schema))
    if isinstance(validator, Unusable):
        return False
    violation = next(validator.violations(arguments), None)
    return violation is not None and not violation.startswith(UNCHECKED)


def without_formats(schema: Any) -> Any:
    if isinstance(schema, dict):
        kept = {k: v for k, v in schema.items() if k != "format" or not isinstance(v, str)}
        return {key: without_formats(value) for key, value in kept.items()}
    return [without_formats(item) for item in schema] if isinstance(schema, list) else schema
