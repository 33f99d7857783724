"""A suggestion explains a slip of the keyboard, and nothing wilder."""

import pytest

from mcptest_action.core.suggestion import closest, did_you_mean

WORDS = ("run.failed", "run.total", "severity", "max")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("run.faild", "run.failed"),
        ("run.fialed", "run.failed"),
        ("RUN.TOTAL", "run.total"),
        ("severty", "severity"),
        ("mx", "max"),
        ("colour", None),
        ("", None),
        ("x" * 200, None),
    ],
)
def test_closest(word, meant):
    assert closest(word, WORDS) == meant


def test_the_nearest_wins():
    assert closest("abcdef", ("abcxyf", "abcdeg")) == "abcdeg"


def test_a_hint_or_nothing():
    assert did_you_mean("severty", WORDS) == "did you mean severity?"
    assert did_you_mean("colour", WORDS) == ""
