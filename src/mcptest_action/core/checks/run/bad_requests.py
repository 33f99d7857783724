"""The bad requests of a run or a test: how many were planned, and what came of them.

What the execution policy holds back from a probe was never planned. In a test, whoever wrote it
has asked for every check: what is held back there is planned, and missing.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mcptest_action.core.checks.results import (
    DECIDED,
    HELD_BACK,
    BadRequest,
    CaseResult,
    Ruling,
    Skip,
    Status,
    TestResult,
)
from mcptest_action.core.checks.suite import SuiteSkip

_NOT_ASKED_FOR = (SuiteSkip.MARKED, SuiteSkip.OTHER_SERVER, SuiteSkip.NOT_MERGED)


class BadRequests(NamedTuple):
    planned: int = 0
    checks_run: int = 0
    failures: int = 0
    held_back: int = 0

    @property
    def gate_passed(self) -> int:
        """1 if every one that was planned was sent and passed, and there was one."""
        return int(0 < self.checks_run == self.planned and not self.failures)

    def plus(self, other: "BadRequests") -> "BadRequests":
        return BadRequests(*(one + more for one, more in zip(self, other, strict=True)))


def of_probes(results: Iterable[TestResult]) -> BadRequests:
    made = [result.ruling for result in results if result.negative_path]
    planned = sum(ruling.status is not Status.SKIPPED for ruling in made)
    return _counted(made, planned)


def of_test(made: Sequence[BadRequest]) -> BadRequests:
    return _counted([one.ruling for one in made], len(made) - _nothing_to_send(made))


def of_tests(results: Iterable[CaseResult]) -> BadRequests:
    """A test that was not run has sent none of what it asks for."""
    sum_of_all = BadRequests()
    for result in results:
        block = result.case.negative_path
        if result.bad_requests:
            sum_of_all = sum_of_all.plus(of_test(result.bad_requests))
        elif block is not None and result.ruling.skip not in _NOT_ASKED_FOR:
            asked = len(block.checks)
            held_back = asked * is_held_back(result.ruling)
            sum_of_all = sum_of_all.plus(BadRequests(asked, held_back=held_back))
    return sum_of_all


def missing(made: Iterable[BadRequest]) -> list[BadRequest]:
    """What a test asks for and nobody can rule on, for whatever reason."""
    unsettled = (one for one in made if one.ruling.status not in DECIDED)
    return [one for one in unsettled if one.ruling.skip != Skip.NOT_APPLICABLE]


def is_held_back(ruling: Ruling) -> bool:
    return ruling.skip in HELD_BACK


def _counted(rulings: Sequence[Ruling], planned: int) -> BadRequests:
    statuses = [ruling.status for ruling in rulings]
    return BadRequests(
        planned,
        sum(status in DECIDED for status in statuses),
        statuses.count(Status.FAILED),
        sum(map(is_held_back, rulings)),
    )


def _nothing_to_send(made: Iterable[BadRequest]) -> int:
    return sum(one.ruling.skip == Skip.NOT_APPLICABLE for one in made)
