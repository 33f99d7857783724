"""Whatever a file or a server holds: a problem with its place, a ruling with its reason, no crash."""

import json

import pytest
from conftest import FIXTURES
from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.checks.results.ruling import Status
from mcptest_action.core.checks.suite.load import load_suite
from mcptest_action.core.checks.suite.load_expect import load_expect
from mcptest_action.core.checks.suite.matchers import MATCHERS, check
from mcptest_action.core.checks.suite.target import ANSWER_ROOTS
from mcptest_action.core.document.fields import Problems
from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.text.errors import InputError

SEEDS = [path.read_text() for path in sorted((FIXTURES / "suite").glob("*/*.yml"))]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(), max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip
OPERANDS = {
    "exact": {"a": [1, None]},
    "contains": "a",
    "regex": "^(a|b)*c$",
    "schema": {"type": "object", "required": ["a"]},
    "type": "integer",
    "range": {"min": -1, "max": 1},
    "length": {"min": 1},
    "exists": True,
}


def expectations():
    for name, operand in OPERANDS.items():
        for matcher in ({name: operand}, {"not": {name: operand}}):
            for target in ("result", "result.a", "result[0].a"):
                yield {"target": target, **matcher}


def loaded(expectation):
    tree = read_yaml(json.dumps({"expect": [expectation]}), "x")
    (one,) = load_expect(Problems("x"), tree.fields[0], "x", ANSWER_ROOTS)
    return one


EXPECTATIONS = [loaded(expectation) for expectation in expectations()]


def test_every_matcher_has_an_operand_here():
    assert set(OPERANDS) == set(MATCHERS)


@given(JSON)
def test_any_answer_is_ruled_with_a_reason_that_can_be_written(answer):
    for expectation in EXPECTATIONS:
        status, because, *_ = check(expectation, {"result": answer, "duration_ms": 1.0})
        assert status in Status
        assert because
        assert len(because) < 2000
        assert "\n" not in because
        json.dumps(because)


@given(JSON)
def test_what_differs_and_what_does_not_are_opposites(answer):
    """Unless it cannot be told, or there is nothing to tell about; then neither holds."""
    for one, other in zip(EXPECTATIONS[0::6], EXPECTATIONS[3::6], strict=True):
        assert (one.matcher, one.negated, other.negated) == (other.matcher, False, True)
        statuses = {check(e, {"result": answer}).status for e in (one, other)}
        assert statuses in (
            {Status.PASSED, Status.FAILED},
            {Status.FAILED},
            {Status.INCONCLUSIVE},
        )


@given(st.sampled_from(SEEDS), st.data())
def test_a_suite_with_a_slip_is_read_or_refused_with_a_place(text, data):
    lines = text.splitlines()
    where = data.draw(st.integers(0, len(lines) - 1))
    how = data.draw(st.sampled_from(["drop", "twice", "cut", "word", "indent"]))
    line = lines[where]
    lines[where : where + 1] = {
        "drop": [],
        "twice": [line, line],
        "cut": [line[: len(line) // 2]],
        "word": [line.replace(":", ": [", 1)],
        "indent": [f"  {line}"],
    }[how]
    try:
        load_suite("\n".join(lines), "s.yml", {"SET": "some secret"})
    except InputError as error:
        for problem in error.problems:
            assert problem.line or problem.what.startswith("and more")
            assert problem.what


@pytest.mark.parametrize("text", ["a\ud800b", "\u202e", "\x00", "é" * 200, "'\"`$(x)"])
def test_odd_texts_are_found_and_shown(text):
    answer = {"result": {"a": text}}
    assert check(loaded({"target": "result.a", "type": "string"}), answer).status is Status.PASSED
    assert check(loaded({"target": "result.a", "exact": "else"}), answer).because.startswith(
        "result.a: expected to be 'else', found '"
    )
