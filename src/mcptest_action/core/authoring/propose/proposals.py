"""What to add to a test, given two answers to its call."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from mcptest_action.core.authoring.scaffold import Assertion
from mcptest_action.core.checks.results import Case, Expectation, ExpectationTarget
from mcptest_action.core.checks.suite import ANSWER_ROOTS, parse_target
from .assertions import IsSecret, assertions

MOST = 20
MOST_BLOCKS = 3
# What a content block says about itself, beside its text: stable, and of use.
_OF_A_BLOCK = ("type", "mimeType", "text")
_TELLING = ("exact", "regex", "contains")


def proposals(
    case: Case, answers: Sequence[Mapping[str, Any]], is_secret: IsSecret
) -> tuple[Assertion, ...]:
    """Expectations that hold for all answers, and that the test does not have yet."""
    told = _of_errors(answers) if _has_errors(answers) else _of_results(answers, is_secret)
    fresh = (one for one in told if not _is_known(one, case.expect))
    return tuple(islice(fresh, MOST))


def _has_errors(answers: Sequence[Mapping[str, Any]]) -> bool:
    return any("error" in answer or _flag(answer["result"]) is True for answer in answers)


def _flag(result: Any) -> Any:
    return result.get("isError") if isinstance(result, Mapping) else None


def _of_errors(answers: Sequence[Mapping[str, Any]]) -> Iterator[Assertion]:
    """The kind of the error, and never its text: that is for a person to decide on."""
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
            continue  # told already, field by field
        yield from assertions(values, f"{path}.{key}", is_secret)


def _says_the_same(text: Any, structured: Any) -> bool:
    try:
        return bool(json.loads(text) == structured)
    except (TypeError, ValueError, RecursionError):
        return False


def _is_known(expected: Assertion, known: Sequence[Expectation]) -> bool:
    """Whether the test speaks of this already, or of all that it is a part of."""
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
