"""Run the tests of suites: side by side where they may, alone where they must."""

from collections.abc import Generator, Iterator
from typing import Any

from mcptest_action.core.checks.results import CaseResult, Ruling, inconclusive
from mcptest_action.core.checks.suite import case_id
from mcptest_action.core.protocol.exchange import Returned, advance
from .case_ruling import case_ruling
from .case_script import CaseReactions, Planner, case_script
from .context import RunContext
from .model import Pool, Task
from .state import RunState, recover
from .suite_round import CaseAttempt, Rounds

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
    if rounds.broken and state.config.probing:
        yield from recover(state)
    return tuple(found.values())


def _sends_nothing(attempt: CaseAttempt) -> CaseReactions | None:
    """What comes of a test without anything to send. It is pure: asking has no consequences."""
    first = advance(case_script(attempt.ready))
    return first.value if isinstance(first, Returned) else None


def _groups(attempts: list[CaseAttempt]) -> Iterator[list[CaseAttempt]]:
    """In their order; what must be alone is a group of its own."""
    group: list[CaseAttempt] = []
    for attempt in attempts:
        if attempt.ready.serial:
            yield group
            yield [attempt]
            group = []
        else:
            group.append(attempt)
    yield group
