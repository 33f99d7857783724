"""What is published: a report, or the reasons why there is none; and what was learned besides."""

from typing import NamedTuple

from mcptest_action.core.policy import Level
from mcptest_action.core.render import Report
from .policy_changes import Comparison

# By the exit code, of which the core knows only the number.
NO_VERDICT = {
    0: "only the plan was asked for",
    2: "something that was given cannot be used",
    3: "the server could not be reached, or was never ready",
    4: "mcptest-action has a bug",
    130: "the run was interrupted",
}


class NoVerdict(NamedTuple):
    """The gate ended without one. The exit code says how, the lines why."""

    exit_code: int
    lines: tuple[str, ...]

    @property
    def title(self) -> str:
        mark = "❌" if self.exit_code else "📋"
        return f"{mark} no verdict: {NO_VERDICT[self.exit_code]}"


class Unknown(NamedTuple):
    """The base branch's policy could not be had."""

    because: str


class Subject(NamedTuple):
    result: Report | NoVerdict
    comparison: Comparison | None = None
    """None where there is no base to compare with."""
    remarks: tuple[str, ...] = ()
    """What else a reader should know, such as which policy was used."""
    server: str = ""
    """What it calls itself, as far as is known."""

    @property
    def failed(self) -> bool:
        return isinstance(self.result, NoVerdict) or self.result.verdict.level is Level.FAIL
