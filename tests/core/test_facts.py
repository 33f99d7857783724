"""`fixtures/facts/<flag>/x.json` gives the facts in `x.facts.json`, or the error in `x.error.txt`."""

import json

import pytest
from conftest import FIXTURES

from mcptest_action.core.document.json_text import read_json
from mcptest_action.core.facts.catalogue import ARTIFACTS, FACTS
from mcptest_action.core.facts.model import Absent, Document
from mcptest_action.core.facts.pool import read_facts
from mcptest_action.core.text.errors import InputError
from mcptest_action.core.text.timestamp import parse_timestamp

NOW = parse_timestamp("2026-11-16T12:00:00Z")
FOLDER = FIXTURES / "facts"
CASES = sorted(p for p in FOLDER.glob("*/*.json") if not p.name.endswith(".facts.json"))
BY_NAME = {artifact.flag.removeprefix("--"): artifact for artifact in ARTIFACTS}


@pytest.mark.parametrize("path", CASES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_an_artifact_gives_its_facts_or_an_error(path, golden):
    artifact = BY_NAME[path.parent.name]
    document = Document(path.name, read_json(path.read_text(), path.name))
    try:
        reading = artifact.read(document, NOW)
    except InputError as error:
        assert path.name.startswith("bad-"), error
        golden(path.with_suffix(".error.txt"), f"{error}\n")
        return
    assert not path.name.startswith("bad-"), "this file should have been refused"
    specified = [spec.name for spec in artifact.facts]
    odd = set(reading).symmetric_difference(specified)
    assert not odd, (
        f"read and specified, each only once: {odd}; see `read` and `facts` of {artifact.flag}"
    )
    assert list(reading) == specified, (
        f"{artifact.flag}: facts are read in the order of their specs"
    )
    shown = {
        name: {"absent": value.because} if isinstance(value, Absent) else value
        for name, value in reading.items()
        if not isinstance(value, Absent) or "section in the file" not in value.because
    }
    golden(path.with_suffix(".facts.json"), json.dumps(shown, indent=2) + "\n")


def test_every_artifact_has_good_and_bad_files():
    for name in BY_NAME:
        stems = {path.stem for path in CASES if path.parent.name == name}
        assert any(stem.startswith("bad-") for stem in stems), name
        assert any(not stem.startswith("bad-") for stem in stems), name


def test_every_fact_has_been_seen_with_a_value():
    seen = {}
    for path in FOLDER.glob("*/*.facts.json"):
        for name, value in json.loads(path.read_text()).items():
            if not isinstance(value, dict):
                seen[name] = value
    unseen = FACTS.keys() - seen.keys()
    assert not unseen, f"fixtures/facts: add files with {unseen} in them, then make golden"
    assert sorted(seen) == sorted(FACTS)
    for name, value in seen.items():
        expected = {"number": (int, float), "boolean": bool, "text": str}[FACTS[name].type]
        assert isinstance(value, expected), name


def test_the_seeds_catalogue_is_complete():
    seed = """
        run.total run.passed run.failed run.skipped run.inconclusive
        judge.certified judge.ece judge.brier judge.expired
        conformance.badge conformance.must_passed conformance.must_total
        conformance.should_passed conformance.should_total conformance.tier
        security.critical_count security.high_count security.medium_count security.low_count
        security.info_count security.total_findings
        model_compat.total model_compat.pass model_compat.drift model_compat.fail
        evidence.reproducible evidence.unverifiable_origin
    """.split()
    assert set(seed) <= set(FACTS)


def test_an_absence_says_what_would_help():
    pool = read_facts({"--run-report": Document("run.json", {"failed": "0"})}, now=NOW)
    assert pool.absence("run.failed") == (
        "run.json does not carry run.failed: failed is text, not a number"
    )
    assert pool.absence("judge.ece") == "judge.ece needs --judge-cert, which was not given"
    assert pool.absence("run.faild") == "'run.faild' is not a known fact; did you mean run.failed?"
    assert pool.absence("colour") == "'colour' is not a known fact"


def test_facts_of_the_official_suite_name_what_they_count():
    file = FOLDER / "conformance-report" / "official-beside-ours.json"
    data = json.loads(file.read_text())
    pool = read_facts({"--conformance-report": Document("c.json", data)}, now=NOW)
    behind = {name.rpartition(".")[2]: fact.behind for name, fact in pool.facts.items()}
    assert behind["failed"] == ("tools-list:tools-list",)
    assert behind["warnings"] == ("tools-list:tools-name-format",)
    assert behind["disagreements"] == ("TOOLS-01",)
    assert behind["must_failed"] == ()
    for odd in ([1], [{}], [{"ours": []}], [{"ours": [1]}], [{"ours": [{"id": 1}]}]):
        data["official"]["disagreements"] = odd
        pool = read_facts({"--conformance-report": Document("c.json", data)}, now=NOW)
        assert pool.facts["conformance.official.disagreements"].behind == ()
