"""What is to be done in a run, and what came of it."""

from typing import Any, NamedTuple

from mcptest_action.core.exchange.step import Script
from mcptest_action.core.probes.model import Ruling
from mcptest_action.core.safety.stability import Unstable


class Task(NamedTuple):
    """A script to drive, and the name under which its exchanges are recorded."""

    check: str
    tool: str | None
    script: Script[Any]


class CutOff(NamedTuple):
    """In place of what a script returns: the run ended before the script had all its answers."""

    because: str


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
    hits: tuple["Hit", ...]
    ruling: Ruling

    @property
    def ran(self) -> bool:
        return self.attempted > 0


class Hit(NamedTuple):
    """A tool that rejected arguments which its own schema allows."""

    tool: str
    detail: str


class RunRecord(NamedTuple):
    results: tuple[TestResult, ...]
    active_probe: ActiveProbe
    incomplete: str
    """Why the run ended early; empty when it did not."""
    unstable: tuple[Unstable, ...] = ()
    """Tools that declared something else after a break."""
    hopeless: bool = False
    """Whether every call, valid ones included, was answered with an internal error."""
