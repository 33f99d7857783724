"""Run the tests of suites: side by side if they may, alone if they must."""

from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

from mcptest_action.core.checks.probes import is_result
from mcptest_action.core.checks.results import UNHAPPY, CaseResult, Ruling, inconclusive, skipped
from mcptest_action.core.checks.suite import SuiteSkip, case_id
from mcptest_action.core.protocol.exchange import (
    Disconnected,
    NotSent,
    Reaction,
    Returned,
    TimedOut,
    Unreachable,
    advance,
)
from mcptest_action.core.safety import may_retry
from .case_ruling import case_ruling
from .case_script import CaseReactions, Planner, ReadyCase, case_script
from .ended import Ended
from .mirrored import Schemas, mirrored
from .model import NotStarted, Pool, RunContext, Task
from .state import RunState, begin_anew, recover

NOT_AGAIN = "not tried again: the tool is declared neither read-only nor idempotent"
_LATER = inconclusive("the ruling is made from the transcript")
Round = Generator[Task | Pool, Any, list["CaseAttempt"]]


class CaseAttempt(NamedTuple):
    """One attempt at a test."""

    id: str
    ready: ReadyCase
    number: int = 1

    @property
    def check(self) -> str:
        """The name of the attempt in the transcript. No test is called like another's attempt: the
        names of tests begin with their file.
        """
        return self.id if self.number == 1 else f"attempt {self.number} of {self.id}"

    def task(self, schemas: Schemas) -> Task:
        script = mirrored(case_script(self.ready), schemas)
        return Task(self.check, self.ready.case.tool, script)


class Rounds:
    """Each round goes as far as its connection, and the next one gets the rest."""

    def __init__(self, state: RunState, found: dict[str, CaseResult], context: RunContext) -> None:
        self._state, self._found, self._context = state, found, context
        self._stopped = False
        """By --fail-fast."""
        self.broken = False
        """Whether the connection has to be made anew before anything else is sent."""

    def run(self, attempts: list[CaseAttempt]) -> Generator[Task | Pool, Any, None]:
        while attempts:
            why_not = self._why_not_run()
            if why_not is not None:
                for attempt in attempts:
                    self._not_sent(attempt, why_not)
                return
            if self.broken:
                self.broken = False
                yield from recover(self._state)
            else:
                attempts = yield from self._round(self._willing(attempts))

    def _round(self, attempts: list[CaseAttempt]) -> Round:
        """Run what this connection allows; returns what is left for the next one."""
        happened = yield Pool(
            tuple(attempt.task(self._state.schemas) for attempt in attempts),
            lambda number, result: self._halts(attempts[number], result),
        )
        pairs = list(zip(attempts, happened, strict=True))
        breaks = sum(isinstance(result, CaseReactions) and result.broke for _, result in pairs)
        left: list[CaseAttempt] = []
        for attempt, result in pairs:
            if isinstance(result, NotStarted):
                left.append(attempt)
            elif isinstance(result, Ended):
                self._state.ended = result
                self._sent(attempt, result.cut_off)
            else:
                again = self._concluded(attempt, result, breaks)
                left += [attempt._replace(number=attempt.number + 1)] * again
        if left and not self.broken and self._why_not_run() is None:
            lacking = Ended("the transcript is not complete: it lacks tests")
            self._state.ended = self._context.ended() or lacking
        return left

    def _concluded(self, attempt: CaseAttempt, result: CaseReactions, breaks: int) -> bool:
        """Note the result; returns whether to try again."""
        if attempt.ready.case.tool is not None and result.reaction is not None:
            self._state.tests_worked |= is_result(result.reaction)
        needed = self._context.rules or self._state.config.fail_fast
        ruling = self._ruled(attempt, result) if needed else _LATER
        again = self._tries_again(attempt, result)
        if result.broke:
            self._endure(attempt, result)
            if breaks > 1:
                saw = f"{breaks} tests that ran side by side saw it; serial: true tells them apart"
                ruling = ruling._replace(because=f"{ruling.because} ({saw})")
        if attempt.ready.case.retry and not again and failed_in_transit(result.reaction):
            spent = attempt.number > attempt.ready.case.retry
            why = f"attempt {attempt.number}" if spent else NOT_AGAIN
            ruling = ruling._replace(because=f"{ruling.because} ({why})")
        self._stopped = self._stopped or (not again and self._stops(ruling))
        self._sent(attempt, ruling, result)
        return again

    def _endure(self, attempt: CaseAttempt, result: CaseReactions) -> None:
        """Several tests may have seen the same break, but each test that hung did so by itself.
        One that a pull request adds says nothing about the tool: other checks try it themselves.
        """
        endurance, case = self._state.endurance, attempt.ready.case
        hung = any(isinstance(reaction, TimedOut) for reaction in result.reactions)
        if not self.broken:
            endurance.note(case.tool, result.reactions, taxing=case.added)
        elif hung and not case.added:
            endurance.hung.add(case.tool)
        self.broken = True

    def _halts(self, attempt: CaseAttempt, result: CaseReactions) -> bool:
        """Whether to start no more: the connection broke, or `fail_fast` ends the run here."""
        broke = result.broke
        if broke or not self._state.config.fail_fast:
            return broke
        return not self._tries_again(attempt, result) and self._stops(self._ruled(attempt, result))

    def _stops(self, ruling: Ruling) -> bool:
        return self._state.config.fail_fast and ruling.status in UNHAPPY

    def _tries_again(self, attempt: CaseAttempt, result: CaseReactions) -> bool:
        left = attempt.number <= attempt.ready.case.retry
        return left and may_try_again(attempt.ready, result.reaction)

    def _ruled(self, attempt: CaseAttempt, result: CaseReactions) -> Ruling:
        took_ms = self._context.duration_of((attempt.check, attempt.ready.case.tool))
        return case_ruling(attempt.ready, result, took_ms)

    def _willing(self, attempts: list[CaseAttempt]) -> list[CaseAttempt]:
        """Without those whose tool has hung: waiting for it again would cost the same again."""
        hung = self._state.endurance.hung - {None}
        because = "not sent: the tool did not answer an earlier request"
        for attempt in attempts:
            if attempt.ready.case.tool in hung:
                self._not_sent(attempt, inconclusive(because))
        return [attempt for attempt in attempts if attempt.ready.case.tool not in hung]

    def _why_not_run(self) -> Ruling | None:
        """The ruling on everything that is left; None while the run goes on."""
        if self._stopped:
            return skipped("an earlier test did not pass (--fail-fast)", SuiteSkip.FAIL_FAST)
        return self._state.ended and self._state.ended.not_sent

    def _not_sent(self, attempt: CaseAttempt, ruling: Ruling) -> None:
        before = self._found[attempt.id]
        if not before.attempts:  # otherwise the attempt that was made decides
            self._found[attempt.id] = before._replace(ruling=ruling)

    def _sent(
        self, attempt: CaseAttempt, ruling: Ruling, result: CaseReactions | None = None
    ) -> None:
        before = self._found[attempt.id]
        if before.attempts and (result is None or isinstance(result.reaction, NotSent)):
            return  # the attempt that was made decides
        self._found[attempt.id] = before._replace(
            ruling=ruling,
            bad_requests=() if result is None else result.bad_requests,
            attempts=(*before.attempts, attempt.check),
        )


