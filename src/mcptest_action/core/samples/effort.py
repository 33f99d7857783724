"""How much work one question may cause: a small schema from outside can ask for a lot."""

from jsonschema import FormatChecker

from mcptest_action.core.samples.regex.program import Program, compiled
from mcptest_action.core.samples.regex.syntax import Unreadable

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
        self._programs: dict[str, Program | Unreadable] = {}

    def spend(self, steps: float) -> None:
        self._left -= steps
        if self._left < 0:
            raise RefusedError(f"it takes more than {self._allowed:,} steps")

    def glance(self, letters: int) -> None:
        """Matching a letter is less than a step."""
        self.spend(letters / _LETTERS_PER_STEP)

    def pattern(self, text: str) -> Program | Unreadable:
        """The pattern, compiled once."""
        if text not in self._programs:
            self._programs[text] = compiled(text)
        return self._programs[text]
