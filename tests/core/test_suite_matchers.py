"""Every matcher, passing and failing.

`fixtures/matchers/MATCHER/pass/x.yml` holds an expectation and an answer that meets it; in `fail/`
it does not, and in `unknown/` nobody can tell. What is said about that is in `x.txt`.
"""

import pytest
from conftest import FIXTURES

from mcptest_action.core.checks.results.case import ExpectationTarget
from mcptest_action.core.checks.results.ruling import Status
from mcptest_action.core.checks.suite.load_expect import load_expect
from mcptest_action.core.checks.suite.matchers import MATCHERS, check
from mcptest_action.core.checks.suite.shown import LONGEST, shown
from mcptest_action.core.checks.suite.target import ANSWER_ROOTS, NoTarget, parse_target
from mcptest_action.core.document.fields import Problems
from mcptest_action.core.document.tree import plain
from mcptest_action.core.document.yaml_text import read_yaml

FOLDER = FIXTURES / "matchers"
FILES = sorted(FOLDER.glob("*/*/*.yml"))
STATUSES = {
    "pass": Status.PASSED,
    "fail": Status.FAILED,
    "unknown": Status.INCONCLUSIVE,
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.parts[-3:]))
def test_an_expectation_is_held_against_an_answer(path, golden):
    expect, answer = read_yaml(path.read_text(), path.name).fields
    problems = Problems(path.name)
    (expectation,) = load_expect(problems, expect, "test", ANSWER_ROOTS)
    problems.raise_any()
    assert expectation.matcher == path.parts[-3]
    checked = check(expectation, plain(answer.value))
    assert checked.status is STATUSES[path.parts[-2]]
    if path.parts[-2] != "pass":
        assert len(checked.because) < 4 * LONGEST
        golden(path.with_suffix(".txt"), f"{checked.because}\n")


@pytest.mark.parametrize("name", MATCHERS)
def test_every_matcher_is_seen_to_pass_to_fail_and_to_be_turned_round(name):
    seen = {(path.parts[-3], path.parts[-2]) for path in FILES}
    assert {(name, "pass"), (name, "fail")} <= seen
    turned = [path for path in FILES if path.parts[-3] == name and "not: {" in path.read_text()]
    assert turned


def test_a_target_is_not_endless():
    assert isinstance(parse_target("result." + "x" * 500, ANSWER_ROOTS), NoTarget)
    assert parse_target("result.a-b", ANSWER_ROOTS) == ExpectationTarget(
        "result.a-b", ("result", "a-b")
    )


def test_what_is_shown_is_one_line_and_not_endless():
    assert shown("a\n  b") == "'a b'"
    assert shown({"b": [1, "ü"], "a": None}) == '{"a": null, "b": [1, "ü"]}'
    assert len(shown("x" * 10_000)) == LONGEST + 2