def may_try_again(ready: ReadyCase, reaction: Reaction | None) -> bool:
    """Whether the reaction and the tool allow it; a resource or a prompt is only read."""
    if reaction is None or not failed_in_transit(reaction):
        return False
    return ready.row is None or may_retry(ready.row.tool, reaction)


def failed_in_transit(reaction: Reaction | None) -> bool:
    return isinstance(reaction, Disconnected | Unreachable)


Suites = Generator[Task | Pool, Any, tuple[CaseResult, ...]]


def conduct_suites(state: RunState, context: RunContext) -> Suites:
    """A result for every test, in the order of the files."""
    planner = Planner(state)
    found: dict[str, CaseResult] = {}
    attempts: list[CaseAttempt] = []
    cases = [(suite, case) for suite in state.config.suites for case in suite.cases]
    for suite, case in cases:
        name, planned = case_id(suite, case), planner.plan(case)
        result = CaseResult(name, suite.file, case, inconclusive("it was not reached"))
        if isinstance(planned, Ruling):
            found[name] = result._replace(ruling=planned)
            continue
        attempt = CaseAttempt(name, planned)
        nothing = _sends_nothing(attempt)
        if nothing is None:
            found[name] = result
            attempts.append(attempt)
        else:
            ruling = case_ruling(planned, nothing, 0.0)
            found[name] = result._replace(ruling=ruling, bad_requests=nothing.bad_requests)
    rounds = Rounds(state, found, context)
    for group in _groups(attempts):
        yield from rounds.run(group)
    if attempts and state.config.probing:
        # What probes find must not depend on the tests, so they begin on a connection of their own.
        yield from recover(state) if rounds.broken else begin_anew(state)
    return tuple(found.values())


def _sends_nothing(attempt: CaseAttempt) -> CaseReactions | None:
    """The result of a test that sends nothing. The script is pure: asking has no consequences."""
    first = advance(case_script(attempt.ready))
    return first.value if isinstance(first, Returned) else None


def _groups(attempts: list[CaseAttempt]) -> Iterator[list[CaseAttempt]]:
    """In their order; a test that must run alone is a group of its own."""
    group: list[CaseAttempt] = []
    for attempt in attempts:
        if attempt.ready.serial:
            yield group
            yield [attempt]
            group = []
        else:
            group.append(attempt)
    yield group
