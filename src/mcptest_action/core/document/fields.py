"""Typed access to the fields of a YAML mapping, gathering every problem on the way."""

import math
from collections.abc import Iterable, Mapping
from typing import TypeGuard

from mcptest_action.core.text import InputError, Problem, did_you_mean, is_blank
from .tree import Field, Fields, Items, Node, Scalar, kind_of

# One typo is worth one line; a file of the wrong kind is not worth a thousand.
MOST_PROBLEMS = 20


class Problems:
    """All problems of one file; raises `InputError` once there are too many."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Problem] = []

    def add(self, node: Node | Field, what: str, hint: str = "") -> None:
        start = (node.name if isinstance(node, Field) else node).start
        self.found.append(Problem(self.file, what, hint, start.line, start.column))
        if len(self.found) >= MOST_PROBLEMS:
            cut = Problem(self.file, f"and more; these were the first {MOST_PROBLEMS} problems")
            raise InputError([*self._by_line(), cut])

    def raise_any(self) -> None:
        if self.found:
            raise InputError(self._by_line())

    def _by_line(self) -> list[Problem]:
        return sorted(self.found, key=lambda problem: (problem.line, problem.column))


class Record:
    """A mapping with a fixed set of keys, called `label` in messages."""

    def __init__(self, problems: Problems, node: Node, label: str, known: Iterable[str]) -> None:
        self.problems = problems
        self.node = node
        self.label = label
        self.fields: Mapping[str, Field] = {}
        if not isinstance(node, Fields):
            problems.add(node, f"{label} is {kind_of(node)}, not a mapping")
            return
        known = tuple(known)
        self.fields = {field.name.text: field for field in node.fields}
        for name, field in self.fields.items():
            if name not in known:
                hint = did_you_mean(name, known) or f"known: {', '.join(known)}"
                problems.add(field, f"{label} has an unknown key '{name}'", hint)

    def text(self, name: str) -> str:
        """A text that must be present and not empty; takes what is written, quoted or not."""
        field = self.fields.get(name)
        if field is None:
            if isinstance(self.node, Fields):  # a list has been complained about already
                self.problems.add(self.node, f"{self.label} has no '{name}'", f"add {name}: …")
            return ""
        return self._text(field, name)

    def optional_text(self, name: str) -> str:
        field = self.fields.get(name)
        if field is None or is_empty(field):
            return ""
        return self._text(field, name)

    def _text(self, field: Field, name: str) -> str:
        value = field.value
        if not isinstance(value, Scalar):
            self.problems.add(value, f"{self.label}: {name} is {kind_of(value)}, not text")
            return ""
        if value.value is None or is_blank(value.text):
            found = "holds nothing that can be seen" if value.text.strip() else "is empty"
            self.problems.add(field, f"{self.label}: {name} {found}", "write something")
            return ""
        return value.text

    def number(self, name: str) -> int | float | None:
        """A finite number, or None if there isn't one."""
        field = self.fields.get(name)
        if field is None:
            return None
        value = field.value.value if isinstance(field.value, Scalar) else None
        if is_number(value):
            return value
        found = kind_of(field.value)
        self.problems.add(field.value, f"{self.label}: {name} is {found}, not a finite number")
        return None

    def days(self, name: str) -> int | None:
        """A whole number of days that the calendar can hold, or None if there isn't one."""
        value = self.number(name)
        if value is None:
            return None
        if value != int(value) or not 0 <= value <= LONGEST_DAYS:
            what = f"{self.label}: {name} is {value}, not a number of days"
            self.problems.add(self.fields[name].value, what, f"0 to {LONGEST_DAYS}")
            return None
        return int(value)

    def boolean(self, name: str, *, default: bool) -> bool:
        field = self.fields.get(name)
        if field is None:
            return default
        if isinstance(field.value, Scalar) and isinstance(field.value.value, bool):
            return field.value.value
        found = kind_of(field.value)
        self.problems.add(field.value, f"{self.label}: {name} is {found}, not true or false")
        return default

    def word(self, name: str, words: Iterable[str], default: str) -> str:
        """One of the words."""
        field = self.fields.get(name)
        if field is None:
            return default
        words = tuple(words)
        written = field.value.text if isinstance(field.value, Scalar) else None
        if written in words:
            return written
        found = kind_of(field.value) if written is None else f"'{written}'"
        what = f"{self.label}: {name} is {found}"
        self.problems.add(field.value, what, f"use {' or '.join(words)}")
        return default


LONGEST_DAYS = 36500


def is_empty(field: Field | None) -> bool:
    """Whether the key is missing, or has nothing behind it."""
    return field is None or (isinstance(field.value, Scalar) and field.value.value is None)


def items_of(problems: Problems, field: Field | None, label: str) -> tuple[Node, ...]:
    """The entries of a list; a key with nothing behind it is an empty one."""
    if field is None or is_empty(field):
        return ()
    if isinstance(field.value, Items):
        return field.value.items
    problems.add(field.value, f"{label} is {kind_of(field.value)}, not a list")
    return ()


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether the value is a finite number; true and false are not."""
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool)
