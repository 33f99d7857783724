"""The gate with its default policy on sound servers of every make: what is red is truly wrong,
and what every server does all the time is really ruled on.
"""

import pytest
from live_gate import assert_artifacts_are_valid, assert_replay_is_the_same
from real.install import InstallError
from real.zoo.cases import LEFT_OUT, cases
from real.zoo.explained import EXPLAINED, expected
from real.zoo.ordinary import NOTHING_OF_THE_KIND, OPEN, ROWS, excused, outdated, rows_of
from real.zoo.outcome import RULED, Outcome

pytestmark = pytest.mark.zoo
CASES = [
    pytest.param(case, id=case.name, marks=[pytest.mark.quick] if case.quick else [])
    for case in cases()
]


@pytest.fixture(scope="module", params=CASES)
def outcome(request, tmp_path_factory, zoo_folder):
    """Gated once, for all tests on the case."""
    case = request.param
    folder = zoo_folder(case.name) or tmp_path_factory.mktemp("zoo")
    try:
        return Outcome(case, folder)
    except InstallError as error:
        pytest.skip(f"not installed: {error}")


def test_what_is_red_is_explained(outcome, record_property):
    assert outcome.code in (0, 1), outcome.said
    record_property("zoo", tuple(outcome.line()))  # a plain one can be sent to another process
    found = outcome.red()
    must, may = expected(outcome.case)
    unexplained = {name: because for name, because in found.items() if name not in may}
    assert unexplained == {}, "our false alarm, or a sentence of the specification is missing"
    assert must - set(found) == set(), "explained, but no longer found"


def test_ordinary_behaviour_is_ruled_on(outcome):
    assert set(outcome.case.family.revisions) <= set(outcome.spoken)
    rulings = outcome.rulings()
    rows = rows_of(outcome.newest, outcome.conformance["transport"])
    assert rows <= rulings.keys()
    unruled = {row: rulings[row]["because"] for row in rows if rulings[row]["status"] not in RULED}
    left = {row: why for row, why in unruled.items() if not excused(outcome.case, row, why)}
    assert left == {}, "every server does this, so it can be passed or failed"
    assert outdated(outcome.case, unruled) == [], "these are ruled on by now"


def test_the_artifacts_are_whole(outcome, tmp_path):
    assert_artifacts_are_valid(outcome.out)
    assert_replay_is_the_same(outcome.out, tmp_path)


@pytest.mark.quick
def test_every_explanation_and_excuse_is_of_some_case():
    for each in (*EXPLAINED, *OPEN):
        for pattern in each.cases:
            assert any(case.is_one_of([pattern]) for case in cases()), (each, pattern)


@pytest.mark.quick
def test_excuses_are_of_rows_on_ordinary_behaviour():
    assert set(NOTHING_OF_THE_KIND) <= ROWS
    assert {row for each in OPEN for row in each.rows} <= ROWS


@pytest.mark.quick
def test_what_is_left_out_is_not_in():
    names = {case.family.package.name for case in cases()}
    assert not names & {each.package for each in LEFT_OUT if not each.version}


@pytest.mark.quick
def test_one_package_of_one_version_has_one_set_of_pins():
    pins = {}
    for case in cases():
        package = case.family.package
        assert pins.setdefault((package.name, package.version), package.pins) == package.pins
