"""Call what the tests call, twice, but only what does no harm and may be seen."""

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.authoring.scaffold import answer_of
from mcptest_action.core.checks.probes import is_answer, lost_session, said
from mcptest_action.core.checks.results import Case, CaseKind
from mcptest_action.core.checks.run import Task, is_break, request_of
from mcptest_action.core.protocol.exchange import Reaction, Script
from mcptest_action.core.safety import Decision, HeldBack, Planned, decided_by_name

CHECK = "propose"
TIMES = 2
GONE = "the server had gone"


class Answered(NamedTuple):
    case: Case
    answers: tuple[Any, ...]
    """Both of them."""


class PassedOver(NamedTuple):
    case: Case
    because: str
    review: str = ""
    """What to read before the test is run, where the execution policy holds its tool back."""


Answers = Generator[Task, Any, tuple[Answered | PassedOver, ...]]


def why_passed_over(case: Case, plan: Sequence[Planned]) -> str:
    """Why we propose nothing for the test; empty if we may."""
    row = decided_by_name(plan).get(case.subject)
    if case.kind is not CaseKind.TOOL:
        return "it does not call a tool"
    if case.skip:
        return f"it is skipped: {case.skip}"
    if row is None:
        return "the server does not list the tool"
    if row.live.held_back is not None:
        return f"the tool is held back: {_typed(row)}"
    if row.live.decision is not Decision.EXECUTE:
        return f"the tool may not be called freely: {row.live.because}"
    if not row.live.freely:
        return "the tool is not declared read-only, so it is not called twice"
    if row.tool.withholds_results:
        return "nobody may see what the tool answers"
    if case.negative_path is not None and not case.expect:
        return "it sends bad requests only"
    return ""


def review_of(case: Case, plan: Sequence[Planned]) -> str:
    """Why a person should look before the test is run; empty if nothing about its tool says so."""
    row = decided_by_name(plan).get(case.subject)
    if case.kind is not CaseKind.TOOL or case.skip or row is None:
        return ""
    # Switching all calls off says nothing about the tool.
    about_it = row.test.held_back not in (None, HeldBack.CALLS_OFF)
    return _typed(row) if about_it else ""


def _typed(row: Planned) -> str:
    return f"{row.test.because} [{row.test.held_back}]"


def observe(cases: Sequence[Case], plan: Sequence[Planned]) -> Answers:
    """First every test once, then all once more: that shows better what changes with time."""
    found: dict[str, list[Reaction]] = {}
    told: dict[str, str] = {case.name: why_passed_over(case, plan) for case in cases}
    for turn in range(1, TIMES + 1):
        for case in cases:
            if told[case.name]:
                continue
            reaction = yield Task(f"{CHECK}-{turn}", case.name, _asked(case))
            if is_answer(reaction):
                found.setdefault(case.name, []).append(reaction)
                continue
            told[case.name] = f"the server {said(reaction)}"
            if is_break(reaction) or lost_session(reaction):
                told = {name: because or GONE for name, because in told.items()}
    return tuple(
        PassedOver(case, told[case.name], review_of(case, plan))
        if told[case.name]
        else Answered(case, tuple(map(answer_of, found[case.name])))
        for case in cases
    )


def _asked(case: Case) -> Script[Reaction]:
    reaction: Reaction = yield request_of(case)
    return reaction
