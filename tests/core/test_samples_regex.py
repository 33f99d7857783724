"""Our regular expressions agree with Python's where both know a pattern, and never hang."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcptest_action.core.checks.samples.regex.charset import ANY, LAST, any_of, charset, negated
from mcptest_action.core.checks.samples.regex.match import matches
from mcptest_action.core.checks.samples.regex.program import compiled
from mcptest_action.core.checks.samples.regex.syntax import Unreadable
from mcptest_action.core.checks.samples.regex.write import texts


def free(_):
    """Costs nothing."""


def found(pattern, text):
    return matches(compiled(pattern), text, free)


ATOMS = st.sampled_from(
    [
        "a",
        "b",
        ".",
        "[ab]",
        "[^a]",
        "[a-c1-3]",
        r"\d",
        r"\w",
        r"\S",
        r"\.",
        "^",
        "$",
        r"\b",
        r"\B",
        "",
        "-",
    ]
)
PATTERNS = st.recursive(
    ATOMS,
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3).map("".join)
        | st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"({'|'.join(parts)})")
        | inner.map(lambda part: f"(?:{part})*")
        | inner.map(lambda part: f"(?:{part})+?")
        | inner.map(lambda part: f"(?:{part}){{1,2}}")
        | inner.map(lambda part: f"(?={part})")
        | inner.map(lambda part: f"(?!{part})")
    ),
    max_leaves=8,
)


@settings(max_examples=500)
@given(PATTERNS, st.text("ab1-. ", min_size=1, max_size=8))
def test_python_finds_the_same(pattern, text):
    assert found(pattern, text) == bool(re.search(pattern, text, re.ASCII))


@settings(max_examples=80)
@given(PATTERNS)
def test_what_is_written_matches(pattern):
    for text in texts(compiled(pattern), 0, 10, free):
        # Before Python 3.14, its `\B` does not find itself in an empty text.
        assert re.search(pattern, text, re.ASCII) or (text == "" and r"\B" in pattern)
        assert len(text) <= 10


@settings(max_examples=300)
@given(st.text(st.sampled_from("ab01-^$.*+?(){}[]|\\,:=!<>pPdwxui"), max_size=12))
def test_any_text_is_a_pattern_or_has_a_reason(pattern):
    program = compiled(pattern)
    if isinstance(program, Unreadable):
        assert program.because
    else:
        assert isinstance(matches(program, "ab01", free), bool)


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        ("^(a+)+$", "a" * 5000, "a" * 5000 + "!"),
        ("^(a|a)*$", "a" * 5000, "a" * 5000 + "!"),
        ("^(?:a?){50}a{50}$", "a" * 50, "a" * 49),
        ("(?i)^straße[a-f]$", "STRAßeC", "strasseC"),
        ("(?i)^[^a]$", "b", "A"),
        (r"^\u{1F600}$", "\U0001f600", "x"),
        (r"^\d$", "7", "٧"),
        ("^.$", "x", "\n"),
        ("^a$", "a", "a\n"),
        ("a{,2}", "a{,2}", "aa"),
        (r"[\d-x]$", "-", "y"),
        ("[a-]$", "-", "b"),
    ],
)
def test_patterns_that_python_would_read_otherwise_or_never_finish(pattern, yes, no):
    assert found(pattern, yes)
    assert not found(pattern, no)


def test_texts_come_in_the_lengths_asked_for():
    program = compiled("^[a-c]*$")
    written = list(texts(program, 2, 3, free))
    assert written[0] == "aa"
    assert {len(text) for text in written} == {2, 3}
    assert list(texts(compiled("^aa$"), 0, 1, free)) == []


def test_no_text_holds_half_a_character():
    assert any_of(((0xD800, 0xDFFF),)) is None
    assert any_of(((0xD800, 0xE000),)) == "\ue000"
    assert any_of(((1, 5),)) == "\x01"
    assert list(texts(compiled(r"^[\ud800-\udbff]$"), 0, 9, free)) == []


def test_sets_are_sorted_and_do_not_touch():
    assert charset([(5, 9), (1, 3), (4, 4), (8, 12), (20, 20)]) == ((1, 12), (20, 20))
    assert negated(()) == ANY
    assert negated(ANY) == ()
    assert negated(((1, 12), (20, 20))) == ((0, 0), (13, 19), (21, LAST))
