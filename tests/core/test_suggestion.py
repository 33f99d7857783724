"""A suggestion explains a slip of the keyboard, and nothing wilder."""

import pytest

from mcptest_action.core.text.suggestion import closest, did_you_mean, misspelt

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


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("missing_requird", "missing_required"),
        ("Missing-Required", "missing_required"),
        ("missing required", "missing_required"),
        ("mising_requird", "missing_required"),
        ("missing_require_xy", None),
        ("misng_requird", None),
        ("oversized", "oversized"),
        ("", None),
        ("x" * 200, None),
    ],
)
def test_hardly_anything_else(word, meant):
    assert misspelt(word, ("oversized", "missing_required")) == meant
