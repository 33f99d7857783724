"""How much work one question may cause: a small schema from outside can ask for a lot."""

from jsonschema import FormatChecker

from .regex.program import Program, compiled
from .regex.syntax import Unreadable

DEEPEST = 120
_LETTERS_PER_STEP = 16


class RefusedError(Exception):
    """Checking stops here; the text says why."""


class Effort(FormatChecker):
    """A count of steps left.

    It checks no format. It is a format checker because that is the one thing which jsonschema
    hands on, unchanged, from a schema to the schemas inside it.
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
        if self._depth > DEEPEST:
            raise RefusedError(f"it leads more than {DEEPEST} keywords deep, or round in circles")

    def leave(self) -> None:
        self._depth -= 1

    def glance(self, letters: int) -> None:
        """Matching a letter is less than a step."""
        self.spend(letters / _LETTERS_PER_STEP)

    def pattern(self, text: str) -> Program | Unreadable:
        """The pattern, compiled once."""
        if text not in self._programs:
            self._programs[text] = compiled(text)
        return self._programs[text]
