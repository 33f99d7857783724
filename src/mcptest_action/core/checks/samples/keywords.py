"""jsonschema's keywords, each counted, and replaced if it isn't safe with hostile input."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from jsonschema import FormatChecker, ValidationError

from .reference import REFERENCES, is_local, reference_price
from .regex.match import matches
from .regex.program import Program, compiled
from .regex.syntax import Unreadable

_DEEPEST = 120
_LETTERS_PER_STEP = 16


class RefusedError(Exception):
    """Checking stops here; the text says why."""


class Effort(FormatChecker):
    """A count of steps left.

    It checks no format. It is a format checker because that is the only thing that jsonschema
    passes on, unchanged, from a schema to the schemas inside it.
    """

    def __init__(self, steps: int) -> None:
        super().__init__(formats=())
        self._allowed = steps
        self._left = float(steps)
        self._depth = 0
        self._programs: dict[str, Program | Unreadable] = {}

    def spend(self, steps: float) -> None:
        self._left -= steps
        if self._left < 0:
            raise RefusedError(f"it takes more than {self._allowed:,} steps")

    def enter(self) -> None:
        """One keyword inside another. Without this, a circle would exhaust Python's stack, and
        then a library of jsonschema's dies in a way that cannot be caught.
        """
        self._depth += 1
        if self._depth > _DEEPEST:
            raise RefusedError(f"it leads more than {_DEEPEST} keywords deep, or round in circles")

    def leave(self) -> None:
        self._depth -= 1

    def glance(self, letters: int) -> None:
        """Matching a letter costs less than a step."""
        self.spend(letters / _LETTERS_PER_STEP)

    def pattern(self, text: str) -> Program | Unreadable:
        """The pattern, compiled once."""
        if text not in self._programs:
            self._programs[text] = compiled(text)
        return self._programs[text]


Keyword = Callable[[Any, Any, Any, Any], Iterator[ValidationError] | None]


def guarded(keywords: Mapping[str, Keyword]) -> dict[str, Keyword]:
    replaced: dict[str, Keyword] = {
        **keywords,
        "pattern": _pattern,
        "patternProperties": _pattern_properties,
        "additionalProperties": _additional_properties,
    }
    return {
        name: _counted(_inside(keyword) if name in REFERENCES else keyword, _price(name))
        for name, keyword in replaced.items()
    }


def _counted(keyword: Keyword, price: Callable[[Any], int]) -> Keyword:
    def check(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        effort: Effort = validator.format_checker
        effort.spend(price(instance))
        try:
            effort.enter()
            for error in keyword(validator, value, instance, schema) or ():
                effort.glance(len(error.message))
                yield error
        finally:
            effort.leave()

    return check


def _inside(keyword: Keyword) -> Keyword:
    def check(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        if not is_local(value):
            raise RefusedError(f"it refers to '{value}', and nothing outside a schema is read")
        validator.format_checker.spend(reference_price(value))
        yield from keyword(validator, value, instance, schema) or ()

    return check


def _price(name: str) -> Callable[[Any], int]:
    """Two keywords compare every entry with every other."""
    return _square if name in ("uniqueItems", "unevaluatedItems") else lambda _: 1


def _square(instance: Any) -> int:
    """Texts are compared by sorting them; anything else in pairs."""
    if not isinstance(instance, list) or all(isinstance(entry, str) for entry in instance):
        return 1
    return len(instance) ** 2


def pattern_found(effort: Effort, pattern: str, text: str) -> bool:
    """Whether the pattern is in the text. Refuses what it cannot decide, and never guesses."""
    program = effort.pattern(pattern)
    if isinstance(program, Unreadable):
        raise RefusedError(f"the pattern '{pattern[:80]}' {program.because}")
    return matches(program, text, effort.glance)


def _pattern(validator: Any, value: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
    if isinstance(instance, str) and not pattern_found(validator.format_checker, value, instance):
        yield ValidationError(f"{instance!r} does not match {value!r}")


def _pattern_properties(
    validator: Any, value: Any, instance: Any, _: Any
) -> Iterator[ValidationError]:
    for pattern, inner in value.items() if isinstance(instance, dict) else ():
        for name, member in instance.items():
            if pattern_found(validator.format_checker, pattern, name):
                yield from validator.descend(member, inner, path=name, schema_path=pattern)


def _additional_properties(
    validator: Any, value: Any, instance: Any, schema: Any
) -> Iterator[ValidationError]:
    patterns = schema.get("patternProperties", {})
    for name, member in instance.items() if isinstance(instance, dict) else ():
        if name in schema.get("properties", {}) or any(
            pattern_found(validator.format_checker, pattern, name) for pattern in patterns
        ):
            continue
        if value is False:
            yield ValidationError(f"{name!r} is not a known property, and no others are allowed")
        else:
            yield from validator.descend(member, value, path=name)
