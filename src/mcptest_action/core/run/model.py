"""What is to be done in a run, and what came of it."""

from collections.abc import Callable
from typing import Any, NamedTuple

from mcptest_action.core.checks.ruling import Ruling
from mcptest_action.core.exchange.step import Script
from mcptest_action.core.run.ended import Ended, incomplete
from mcptest_action.core.safety.stability import Unstable
from mcptest_action.core.suite.model import Case


class Task(NamedTuple):
    """A script to drive, and the name under which its exchanges are recorded."""

    check: str
    tool: str | None
    script: Script[Any]


class Pool(NamedTuple):
    """Tasks that may run side by side, as many at a time as the execution policy allows."""

    tasks: tuple[Task, ...]
    halts: Callable[[int, Any], bool]
    """Told the number of a task and what it returned; whether no more of them may be started."""


class NotStarted(NamedTuple):
    """In place of what a script of a pool returns: it was never begun."""


class TestResult(NamedTuple):
    """One probe on one tool, or on the server."""

    check: str
    tool: str | None
    fault: str
    family: str
    negative_path: bool
    ruling: Ruling

    @property
    def id(self) -> str:
        return self.check if self.tool is None else f"{self.check}:{self.tool}"


class BadRequest(NamedTuple):
    """One of the bad requests of a test."""

    check: str
    fault: str
    ruling: Ruling


class CaseResult(NamedTuple):
    """One test of a suite."""

    id: str
    suite: str
    """The file, as reports cite it."""
    case: Case
    ruling: Ruling
    bad_requests: tuple[BadRequest, ...] = ()
    attempts: tuple[str, ...] = ()
    """The names under which its attempts are recorded; none where nothing was sent."""


# A check and its tool, which together name a test.
Test = tuple[str, str | None]


class Measured(NamedTuple):
    """What a test cost."""

    took_us: int = 0
    """Microseconds, which add up exactly."""
    breaks: int = 0
    """How often the server died, hung or broke the connection."""


class ActiveProbe(NamedTuple):
    """What the deep scan did."""

    attempted: int
    hits: tuple["Rejection", ...]
    ruling: Ruling

    @property
    def ran(self) -> bool:
        return self.attempted > 0


class Rejection(NamedTuple):
    """A tool that rejected arguments which its own schema allows."""

    tool: str
    detail: str


class RunRecord(NamedTuple):
    results: tuple[TestResult, ...]
    active_probe: ActiveProbe
    ended: Ended | None
    unstable: tuple[Unstable, ...] = ()
    """Tools that declared something else after a break."""
    hopeless: bool = False
    """Whether every call, valid ones included, was answered with an internal error."""
    tests: tuple[CaseResult, ...] = ()
    """Of suites, in the order of their files."""

    @property
    def incomplete(self) -> str:
        return incomplete(self.ended)
