"""Patterns that a matcher which tries again does not get through, and those that look like them."""

import re
import time

import pytest
from patience import cpu_at_most

from mcptest_action.core.checks.security.redos import explodes, loops_in

EXPLOSIVE = [
    r"^(a+)+$",
    r"^(a*)*$",
    r"^(a|a)*$",
    r"^(a|aa)+$",
    r"^(\w+\s?)*$",
    r"^(.*a){12}$",
    r"(x+x+)+y",
    r"^(([a-z])+.)+[A-Z]([a-z])+$",
    r"^(?:a?a?)*b$",
    r"^(([^,]*),?)*$",
    r"^(a{1,50}){1,50}$",
    r"^(?=(a+)+$)a",
    r"^((?:ab|a)(?:bc|c)?)*!$",
    r"^(aba|ab|a)*!$",
    r"^(?:(?=a)(?:a|b|ab)+)*c$",
    "^(" + "|".join(["[a-z]"] * 100) + ")*$",
]
SOUND = [
    r"^a+$",
    r"^(a?)*$",
    r"^[a-z]+(-[a-z]+)*$",
    r"^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$",
    r"(a+)+",
    r"^([0-9a-f]{64})*$",
    r"^(\d{1,3}\.){3}\d{1,3}$",
    r"^(?:ab|cd)+$",
    r"^[^@]+@[^@]+\.[^@]+$",
    r"^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
    r"^(?:\b)*a{0}$",
    r"^(?:abc|abd)*$",
]
UNKNOWN = [
    "(",
    r"(?<=a)b",
    "a" * 3_000,
    "^(" + "[a-z]" * 150 + ")*$",
    "^(" + "a*" * 40 + "xy)*$",
]


@pytest.mark.parametrize("pattern", EXPLOSIVE)
def test_two_ways_round_a_loop_explode(pattern):
    assert explodes(pattern)


@pytest.mark.parametrize("pattern", SOUND)
def test_one_way_round_a_loop_does_not(pattern):
    assert not explodes(pattern)


@pytest.mark.parametrize("pattern", UNKNOWN)
def test_what_cannot_be_told_is_not_accused(pattern):
    assert not explodes(pattern)


def seconds(pattern: str, text: str) -> float:
    start = time.process_time()
    re.search(pattern, text)
    return time.process_time() - start


def test_the_machine_agrees():
    """Six letters more cost a matcher that tries again at least eight times as much."""
    short, long = seconds(r"^(a+)+$", "a" * 14 + "!"), seconds(r"^(a+)+$", "a" * 20 + "!")
    assert long > 8 * short


@pytest.mark.parametrize(
    ("after", "loops"),
    [
        ({}, []),
        ({0: [1], 1: []}, []),
        ({0: [0]}, [{0}]),
        ({0: [1], 1: [2], 2: [0, 3], 3: []}, [{0, 1, 2}]),
        ({0: [1, 2], 1: [0], 2: [3], 3: [2]}, [{0, 1}, {2, 3}]),
    ],
)
def test_loops(after, loops):
    assert sorted(map(sorted, loops_in(after))) == sorted(map(sorted, loops))


@pytest.mark.parametrize(
    "pattern",
    [
        "(" * 39 + "a" + "+)" * 39 + "$",
        "^" + "a?" * 110 + "$",
        "^(" + "[a-z]*" * 100 + ")*$",
        "(a{1,9}){1,9}" * 50,
        "(?=" * 39 + "a*" + ")" * 39,
    ],
)
def test_the_analysis_itself_does_not_explode(pattern):
    with cpu_at_most(2):
        explodes(pattern)
