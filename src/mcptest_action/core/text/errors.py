"""What is wrong with something the user gave us, said once and in full."""

from collections.abc import Sequence
from typing import NamedTuple

from .flag_words import as_flags


class Problem(NamedTuple):
    """Where, what, and how to fix it. Flags in the texts may be marked, see `flag`."""

    file: str
    what: str
    hint: str = ""
    line: int = 0
    column: int = 0

    @property
    def where(self) -> str:
        """`file:line:column`, as far as it is known."""
        return as_flags(f"{self.file}:{self.line}:{self.column}" if self.line else self.file)

    @property
    def sentence(self) -> str:
        return as_flags(f"{self.what} ({self.hint})" if self.hint else self.what)


class InputError(Exception):
    """The input cannot be used. One place, `cli.py`, turns this into exit code 2."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(f"{p.where}: {p.sentence}" for p in problems))
        self.problems = tuple(problems)


class MachineError(InputError):
    """Not the request is at fault, but the machine: a full disk, a folder that is read-only."""


def unusable(file: str, what: str, hint: str = "", line: int = 0, column: int = 0) -> InputError:
    """The error for an input with one problem."""
    return InputError([Problem(file, what, hint, line, column)])
