"""Expectations are added to a suite without touching anything else in it."""

from difflib import ndiff

import pytest
from conftest import FIXTURES, ROOT
from hypothesis import example, given
from hypothesis import strategies as st

from mcptest_action.core.authoring.propose.edit import edit_suite
from mcptest_action.core.authoring.propose.observe import Answered
from mcptest_action.core.authoring.propose.propose import propose
from mcptest_action.core.checks.results.ruling import Status
from mcptest_action.core.checks.suite.load import load_suite
from mcptest_action.core.checks.suite.matchers import check
from mcptest_action.core.text.errors import InputError

SHORT = {"target": "result.a", "exact": 1}
LONG = {"target": "result.b", "schema": {"type": "object", "properties": {
    f"property_{n}": {"type": "string"} for n in range(4)}}}  # fmt: skip
CASES = sorted((FIXTURES / "propose").glob("*.yml"))


def added(text, *expected, name="one"):
    return edit_suite(text, "suite.yml", {name: expected}, {})


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_file_is_edited_as_on_record(path, golden):
    text = path.read_bytes().decode()
    made = edit_suite(text, path.name, {"one": (SHORT, LONG), "two": (SHORT,)}, {})
    golden(path.with_suffix(".edited"), made)
    gone = [line for line in ndiff(text.splitlines(), made.splitlines()) if line.startswith("-")]
    assert not gone or "flow" in path.name
    again = load_suite(made, path.name, {})
    assert [len(case.expect) for case in again.cases] == [
        len(case.expect) + {"one": 2, "two": 1}.get(case.name, 0)
        for case in load_suite(text, path.name, {}).cases
    ]


def test_line_endings_are_those_of_the_file():
    text = "tools:\r\n  - name: one\r\n    tool: x\r\n"
    assert added(text, SHORT) == (
        f"{text}    expect:\r\n      - {{target: result.a, exact: 1}}\r\n"
    )


def test_a_last_line_that_does_not_end_stays_so():
    text = "tools:\n  - name: one\n    tool: x"
    assert added(text, SHORT) == (f"{text}\n    expect:\n      - {{target: result.a, exact: 1}}")


def test_without_additions_nothing_changes():
    text = "tools:\n  - {name: one, tool: x}\n"
    assert edit_suite(text, "suite.yml", {}, {}) == text
    prompts = "prompts:\n  - {name: one, prompt: x}\n"
    assert edit_suite(prompts, "suite.yml", {}, {}) == prompts


@pytest.mark.parametrize(
    "text",
    [
        "tools:\n  - ? name\n    : one\n    ? tool\n    : x\n",
        "tools:\n  - name: one\n    tool: x\n    args:\n      text: |\n        kept\n\n\n",
        "tools:\n  - name: one\n    tool: x\n    expect: [{target: result.c, exact: 1},]\n",
        "{tools: [{name: one, tool: x, expect: [{target: result.c, exact: 1}], tags: [a]}]}\n",
    ],
)
def test_an_unusual_layout_is_edited_all_the_same(text):
    (before,) = load_suite(text, "x", {}).cases
    (after,) = load_suite(added(text, SHORT), "x", {}).cases
    assert len(after.expect) == len(before.expect) + 1


def test_a_text_that_keeps_its_empty_lines_is_not_edited_behind():
    text = "tools:\n  - name: one\n    tool: x\n    args:\n      text: |+\n        kept\n\n\n"
    with pytest.raises(InputError, match="too unusual"):
        added(text, SHORT)


def test_an_expectation_that_is_none_is_refused():
    text = "tools:\n  - name: one\n    tool: x\n"
    with pytest.raises(InputError, match="too unusual"):
        added(text, {"target": "nowhere", "exact": 1})


def test_a_test_that_is_not_there_cannot_be_added_to():
    with pytest.raises(InputError, match="too unusual"):
        added("tools:\n  - name: one\n    tool: x\n", SHORT, name="two")


def test_the_example_can_be_added_to():
    text = (ROOT / "examples" / "weather" / "suite.yml").read_text()
    made = edit_suite(text, "suite.yml", {"the cities are named": (SHORT,)}, {})
    assert made.replace("      - {target: result.a, exact: 1}\n", "") == text


def reviewed(text, **reviews):
    return edit_suite(text, "suite.yml", {}, {}, reviews)


TWO = "tools:\n  - name: one\n    tool: x\n\n  # about two\n  - {name: two, tool: x}\n"


def test_a_test_to_be_reviewed_is_marked_once():
    marked = "  # about two\n  # review before first run: it is bad [destructive]\n  - {name: two"
    made = reviewed(TWO, two="it is bad [destructive]")
    assert made == TWO.replace("  # about two\n  - {name: two", marked)
    assert reviewed(made, two="it is worse") == made
    first = reviewed(TWO, one="a\nb").splitlines()[1]
    assert first == "  # review before first run: a b"
    unindented = "tools:\r\n- name: one\r\n  tool: x\r\n"
    mark = "# review before first run: y\r\n- name"
    assert reviewed(unindented, one="y") == unindented.replace("- name", mark)


def test_a_mark_stands_below_what_is_added_to_the_test_above():
    text = "tools:\n- name: one\n  tool: x\n- name: two\n  tool: x\n"
    assert edit_suite(text, "suite.yml", {"one": (SHORT,)}, {}, {"two": "y"}) == (
        "tools:\n- name: one\n  tool: x\n  expect:\n    - {target: result.a, exact: 1}\n"
        "# review before first run: y\n- name: two\n  tool: x\n"
    )


def test_a_test_that_shares_its_line_is_not_marked():
    text = "tools: [{name: one, tool: x}]\n"
    assert reviewed(text, one="y") == text


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner,
                                                                max_size=4),
    max_leaves=15,
)  # fmt: skip


@given(JSON, JSON, st.booleans())
@example({"${a}": "${b} $${c}"}, {"${a}": "${b} $${c}"}, False)
@example({"a": "x" * 300, "b": ["2026-11-17"]}, {"a": "x" * 300, "b": ["2026-11-18"]}, True)
def test_whatever_is_added_holds_for_both_answers(one, other, flow):
    text = "tools: [{name: one, tool: x}]\n" if flow else "tools:\n  - name: one\n    tool: x\n"
    answers = ({"result": {"structuredContent": one}}, {"result": {"structuredContent": other}})
    (case,) = load_suite(text, "suite.yml", {}).cases
    made = propose([Answered(case, answers)])
    (again,) = load_suite(edit_suite(text, "s", made.additions, {}), "s", {}).cases
    assert len(again.expect) == len(made.additions.get("one", ()))
    for expectation in again.expect:
        for answer in answers:
            assert check(expectation, answer).status is Status.PASSED
