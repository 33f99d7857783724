"""Failures that a file expects: read with places, compared without changing a count."""

from __future__ import annotations

import pytest

from mcptest_action.core.checks.conformance.catalogue import CHECKS
from mcptest_action.core.checks.conformance.expected import (
    COUNTERPARTS,
    Expectations,
    compare,
    counterparts,
    load_expected,
)
from mcptest_action.core.checks.results.ruling import Status
from mcptest_action.core.text.errors import InputError

PASSED, FAILED, UNKNOWN = Status.PASSED, Status.FAILED, Status.INCONCLUSIVE


def load(*names):
    return load_expected("server:\n" + "".join(f"  - {name}\n" for name in names), "f.yml")


def refused(text):
    with pytest.raises(InputError) as caught:
        load_expected(text, "f.yml")
    return [f"{p.where}: {p.sentence}" for p in caught.value.problems]


def test_ids_and_scenarios_are_known():
    assert load("TOOLS-01", "tools-list", "tools-call-image").entries == {
        "TOOLS-01": ("TOOLS-01",),
        "tools-list": ("TOOLS-01", "TOOLS-04", "TOOLS-06"),
        "tools-call-image": (),
    }


@pytest.mark.parametrize("text", ["server:\n", "server: []\n", "client:\n  - x\n", "{}\n"])
def test_a_file_may_expect_nothing(text):
    assert load_expected(text, "f.yml").entries == {}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "server:\n  - TOOLS-01\n  - TOLS-02\n",
            "f.yml:3:5: 'TOLS-02' is no check (did you mean TOOLS-02?)",
        ),
        (
            "server: [completely-different]\n",
            "f.yml:1:10: 'completely-different' is no check (see mcptest conformance run --list)",
        ),
        ("server:\n  - ping\n  - ping\n", "f.yml:3:5: 'ping' is listed twice (keep one)"),
        ("server:\n  - a: b\n", "f.yml:2:5: an entry is a mapping, not the id of a check"),
        ("server: TOOLS-01\n", "f.yml:1:9: server is text, not a list"),
        ("- TOOLS-01\n", "f.yml:1:1: the file is a list, not a mapping"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_its_place(text, problem):
    assert refused(text) == [problem]


def test_a_misspelt_key_is_refused():
    (problem,) = refused("servers:\n  - ping\n")
    assert problem.startswith(
        "f.yml:1:1: the file has an unknown key 'servers' (did you mean server?)"
    )


def test_every_problem_is_told():
    assert len(refused("server:\n  - a\n  - b\n")) == 2


def compared(names, **found):
    outcomes = {name.replace("_", "-"): status for name, status in found.items()}
    return compare(load(*names), outcomes.items())


def test_what_nobody_expects_is_new():
    assert compared(["BASE-06"], BASE_06=FAILED, BASE_07=FAILED, BASE_01=PASSED) == Expectations(
        "f.yml", ("BASE-07",), (), ()
    )


def test_what_passes_is_stale():
    assert compared(["BASE-06"], BASE_06=PASSED).stale == ("BASE-06",)


@pytest.mark.parametrize("status", [UNKNOWN, Status.SKIPPED])
def test_what_was_not_checked_is_not_stale(status):
    assert compared(["BASE-06"], BASE_06=status) == Expectations("f.yml", (), (), ())
    assert compared(["BASE-06"]) == Expectations("f.yml", (), (), ())


def test_a_scenario_is_stale_once_none_of_its_checks_fails():
    two = ["tools-list"]
    assert compared(two, TOOLS_01=FAILED, TOOLS_04=PASSED).stale == ()
    assert compared(two, TOOLS_01=PASSED, TOOLS_04=UNKNOWN).stale == ("tools-list",)


def test_a_scenario_that_needs_fixtures_is_told_and_never_stale():
    names = ["tools-call-image", "tasks-get", "input-required-result-x:y"]
    assert compared(names, TOOLS_01=PASSED) == Expectations("f.yml", (), (), tuple(names))


def test_a_scenario_may_name_one_of_its_checks():
    assert counterparts("tools-list:some-check") == COUNTERPARTS["tools-list"]
    assert counterparts("tools-list:tools-name-format") == ("TOOLS-04",)
    assert counterparts("tasks-lifecycle:some-check") == ()
    assert counterparts("no-such-scenario") is None


def test_scenarios_stand_for_checks_that_exist():
    ids = {check.id for check in CHECKS}
    assert {name for meant in COUNTERPARTS.values() for name in meant} <= ids
