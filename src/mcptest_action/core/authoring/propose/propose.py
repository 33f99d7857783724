"""From answers to the additions for a suite, and the tests that get none."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from mcptest_action.core.authoring.scaffold import Assertion, DraftCase, proven
from mcptest_action.core.checks.results import Case, Expectation, ExpectationTarget, Status
from mcptest_action.core.checks.suite import ANSWER_ROOTS, DURATION, SHORTEST_SECRET, parse_target
from mcptest_action.core.checks.suite.matchers import check
from .assertions import IsSecret, assertions
from .edit import Additions
from .observe import Answered, PassedOver

MOST = 20
MOST_BLOCKS = 3
# What a content block says about itself, besides its text: stable, and useful.
_OF_A_BLOCK = ("type", "mimeType", "text")
_TELLING = ("exact", "regex", "contains")


class Proposed(NamedTuple):
    additions: Additions
    reviews: Mapping[str, str]
    """What to read before a test is run, by its name."""
    notes: tuple[str, ...]
    """A sentence for each test to which nothing is added."""


def propose(observed: Iterable[Answered | PassedOver], secrets: Sequence[str] = ()) -> Proposed:
    """`secrets`: texts that nobody may write down, wherever they turn up."""
    is_secret = _holds(secrets)
    additions: dict[str, Sequence[Assertion]] = {}
    reviews: dict[str, str] = {}
    notes: list[str] = []
    for one in observed:
        why, fresh = _of(one, is_secret)
        if fresh:
            additions[one.case.name] = fresh
        else:
            notes.append(f"{one.case.name}: {why}")
        if isinstance(one, PassedOver) and one.review:
            reviews[one.case.name] = one.review
    return Proposed(additions, reviews, tuple(notes))


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


def proposals(
    case: Case, answers: Sequence[Mapping[str, Any]], is_secret: IsSecret
) -> tuple[Assertion, ...]:
    """Expectations that hold for all answers, and that the test does not have yet."""
    failed = any("error" in answer or _flag(answer["result"]) is True for answer in answers)
    told = _of_errors(answers) if failed else _of_results(answers, is_secret)
    fresh = (one for one in told if not _is_known(one, case.expect))
    return tuple(islice(fresh, MOST))


def _flag(result: Any) -> Any:
    return result.get("isError") if isinstance(result, Mapping) else None


def _of_errors(answers: Sequence[Mapping[str, Any]]) -> Iterator[Assertion]:
    """The kind of the error, but never its text: a person has to decide on that."""
    codes = [answer["error"]["code"] for answer in answers if "error" in answer]
    if len(codes) == len(answers) and len(set(codes)) == 1:
        yield {"target": "error.code", "exact": codes[0]}
    elif not codes and all(_flag(answer["result"]) is True for answer in answers):
        yield {"target": "result.isError", "exact": True}


def _of_results(answers: Sequence[Mapping[str, Any]], is_secret: IsSecret) -> Iterator[Assertion]:
    results = [answer["result"] for answer in answers]
    if not all(isinstance(result, Mapping) for result in results):
        return
    if all("isError" in result for result in results):
        yield {"target": "result.isError", "exact": False}
    structured = [r["structuredContent"] for r in results if "structuredContent" in r]
    if len(structured) == len(results):
        yield from assertions(structured, "result.structuredContent", is_secret)
    contents = [result.get("content") for result in results]
    if all(isinstance(content, list) for content in contents):
        yield from _of_contents(contents, structured, is_secret)


def _of_contents(
    contents: Sequence[Any], structured: Sequence[Any], is_secret: IsSecret
) -> Iterator[Assertion]:
    lengths = {len(content) for content in contents}
    if len(lengths) > 1:
        yield {"target": "result.content", "type": "array"}
        return
    yield {"target": "result.content", "length": len(contents[0])}
    for index in range(min(len(contents[0]), MOST_BLOCKS)):
        blocks = [content[index] for content in contents]
        if all(isinstance(block, Mapping) for block in blocks):
            yield from _of_blocks(blocks, f"result.content[{index}]", structured, is_secret)


def _of_blocks(
    blocks: Sequence[Mapping[str, Any]], path: str, structured: Sequence[Any], is_secret: IsSecret
) -> Iterator[Assertion]:
    for key in _OF_A_BLOCK:
        if not all(key in block for block in blocks):
            continue
        values = [block[key] for block in blocks]
        if key == "text" and structured and all(map(_says_the_same, values, structured)):
            continue  # already covered, field by field
        yield from assertions(values, f"{path}.{key}", is_secret)


def _says_the_same(text: Any, structured: Any) -> bool:
    try:
        return bool(json.loads(text) == structured)
    except (TypeError, ValueError, RecursionError):
        return False


def _is_known(expected: Assertion, known: Sequence[Expectation]) -> bool:
    """Whether the test already mentions this, or something that contains it."""
    target = parse_target(str(expected["target"]), ANSWER_ROOTS)
    tells = any(matcher in expected for matcher in _TELLING)
    return isinstance(target, ExpectationTarget) and any(
        _covers(one, target, tells=tells) for one in known
    )


def _covers(known: Expectation, target: ExpectationTarget, *, tells: bool) -> bool:
    """A value says more than the kind that the test may expect there already."""
    if known.target.steps == target.steps:
        return not tells or known.matcher in _TELLING
    is_part = target.steps[: len(known.target.steps)] == known.target.steps
    return is_part and known.matcher == "exact" and not known.negated
