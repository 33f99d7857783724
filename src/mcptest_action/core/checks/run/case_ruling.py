"""The result of a test, and why."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mcptest_action.core.checks.probes import broken, in_short, is_answer, is_rejection
from mcptest_action.core.checks.results import (
    BadRequest,
    Expectation,
    Ruling,
    Status,
    failed,
    inconclusive,
    passed,
)
from mcptest_action.core.checks.suite import DURATION, ERROR, NEGATIVE_PATH, RESULT
from mcptest_action.core.checks.suite.matchers import check
from mcptest_action.core.protocol.exchange import Reaction, Replied, RpcError
from .bad_requests import missing, of_test
from .case_script import CaseReactions, ReadyCase

MOST_NAMED = 5
# Worst first: a test is as good as its worst part.
_ORDER = (Status.FAILED, Status.INCONCLUSIVE, Status.SKIPPED, Status.PASSED)
# What an expectation may see of a tool whose results nobody may see.
_SEEN = ((DURATION,), (RESULT, "isError"), (ERROR, "code"))
_ASKS = "input_required"


def case_ruling(ready: ReadyCase, happened: CaseReactions, took_ms: float) -> Ruling:
    parts = []
    if happened.reaction is not None:
        parts.append(_answered(ready, happened.reaction, took_ms))
    if ready.case.negative_path is not None:
        expect = ready.case.negative_path.expect
        parts.append(_bad_requests(expect, happened.bad_requests))
    return min(parts, key=lambda ruling: _ORDER.index(ruling.status))


def _answered(ready: ReadyCase, reaction: Reaction, took_ms: float) -> Ruling:
    if not is_answer(reaction):
        return broken(reaction, reached=True)
    expect = ready.case.expect
    if not any(_speaks_of_errors(expectation) for expectation in expect):
        if is_rejection(reaction):
            return failed(f"the request failed with {in_short(reaction)}")
        if _asks_for_input(reaction, expect):
            return failed("the server asks for input, and there is nobody to give it")
    answer = _answer(reaction, took_ms)
    held = [_checked(expectation, answer, ready) for expectation in expect]
    return _summed_up(held) if held else passed("the request succeeded")


def _speaks_of_errors(expectation: Expectation) -> bool:
    steps = expectation.target.steps
    return steps[0] == ERROR or steps[:2] == (RESULT, "isError")


def _asks_for_input(reaction: Reaction, expect: Sequence[Expectation]) -> bool:
    asks = isinstance(reaction, Replied) and isinstance(reaction.result, Mapping)
    asks = asks and reaction.result.get("resultType") == _ASKS  # type: ignore[union-attr]
    return asks and not any(e.target.steps[:2] == (RESULT, "resultType") for e in expect)


def _answer(reaction: Replied | RpcError, took_ms: float) -> dict[str, Any]:
    """The object that targets lead into."""
    if isinstance(reaction, Replied):
        return {RESULT: reaction.result, DURATION: took_ms}
    error = {"code": reaction.code, "message": reaction.message}
    if reaction.data is not None:
        error["data"] = reaction.data
    return {ERROR: error, DURATION: took_ms}


def _checked(expectation: Expectation, answer: Mapping[str, Any], ready: ReadyCase) -> Ruling:
    steps = expectation.target.steps
    if ready.withheld and steps[:2] not in _SEEN and steps[0] in answer:
        because = f"{expectation.target.text}: the tool's results are withheld from everybody"
        return inconclusive(because)
    return check(expectation, answer)


def _summed_up(held: Sequence[Ruling]) -> Ruling:
    wrong = [c.because for c in held if c.status is Status.FAILED]
    unknown = [c.because for c in held if c.status is Status.INCONCLUSIVE]
    if wrong:
        return failed(_listed(wrong))
    if unknown:
        return inconclusive(_listed(unknown))
    return passed(f"{len(held)} {'expectation holds' if len(held) == 1 else 'expectations hold'}")


def _listed(reasons: Sequence[str]) -> str:
    more = f"; and {len(reasons) - MOST_NAMED} more" if len(reasons) > MOST_NAMED else ""
    return "; ".join(reasons[:MOST_NAMED]) + more


def _bad_requests(expect: Sequence[Expectation], made: Sequence[BadRequest]) -> Ruling:
    """The default gate fails on any check that did not get a clean rejection.

    A test passes only if everything that it asks for was sent.
    """
    found, unsent = of_test(made), missing(made)
    if not found.planned:
        first = made[0].ruling
        return first._replace(because=f"no bad request was sent: {first.because}")
    failures = [one for one in made if one.ruling.status is Status.FAILED]
    counts = {
        "checks_run": found.checks_run,
        "failures": found.failures,
        "gate_passed": found.gate_passed,
    }
    details = "; ".join(_told([*failures, *unsent]))
    if expect:
        ruling = _summed_up([check(one, {NEGATIVE_PATH: counts}) for one in expect])
    elif failures:
        return failed(f"{len(failures)} of {found.checks_run} bad requests failed: {details}")
    else:
        ruling = passed(f"{found.checks_run} bad requests, and every one was answered well")
    if ruling.status is Status.PASSED and unsent:
        return inconclusive(details, unsent[0].ruling.skip)
    if ruling.status is Status.FAILED and details:
        return failed(f"{ruling.because} ({details})")
    return ruling


def _told(made: Sequence[BadRequest]) -> Iterator[str]:
    for one in made:
        yield f"{one.check}: {one.ruling.because}"
