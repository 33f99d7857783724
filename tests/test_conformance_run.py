"""`mcptest conformance run`, the command: its flags, its exit codes, and servers that give up."""

import json
import sys
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from conformance import MUTABLE
from conftest import ROOT
from jsonschema import Draft202012Validator
from patience import patiently

from mcptest_action.cli import main
from mcptest_action.core.checks.conformance.catalogue import CHECKS
from mcptest_action.core.checks.conformance.revision import ASKED

SCHEMA = json.loads((ROOT / "src/mcptest_action/schemas/conformance.schema.json").read_text())
MOCK = f"{sys.executable} -m mcptest_action mock --preset demo"


class Ran:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def document(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.out)
        Draft202012Validator(SCHEMA).validate(found)
        return found


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    monkeypatch.chdir(tmp_path)

    def ran(*words, breaks=(), server=None):
        flags = "".join(f" --break {name}" for name in breaks)
        target = [] if server == "" else ["--server-command", server or f"{MUTABLE}{flags}"]
        capsys.readouterr()
        code = main(["conformance", "run", *target, *words])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return ran


FEW = ("--only", "BASE-06", "--only", "BASE-07", "--only", "TOOLS-04")


def test_the_checks_can_be_listed_without_a_server(run):
    ran = run("--list", server="")
    assert ran.code == 0
    assert [line.split()[0] for line in ran.out.splitlines()] == [check.id for check in CHECKS]


def test_a_check_can_be_explained_without_a_server(run):
    ran = run("--explain", "BASE-06", server="")
    assert ran.code == 0
    assert ran.out.startswith("BASE-06  MUST  (derived)\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--explain", "BAES-06"), "--explain: 'BAES-06' is not a check (did you mean BASE-06?)"),
        (("--explain", "zzz"), "--explain: 'zzz' is not a check (see --list)"),
        (("--only", "TOLS"), "--only: 'TOLS' is not a check (did you mean TOOLS?)"),
        (("--skip", "TOOLS-1"), "--skip: 'TOOLS-1' is not a check (did you mean TOOLS-01?)"),
        (("--spec-version", "2024-10-07"), "there are no checks for '2024-10-07' (known: 2024-11"),
        (("--fail-on", "may"), "--fail-on"),
        (("--min-badge", "F"), "--min-badge"),
        (("--expected-failures", "nowhere.yml"), "nowhere.yml"),
    ],
)
def test_what_is_misspelt_is_refused_before_the_server_is_started(run, words, said):
    try:
        ran = run(*words, server="/nonexistent/server")
        code, err = ran.code, ran.err
    except SystemExit as left:
        code, err = left.code, said
    assert code == 2
    assert said in err


def test_every_format(run):
    pretty = run(*FEW, breaks=("TOOLS-04",))
    assert pretty.code == 0
    assert pretty.out.startswith("conformance: T3 for a part of the checks  (MUST 1 of 1, ")
    assert "SHOULD  TOOLS-04" in pretty.out
    verbose = run(*FEW, "--verbose")
    assert "passed          MUST    BASE-06" in verbose.out
    made = run(*FEW, "--format", "json", breaks=("TOOLS-04",)).document
    assert [row["id"] for row in made["checks"]] == ["BASE-06", "BASE-07", "TOOLS-04"]
    markdown = run(*FEW, "--format", "markdown", breaks=("TOOLS-04",))
    assert markdown.out.startswith("### Conformance: T3 for a part of the checks\n")
    junit = ET.fromstring(run(*FEW, "--format", "junit").out)  # noqa: S314 - our own
    assert len(list(junit.iter("testcase"))) == 3
    sarif = json.loads(run(*FEW, "--format", "sarif", breaks=("TOOLS-04",)).out)
    assert [r["ruleId"] for r in sarif["runs"][0]["results"]] == ["conformance/TOOLS-04"]


@pytest.mark.parametrize(
    ("breaks", "words", "code"),
    [
        ((), ("--fail-on", "should"), 0),
        ((), ("--min-badge", "T1"), 0),
        (("TOOLS-04",), (), 0),
        (("TOOLS-04",), ("--fail-on", "must"), 0),
        (("TOOLS-04",), ("--fail-on", "should"), 1),
        (("TOOLS-04",), ("--min-badge", "T1"), 1),
        (("TOOLS-04",), ("--min-badge", "T3"), 0),
        (("BASE-06",), (), 0),
        (("BASE-06",), ("--fail-on", "must"), 1),
        (("BASE-06",), ("--min-badge", "T3"), 1),
    ],
)
def test_only_flags_make_a_failure_fail(run, breaks, words, code):
    assert run(*FEW, *words, breaks=breaks).code == code


