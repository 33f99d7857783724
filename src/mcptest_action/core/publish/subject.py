"""What is published: a report, or the reasons why there is none; and what was learned besides."""

from typing import NamedTuple

from mcptest_action.core.policy.model import Level
from mcptest_action.core.publish.policy_changes import Changed
from mcptest_action.core.render.report import Report


class NoVerdict(NamedTuple):
    """The gate ended without one. The exit code says how, the lines why."""

    exit_code: int
    lines: tuple[str, ...]


class Unknown(NamedTuple):
    """The base branch's policy could not be had."""

    because: str


class Comparison(NamedTuple):
    """The policy held against that of the base branch."""

    changes: tuple[Changed, ...]
    unknown: str = ""
    """Why the two could not be compared."""


class Subject(NamedTuple):
    result: Report | NoVerdict
    comparison: Comparison | None = None
    """None where there is no base to compare with."""
    remarks: tuple[str, ...] = ()
    """What else a reader should know, such as which policy was used."""

    @property
    def failed(self) -> bool:
        return isinstance(self.result, NoVerdict) or self.result.verdict.level is Level.FAIL
