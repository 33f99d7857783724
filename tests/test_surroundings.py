"""What a test is run in: an environment that says nothing, no clock, nothing beside the project."""

import os
import re

import pytest
from conftest import ROOT
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


def test_what_is_not_a_test_of_core_is_not_traced():
    assert not is_traced()


@pytest.mark.traced
@given(st.just(False))
def test_generated_examples_are_not_traced(expected):
    assert is_traced() is expected


def found_in(expression, *folders):
    texts = {path: path.read_text() for name in folders for path in (ROOT / name).rglob("*.py")}
    return {
        str(path): found for path, text in texts.items() if (found := re.findall(expression, text))
    }


def test_nothing_outside_the_repository_is_looked_for():
    """It is named by a variable: see CONTRIBUTING.md."""
    assert found_in(r"ROOT\.paren[t]|\.\./share[d]", "tests", "scripts", "bench") == {}


def test_no_test_looks_at_the_clock():
    """A busy machine is slow: `patience.py` measures the processor, and waits longer."""
    assert found_in(r"(?:monotonic|perf_counter)(?:_ns)?\(\)|\btime\.time\(\)", "tests") == {}
