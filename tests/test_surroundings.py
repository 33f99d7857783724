"""What a test is run in: an environment that says nothing, and coverage that is not given away."""

import os

import pytest
from coverage import Coverage
from hypothesis import given
from hypothesis import strategies as st


def is_traced():
    tracing = Coverage.current()
    return tracing is not None and tracing._started


def test_no_variable_reaches_a_process_that_would_colour_or_measure_it():
    assert not [
        name
        for name in os.environ
        if name.startswith(("CI", "GITHUB_", "COVERAGE_", "PYTHONDONTWRITEBYTECODE"))
    ]


@pytest.mark.untraced
def test_a_search_is_not_traced():
    assert not is_traced()


@given(st.just(False))
def test_generated_examples_are_not_traced(expected):
    assert is_traced() is expected
