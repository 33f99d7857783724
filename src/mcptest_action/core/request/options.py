"""The layers of a request, folded: the value of each option, and where it comes from."""

from collections.abc import Mapping
from enum import Enum, StrEnum, auto
from typing import Any, NamedTuple

from mcptest_action.core.text import InputError, Names, Problem, as_flags, first_flag


class Mode(StrEnum):
    ALWAYS = "always"
    ON_CHANGE = "on-change"
    ON_FAILURE = "on-failure"
    OFF = "off"


Value = str | int | bool | tuple[str, ...] | None


class Takes(Enum):
    """What a flag takes: a value, nothing, or a value each time it is given.

    One that takes nothing is a switch: with `no-` in front it is off.
    """

    VALUE = auto()
    NOTHING = auto()
    VALUES = auto()


class Flag(NamedTuple):
    name: str
    """Without the dashes in front."""
    takes: Takes
    choices: tuple[str, ...] = ()
    """The values it takes; none where any will do."""


class Origin(NamedTuple):
    """Where a value stands: at a line of a file, or in a variable; else in what started us."""

    file: str = ""
    line: int = 0
    column: int = 0
    variable: str = ""


class Given(NamedTuple):
    value: Value
    origin: Origin = Origin()


Layer = Mapping[str, Given]


class Options(NamedTuple):
    """Every option of a command, by the name of its flag without the dashes."""

    defaults: Mapping[str, Value]
    given: Mapping[str, Given] = {}
    """What anybody has said; the highest layer that spoke."""
    unreadable: frozenset[str] = frozenset()
    """What was said in a way that cannot be read. Only an error leaves any."""
    names: Names = Names()
    flags: tuple[Flag, ...] = ()
    """All that the command has."""

    def over(self, lower: Layer) -> "Options":
        """These options on top of another layer: what was set here stays."""
        return self._replace(given={**lower, **self.given})

    def value(self, name: str) -> Any:
        """The value of an option; callers that know its type use the methods below."""
        return self.given[name].value if name in self.given else self.defaults[name]

    def text(self, name: str) -> str | None:
        value = self.value(name)
        return None if value is None else str(value)

    def word(self, name: str) -> str:
        """The value of an option that has a default."""
        return str(self.value(name))

    def texts(self, name: str) -> tuple[str, ...]:
        return tuple(self.value(name) or ())

    def switch(self, name: str) -> bool:
        return bool(self.value(name))

    def number(self, name: str) -> int | None:
        value = self.value(name)
        return None if value is None else int(value)

    def blamed(self, error: InputError) -> InputError:
        """The error in the user's terms: at the file's line, or with the names of the options."""
        return InputError([self._blamed(problem) for problem in error.problems])

    def _blamed(self, problem: Problem) -> Problem:
        said = self.given.get(first_flag(problem.file) or "")
        if said is not None and said.origin.line:
            what = f"gate: {as_flags(problem.file).replace('--', '')}: {as_flags(problem.what)}"
            hint = self.names.in_words(problem.hint)
            return Problem(said.origin.file, what, hint, said.origin.line, said.origin.column)
        file, what, hint = map(self.names.in_words, problem[:3])
        variable = said.origin.variable if said is not None else ""
        return problem._replace(file=variable or file, what=what, hint=hint)