def test_who_leaves_everything_out_has_met_no_demand(run):
    assert run("--only", "SUB", "--skip", "SUB", "--fail-on", "must").code == 1


WITHOUT_TOOLS = f"{sys.executable} {ROOT}/fixtures/servers/without_tools.py"


def test_ids_that_are_wrong_from_the_hello_on_are_a_failure_with_a_report(run):
    ran = run("--format", "json", "--fail-on", "must", server=f"{WITHOUT_TOOLS} --ids-as-text")
    assert ran.code == 1
    assert ran.document["badge"] == "F"
    assert "no hello that a client understands" in ran.document["incomplete"]
    ids, era = ran.document["checks"]
    assert [row["id"] for row in (ids, era)] == ["BASE-02", "ERA-01"]
    reaction = ids["revisions"]["2025-11-25"]["evidence"][0]["reaction"]
    assert reaction == {"kind": "misaddressed", "ids": ["'1'"]}


def test_a_server_with_wrong_ids_is_blamed_for_them_alone(run):
    names = ("BASE-02", "BASE-05", "BASE-10", "BASE-11", "BASE-16")
    only = [word for name in names for word in ("--only", name)]
    ran = run("--format", "json", *only, server=f"{WITHOUT_TOOLS} --later-ids-as-text")
    found = {row["id"]: row for row in ran.document["checks"]}
    assert found["BASE-02"]["status"] == "failed"
    assert found["BASE-10"]["status"] == "not_verified"
    assert found["BASE-10"]["because"] == "see BASE-02, which has the same cause"
    for name in ("BASE-05", "BASE-11", "BASE-16"):
        assert found[name]["status"] == "not_verified"
        assert "which is what BASE-02 is about" in found[name]["because"]


EXPECTED = "server:\n  - TOOLS-04  # known\n"


def test_a_failure_that_a_file_lists_is_expected(run, tmp_path):
    (tmp_path / "known.yml").write_text(EXPECTED)
    flags = (*FEW, "--format", "json", "--expected-failures", "known.yml")
    expected = run(*flags, breaks=("TOOLS-04",))
    assert (expected.code, expected.document["new_failures"]) == (0, [])
    new = run(*flags, breaks=("TOOLS-04", "BASE-07"))
    assert (new.code, new.document["new_failures"]) == (1, ["BASE-07"])
    stale = run(*flags)
    assert (stale.code, stale.document["stale_expectations"]) == (1, ["TOOLS-04"])
    assert "expected failures that no longer fail: TOOLS-04" in run(*FEW, *flags[-2:]).out


def test_a_file_written_for_the_official_suite_can_be_used(run, tmp_path):
    (tmp_path / "known.yml").write_text("server:\n  - tools-list\n  - tools-call-image\n")
    ran = run(*FEW, "--format", "json", "--expected-failures", "known.yml", breaks=("TOOLS-04",))
    assert ran.code == 0
    assert ran.document["without_counterpart"] == ["tools-call-image"]
    assert "note: tools-call-image needs fixtures that only SDKs have; no check here" in ran.err


def test_a_file_that_lists_what_does_not_exist_is_refused(run, tmp_path):
    (tmp_path / "known.yml").write_text("server:\n  - TOOLS-04\n  - tools-lst\n")
    ran = run("--expected-failures", "known.yml", server="/nonexistent/server")
    assert ran.code == 2
    assert "known.yml:3:5: 'tools-lst' is no check (did you mean tools-list?)" in ran.err


def test_a_revision_that_is_asked_for_and_not_spoken_is_one_failure(run):
    ran = run(
        "--spec-version", "2025-06-18", "--format", "json", "--fail-on", "must",
        server=f"{MUTABLE} --era modern",
    )  # fmt: skip
    made = ran.document
    (row,) = made["checks"]
    assert (ran.code, made["badge"], row["id"], row["status"]) == (1, "F", "ERA-01", "failed")
    assert row["because"].startswith("the server does not speak it: it ")
    assert made["revisions"]["2025-06-18"]["spoken"] is False
    assert made["incomplete"] is None


