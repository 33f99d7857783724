"""Typed access to a manifest's plain data, gathering every problem on the way."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from mcptest_action.core.text import InputError, Problem, did_you_mean
from .source import Path, Source

# One typo is worth one line; a file of the wrong kind is not worth a thousand.
MOST_PROBLEMS = 20
_KIND = {dict: "a mapping", list: "a list", str: "text", bool: "a boolean", type(None): "empty"}
_Made = TypeVar("_Made")
_Value = TypeVar("_Value")


class Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.found: list[Problem] = []

    def add(self, path: Path, what: str, hint: str = "") -> None:
        self.found.append(self.source.problem(path, what, hint))

    def raise_any(self) -> None:
        if not self.found:
            return
        shown = sorted(self.found, key=lambda problem: (problem.line, problem.column))
        if len(shown) > MOST_PROBLEMS:
            what = f"and more; these were the first {MOST_PROBLEMS} problems"
            shown[MOST_PROBLEMS:] = [Problem(self.source.file, what)]
        raise InputError(shown)

    def typed(self, path: Path, value: Any, expected: type[_Value]) -> _Value:
        """The value, or an empty one if it is of another kind."""
        if type(value) is expected:  # exactly: a boolean is an int to isinstance
            return value
        found = _KIND.get(type(value), "a number")
        wanted = _KIND.get(expected, "a whole number")
        hint = "put it in quotes" if expected is str and isinstance(value, int | float) else ""
        self.add(path, f"{label(path)} is {found}, not {wanted}", hint)
        return expected()

    def missing(self, path: Path, key: str, hint: str) -> None:
        """Complain, unless there is already a problem: a misspelt key explains a missing one."""
        if not self.found:
            self.add(path, f"{label(path)} has no '{key}'", hint)

    def mapping(self, path: Path, value: Any, known: Iterable[str]) -> dict[str, Any]:
        """A mapping with a fixed set of keys."""
        made = self.typed(path, value, dict)
        known = tuple(known)
        for key in made:
            if key not in known:
                hint = did_you_mean(key, known) or f"known: {', '.join(known)}"
                self.add((*path, key), f"{label(path)} has an unknown key '{key}'", hint)
        return made

    def entries(
        self, path: Path, value: Any, make: Callable[[Path, dict[str, Any]], _Made]
    ) -> tuple[_Made, ...]:
        """One value for each mapping of a list."""
        items = self.typed(path, value, list)
        return tuple(
            make((*path, index), item)
            for index, item in enumerate(items)
            if self.typed((*path, index), item, dict) is item
        )

    def needed(self, path: Path, entry: dict[str, Any], key: str) -> str:
        """A required text; the server finds the entry by it."""
        if key in entry:
            return self.typed((*path, key), entry[key], str)
        self.add(path, f"{label(path)} has no '{key}'", f"add {key}: …")
        return ""

    def renamed(self, path: Path, entry: dict[str, Any], *snakes: str) -> dict[str, Any]:
        """The entry with these keys as the wire spells them; the rest stays as it is."""
        camels = {snake: _camel_case(snake) for snake in snakes}
        for snake, camel in camels.items():
            if snake in entry and camel in entry:
                self.add((*path, snake), f"'{snake}' and '{camel}' are the same key", "keep one")
        return {camels.get(key, key): value for key, value in entry.items()}


def label(path: Path) -> str:
    """What to call a part of the manifest: `tools[0].name`."""
    if not path:
        return "the manifest"
    steps = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in path]
    return "".join(steps).removeprefix(".").removeprefix("mock_server.")


def without(entry: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key not in keys}


def _camel_case(snake: str) -> str:
    first, *rest = snake.split("_")
    return first + "".join(word.title() for word in rest)
