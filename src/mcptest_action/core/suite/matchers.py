"""Every matcher, and what comes of an expectation."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from mcptest_action.core.suite.match_schema import SCHEMA
from mcptest_action.core.suite.match_size import LENGTH, RANGE
from mcptest_action.core.suite.match_text import CONTAINS, REGEX
from mcptest_action.core.suite.match_value import EXACT, EXISTS, TYPE
from mcptest_action.core.suite.matcher import Matcher, Outcome
from mcptest_action.core.suite.model import Expectation
from mcptest_action.core.suite.shown import shown
from mcptest_action.core.suite.target import Nothing, Unkept, find

ALL: tuple[Matcher, ...] = (EXACT, CONTAINS, REGEX, SCHEMA, TYPE, RANGE, LENGTH, EXISTS)
MATCHERS: Mapping[str, Matcher] = {matcher.name: matcher for matcher in ALL}
NOT = "not"


class Checked(NamedTuple):
    """An expectation, and what came of it."""

    outcome: Outcome
    because: str


def check(expectation: Expectation, answer: Mapping[str, Any]) -> Checked:
    """Hold an expectation against the answer to a call. What is not there meets none but its
    own absence.
    """
    target, name, operand, negated, _ = expectation
    matcher = MATCHERS[name]
    found = find(target, answer)
    if isinstance(found, Unkept):
        return Checked(Outcome.UNKNOWN, f"{_wanted(expectation)}, but {found.because}")
    if isinstance(found, Nothing):
        if name == EXISTS.name and operand is negated:
            return Checked(Outcome.HOLDS, f"{target.text} is absent")
        because = f"{_wanted(expectation)}, found nothing: {found.because}"
        return Checked(Outcome.DIFFERS, because)
    outcome, detail = matcher.judge(operand, found)
    if negated and outcome in _OPPOSITE:
        outcome = _OPPOSITE[outcome]
    if outcome is Outcome.HOLDS:
        return Checked(outcome, f"{target.text} is as expected")
    because = f"{_wanted(expectation)}, found {shown(found)}"
    if detail:
        because = f"{because}, {detail}" if detail.startswith("which") else f"{because}; {detail}"
    return Checked(outcome, because)


def _wanted(expectation: Expectation) -> str:
    target, name, operand, negated, _ = expectation
    what = MATCHERS[name].in_words(operand)
    return f"{target.text}: expected {'not ' if negated else ''}to {what}"


# What cannot be told stays so when it is turned round.
_OPPOSITE = {Outcome.HOLDS: Outcome.DIFFERS, Outcome.DIFFERS: Outcome.HOLDS}
