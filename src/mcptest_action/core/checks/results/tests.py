"""The result of a test, and what it cost."""

from collections.abc import Mapping
from typing import NamedTuple

from .case import Case
from .fingerprint import fingerprint_of
from .ruling import Ruling

# A check and its tool, which together name a test.
Test = tuple[str, str | None]


class Measured(NamedTuple):
    """What a test cost."""

    took_us: int = 0
    """Microseconds, which add up exactly."""
    breaks: int = 0
    """How often the server died, hung or broke the connection."""


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

    @property
    def fingerprint(self) -> str:
        return fingerprint_of("probe", self.check, self.tool)


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

    @property
    def fingerprint(self) -> str:
        return fingerprint_of("test", self.suite, self.case.name)


def measured_of(result: CaseResult, tests: Mapping[Test, Measured]) -> Measured:
    """All attempts together."""
    parts = [tests.get((name, result.case.tool), Measured()) for name in result.attempts]
    return Measured(sum(part.took_us for part in parts), sum(part.breaks for part in parts))
