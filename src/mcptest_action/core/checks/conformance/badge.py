"""One outcome per check over all revisions, and counts to a badge. What was not checked is never in
favour of a server, and a check that fails in any revision failed.
"""

from collections.abc import Iterable
from typing import NamedTuple

from mcptest_action.core.checks.results import Status
from mcptest_action.core.checks.run import Ended
from .model import Level

T1_SHOULD, T2_SHOULD = 95, 70


class Counts(NamedTuple):
    must_passed: int
    must_total: int
    should_passed: int
    should_total: int

    @property
    def must_failed(self) -> int:
        return self.must_total - self.must_passed

    @property
    def should_failed(self) -> int:
        return self.should_total - self.should_passed

    @property
    def total(self) -> int:
        return self.must_total + self.should_total


def counts_of(outcomes: Iterable[tuple[Level, Status]]) -> Counts:
    """Only what passed or failed is counted."""
    listed = list(outcomes)

    def many(level: Level, *statuses: Status) -> int:
        return sum(lev is level and status in statuses for lev, status in listed)

    return Counts(
        many(Level.MUST, Status.PASSED),
        many(Level.MUST, Status.PASSED, Status.FAILED),
        many(Level.SHOULD, Status.PASSED),
        many(Level.SHOULD, Status.PASSED, Status.FAILED),
    )


def badge_of(counts: Counts, ended: Ended | None) -> str:
    if ended or counts.must_total == 0 or counts.must_passed < counts.must_total:
        return "F"
    share = 100 * counts.should_passed
    if share >= T1_SHOULD * counts.should_total:
        return "T1"
    return "T2" if share >= T2_SHOULD * counts.should_total else "T3"