def test_a_revision_that_is_asked_for_is_the_only_one(run):
    made = run(*FEW, "--spec-version", "2025-11-25", "--format", "json").document
    assert list(made["revisions"]) == ["2025-11-25"]
    assert made["badge"] == "T1"


def test_two_examinations_say_the_same(run):
    one, other = (run("--format", "json", "--skip", "STDIO").out for _ in range(2))
    assert one == other


def test_without_calls_no_call_goes_over_the_wire(run, tmp_path):
    ran = run("--calls", "none", "--format", "json", "--transcript", "t.jsonl")
    text = (tmp_path / "t.jsonl").read_text()
    sent = [json.loads(line).get("sent", {}) for line in text.splitlines()]
    assert len(sent) > 100
    assert not any("tools/call" in json.dumps(what) for what in sent)
    found = {row["id"]: row["status"] for row in ran.document["checks"]}
    assert {found[f"TOOLS-{n:02}"] for n in range(7, 18)} == {"not_verified"}
    assert ran.document["incomplete"] is None


def test_with_calls_only_tools_that_may_be_called_are(run, tmp_path):
    run("--only", "TOOLS", "--format", "json", "--transcript", "t.jsonl")
    assert "tools/call" in (tmp_path / "t.jsonl").read_text()


LOST = ("--format", "json", "--fail-on", "must", "--timeout")


@pytest.mark.parametrize(
    ("fault", "words", "because"),
    [
        ("crash-after:4", (), ""),
        ("disconnect@tools/call", ("--only", "TOOLS"), "the connection broke"),
        ("hang@tools/list", ("--only", "TOOLS", "--only", "BASE-06"), "did not answer within "),
        ("flood@tools/list", ("--only", "TOOLS", "--only", "BASE-06"), "did not answer"),
        ("oversized", ("--only", "TOOLS"), "sent more than 16 MiB"),
    ],
)
def test_a_server_that_gives_up_in_the_middle_gets_a_whole_report(run, fault, words, because):
    def examine(timeout_s):
        ran = run(*LOST, f"{timeout_s}s", *words, server=f"{MOCK} --fault {fault}")
        assert (ran.code, ran.document["badge"]) == (1, "F")
        assert ran.document["incomplete"]
        assert because in ran.document["incomplete"]
        return ran.document

    made = patiently(examine)
    wanted = {
        check.id
        for check in CHECKS
        if not words or check.id.split("-")[0] in words or check.id in words
    }
    asked = [check for check in CHECKS if {*ASKED} & {*check.revisions}]
    over_stdio = {check.id for check in asked if "stdio" in check.transports}
    assert {row["id"] for row in made["checks"]} == wanted & over_stdio
    assert all(row["because"] for row in made["checks"])


@pytest.mark.parametrize("fault", ["wedged", "flood", "garbage-only", "crash-after:1"])
def test_a_server_that_never_says_hello_is_not_examined(run, fault):
    ran = run(*LOST, "1s", server=f"{MOCK} --fault {fault}")
    assert ran.code == 3
    assert ran.out == ""


def test_out_of_time_is_incomplete(run):
    def runs_out(time_s):
        flags = ("--format", "json", "--max-time", f"{time_s}s", "--fail-on", "must")
        ran = run(*flags, server=f"{MOCK} --fault hang@tools/call")
        assert (ran.code, ran.document["badge"]) == (1, "F")
        assert ran.document["incomplete"] == f"the run took longer than --max-time ({time_s} s)"

    patiently(runs_out, 2)


def test_processes_are_shared_where_a_check_needs_none_of_its_own(run, tmp_path):
    """One for each revision with a handshake, one for what comes before it, one for what is odd."""
    words = ("--calls", "none", "--transcript", "t.jsonl", "--format", "json")
    ran = run(*words, server=f"{MUTABLE} --era legacy")
    assert ran.document["badge"] == "T1"
    lines = map(json.loads, (tmp_path / "t.jsonl").read_text().splitlines())
    assert {line["connection"] for line in lines if line["type"] == "exchange"} == {1, 2, 3, 4}
