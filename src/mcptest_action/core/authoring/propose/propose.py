"""From answers to what is added to a suite, and to whom nothing is."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.authoring.scaffold import Assertion, DraftCase, proven
from mcptest_action.core.checks.results import Status
from mcptest_action.core.checks.suite import DURATION, SHORTEST_SECRET
from mcptest_action.core.checks.suite.matchers import check
from .assertions import IsSecret
from .edit import Additions
from .observe import Answered, PassedOver
from .proposals import proposals


class Proposed(NamedTuple):
    additions: Additions
    notes: tuple[str, ...]
    """A sentence for each test to which nothing is added."""


def propose(observed: Iterable[Answered | PassedOver], secrets: Sequence[str] = ()) -> Proposed:
    """`secrets`: what nobody is to write down, wherever it turns up."""
    is_secret = _holds(secrets)
    additions: dict[str, Sequence[Assertion]] = {}
    notes: list[str] = []
    for one in observed:
        why, fresh = _of(one, is_secret)
        if fresh:
            additions[one.case.name] = fresh
        else:
            notes.append(f"{one.case.name}: {why}")
    return Proposed(additions, tuple(notes))


def _of(one: Answered | PassedOver, is_secret: IsSecret) -> tuple[str, tuple[Assertion, ...]]:
    if isinstance(one, PassedOver):
        return one.because, ()
    timeless = (expected for expected in one.case.expect if expected.target.root != DURATION)
    known = [check(expected, answer) for expected in timeless for answer in one.answers]
    broken = [each for each in known if each.status is not Status.PASSED]
    if broken:
        return f"what it expects does not hold: {broken[0].because}", ()
    told = proposals(one.case, one.answers, is_secret)
    if not told:
        return "there is nothing to add", ()
    kept = tuple(expected for expected in told if _can_be_written(expected, one.answers))
    return "what it answered cannot be written down", kept


def _can_be_written(expected: Assertion, answers: Sequence[Any]) -> bool:
    """Whether it reads back, and then holds."""
    draft = proven(DraftCase("x", "x", {}, (expected,), ()), answers)
    return isinstance(draft, DraftCase) and not draft.skip and draft.expect == (expected,)


def _holds(secrets: Sequence[str]) -> IsSecret:
    long = [secret for secret in secrets if len(secret) >= SHORTEST_SECRET]
    return lambda text: any(secret in text for secret in long)
