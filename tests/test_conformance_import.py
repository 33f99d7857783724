"""`mcptest conformance import` as users run it: folders and files in, one report out."""

import json
import shutil

import pytest
from conftest import FIXTURES
from test_commands import mcptest

RUN = FIXTURES / "official" / "one-run"
OURS = {
    "schema_version": "mcptest.dev/conformance/v1",
    "badge": "F", "tier": "F",
    "must_passed": 1, "must_total": 2, "should_passed": 0, "should_total": 0,
    "checks": [
        {"id": "LIFE-06", "level": "MUST", "status": "failed", "because": "no answer"},
        {"id": "TOOLS-01", "level": "MUST", "status": "passed", "because": "2 tools",
         "revisions": {"2025-11-25": {"status": "passed", "because": "2 tools", "spec": "x"}}},
    ],
}  # fmt: skip
POLICY = """version: "1.0"
rules:
  - {id: looked, fact: conformance.official.total, min: 1}
  - {id: theirs, fact: conformance.official.failed, max: 0}
  - {id: ours, fact: conformance.must_total, min: 1}
"""


@pytest.fixture
def place(tmp_path):
    shutil.copytree(RUN, tmp_path / "out")
    (tmp_path / "ours.json").write_text(json.dumps(OURS))
    (tmp_path / "policy.yml").write_text(POLICY)
    return tmp_path


def imported(place, *words):
    done = mcptest("conformance", "import", *words, cwd=place)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_a_folder_becomes_a_report_beside_ours(place):
    words = ("out", "--with", "ours.json", "--format", "json", "--output", "both.json")
    assert imported(place, *words) == (0, "", "wrote both.json\n")
    made = json.loads((place / "both.json").read_text())
    assert {key: made[key] for key in OURS} == OURS
    group = made["official"]
    assert (group["total"], group["failed"], group["compared"]) == (6, 2, 1)
    assert group["scenarios"][0]["file"].startswith("out/server-ping-")
    (found,) = group["disagreements"]
    assert [row["id"] for row in found["ours"]] == ["TOOLS-01"]


def test_the_result_may_replace_our_report_and_be_imported_again(place):
    words = ("out", "--with", "ours.json", "--format", "json", "--output", "ours.json")
    assert imported(place, *words)[0] == 0
    once = (place / "ours.json").read_text()
    assert imported(place, *words)[0] == 0
    assert (place / "ours.json").read_text() == once


def test_a_policy_reads_the_result(place):
    for ours, outcome in ((("--with", "ours.json"), "pass"), ((), "unevaluated")):
        assert imported(place, "out", *ours, "--format", "json", "--output", "c.json")[0] == 0
        words = ("--policy", "policy.yml", "--conformance-report", "c.json", "--format", "json")
        done = mcptest("policy", "simulate", *words, cwd=place)
        rules = {rule["id"]: rule["outcome"] for rule in json.loads(done.stdout)["rules"]}
        assert rules == {"looked": "pass", "theirs": "fail", "ours": outcome}


def test_a_scenario_without_a_result_leaves_no_facts(place):
    (place / "out" / "server-x-2026-11-16T12-00-03-000Z").mkdir()
    code, text, said = imported(place, "out")
    assert (code, "incomplete" in text) == (0, True)
    assert "server-x-2026-11-16T12-00-03-000Z; there will be no facts" in said


def test_a_scenario_without_a_result_is_found_at_any_depth(place):
    (place / "all").mkdir()
    (place / "out").rename(place / "all" / "first")
    (place / "all" / "first" / "server-x-2026-11-16T12-00-03-000Z").mkdir()
    code, _, said = imported(place, "all")
    assert (code, "was left by server-x-2026-11-16T12-00-03-000Z;" in said) == (0, True)


def test_one_file_is_enough(place):
    file = next((place / "out").glob("server-ping-*/checks.json"))
    code, text, _ = imported(place, file, file)
    assert (code, text.splitlines()[0]) == (
        0,
        "official suite: 2 of 2 checks passed, 0 failed, 0 warnings",
    )


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("nowhere",), "error: nowhere: cannot be read: no such file or directory\n"),
        (("empty",), "error: empty: holds no checks.json (run the official suite with -o FOLDER)"),
        (("ours.json",), "is not the checks.json of the official suite (a report of ours is given"),
        (("out", "--with", "policy.yml"), "error: policy.yml:1:1: not valid JSON"),
        (("out", "--with", "foreign.json"), "foreign.json: schema_version is not mcptest.dev/"),
        (("out", "--with", "odd.json"), "odd.json: badge is 'T1', but 0 of 1 MUST checks passed"),
        (("one", "--output", "one/checks.json"), "error: --output: would overwrite the input"),
        (("out", "--spec-version", "2026-07-28"), "was run in 2025-11-25, and --spec-version says"),
    ],
)
def test_what_cannot_be_used_is_exit_2(place, words, problem):
    (place / "empty").mkdir()
    (place / "one").mkdir()
    (place / "one" / "checks.json").write_text('[{"id": "ping", "status": "SUCCESS"}]')
    (place / "foreign.json").write_text('{"badge": "T1"}')
    (place / "odd.json").write_text('{"badge": "T1", "must_passed": 0, "must_total": 1}')
    code, text, said = imported(place, *words)
    assert (code, text) == (2, "")
    assert problem in said


def test_there_is_an_end_to_what_is_read(place):
    many = place / "many"
    for number in range(501):
        (many / f"{number}").mkdir(parents=True)
        (many / f"{number}" / "checks.json").write_text("[]")
    assert "there are 501 files (at most 500)" in imported(place, "many")[2]
    large = place / "large"
    for name in ("a", "b"):
        (large / name).mkdir(parents=True)
        (large / name / "checks.json").write_text("[" + " " * 17 * 1024 * 1024 + "]")
    assert "the files together are larger than 32 MiB" in imported(place, "large")[2]


def test_a_gate_without_a_policy_holds_the_report_that_it_is_given_against_ours(place):
    """Switched off here, and brought along: the built-in policy still asks about it."""
    assert imported(place, "out", "--format", "json", "--output", "c.json")[0] == 0
    (place / "policy.yml").unlink()
    words = ("gate", "--conformance", "off", "--conformance-report", "c.json", "--format", "json")
    done = mcptest(*words, cwd=place)
    rules = {rule["fact"]: rule["outcome"] for rule in json.loads(done.stdout)["rules"]}
    assert done.returncode == 1
    assert rules["conformance.must_total"] == "unevaluated"
