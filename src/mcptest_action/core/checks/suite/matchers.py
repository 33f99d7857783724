"""Every matcher, and the result of an expectation."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.checks.results import (
    Expectation,
    Ruling,
    Status,
    failed,
    inconclusive,
    passed,
)
from .match_size import LENGTH, RANGE
from .match_text import CONTAINS, REGEX
from .match_value import EXACT, EXISTS, SCHEMA, TYPE
from .matcher import Matcher
from .shown import shown
from .target import Nothing, Unkept, find

ALL: tuple[Matcher, ...] = (EXACT, CONTAINS, REGEX, SCHEMA, TYPE, RANGE, LENGTH, EXISTS)
MATCHERS: Mapping[str, Matcher] = {matcher.name: matcher for matcher in ALL}
NOT = "not"


def check(expectation: Expectation, answer: Mapping[str, Any]) -> Ruling:
    """Check an expectation against the answer to a call. A missing value meets only the
    expectation that it is missing.
    """
    target, name, operand, negated, _ = expectation
    matcher = MATCHERS[name]
    found = find(target, answer)
    if isinstance(found, Unkept):
        return inconclusive(f"{_wanted(expectation)}, but {found.because}")
    if isinstance(found, Nothing):
        if name == EXISTS.name and operand is negated:
            return passed(f"{target.text} is absent")
        return failed(f"{_wanted(expectation)}, found nothing: {found.because}")
    status, detail, *_ = matcher.judge(operand, found)
    # A value that is unknown or of the wrong kind meets neither an expectation nor its opposite.
    if status is (Status.FAILED if negated else Status.PASSED):
        return passed(f"{target.text} is as expected")
    because = f"{_wanted(expectation)}, found {shown(found)}"
    if detail:
        because = f"{because}, {detail}" if detail.startswith("which") else f"{because}; {detail}"
    return inconclusive(because) if status is Status.INCONCLUSIVE else failed(because)


def _wanted(expectation: Expectation) -> str:
    target, name, operand, negated, _ = expectation
    what = MATCHERS[name].in_words(operand)
    return f"{target.text}: expected {'not ' if negated else ''}to {what}"
