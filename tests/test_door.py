"""Any answer leads to a report: a hello that is wrong in some way, over both transports.

The server is sound otherwise, in the one era that it speaks. What fails is what is wrong at the
door, and nothing else; the transcript alone gives the same rows again.
"""

import json

import pytest
from conformance import MUTABLE, assert_evident, running
from in_process import mcptest_text
from live_gate import assert_artifacts_are_valid, assert_replay_is_the_same, gate
from patience import patiently

from mcptest_action.app import session
from mcptest_action.core.checks.conformance.config import exam_of_document
from mcptest_action.core.checks.conformance.examine import examine
from mcptest_action.core.checks.conformance.examinees import run_part_of, without_run
from mcptest_action.core.checks.conformance.report import conformance_report
from mcptest_action.core.checks.results.ruling import Status
from mcptest_action.core.checks.run.config import config_of_document
from mcptest_action.core.checks.run.feed import Recording
from mcptest_action.core.checks.run.rebuild import Rebuilt, rebuild
from mcptest_action.core.protocol.transcript.lines import read_transcript
from mcptest_action.shell.calls.guard import Guard

NOVEMBER, BOTH, MODERN = ["2025-11-25"], ["2025-06-18", "2025-11-25"], ["2026-07-28"]
NOBODY: list[str] = []
HELLO, DISCOVERY, OFFER = {"LIFE-01"}, {"DISC-01"}, {"DISC-02"}
# By mutation: the MUST checks that fail, and the revisions in which the server is examined, on
# stdio and over HTTP. There, an error to `initialize` begins no session, so that nothing follows.
TABLE = {
    "LIFE-01:refused": (HELLO, NOVEMBER, NOBODY),
    "LIFE-01:code-missing": ({"BASE-03"}, NOVEMBER, NOBODY),
    "LIFE-01:code-text": ({"BASE-03"}, NOVEMBER, NOBODY),
    "LIFE-01:error-text": ({"BASE-03"}, NOVEMBER, NOBODY),
    "LIFE-01:neither": ({"BASE-01"}, NOVEMBER, NOVEMBER),
    "LIFE-01:number": (HELLO, BOTH, BOTH),
    "LIFE-01:null": (HELLO, BOTH, BOTH),
    "LIFE-01:list": (HELLO, BOTH, BOTH),
    "LIFE-01:missing": (HELLO, BOTH, BOTH),
    "LIFE-01:banana": (HELLO, BOTH, BOTH),
    "LIFE-01:empty-text": (HELLO, BOTH, BOTH),
    "LIFE-01:text": ({"BASE-01"}, NOVEMBER, NOVEMBER),
    "LIFE-01:nothing": ({"BASE-01"}, NOVEMBER, NOVEMBER),
    "LIFE-01:a-list": ({"BASE-01"}, NOVEMBER, NOVEMBER),
    "LIFE-01:empty": (HELLO, NOVEMBER, NOVEMBER),
    "LIFE-01:batch": ({"STDIO-01"}, NOVEMBER, NOVEMBER),
    "LIFE-01:silent": (HELLO, NOVEMBER, NOBODY),
    "LIFE-01:all-refused": (HELLO, NOBODY, NOBODY),
    "DISC-01:refused": (DISCOVERY, MODERN, MODERN),
    "DISC-01:code-missing": ({"BASE-03"}, MODERN, MODERN),
    "DISC-01:neither": ({"BASE-01"}, MODERN, MODERN),
    "DISC-01:text": ({"BASE-01"}, MODERN, MODERN),
    "DISC-01:nothing": ({"BASE-01"}, MODERN, MODERN),
    "DISC-01:a-list": ({"BASE-01"}, MODERN, MODERN),
    "DISC-01:object": (DISCOVERY, MODERN, MODERN),
    "DISC-02:text": (OFFER, MODERN, MODERN),
    "DISC-02:null": (OFFER, MODERN, MODERN),
    "DISC-02:none": (OFFER, MODERN, MODERN),
    "DISC-02:numbers": (OFFER, MODERN, MODERN),
    "DISC-02:object": (OFFER, MODERN, MODERN),
    "DISC-02:missing": (OFFER, MODERN, MODERN),
    "MOD-01:hello": ({"MOD-01"}, MODERN, MODERN),
    "ERA-01:future": ({"ERA-01"}, NOBODY, NOBODY),
    "BASE-02:hello": ({"BASE-02"}, NOBODY, NOBODY),
}


def era_of(name):
    return "modern" if name.startswith(("DISC", "MOD")) else "legacy"


def expected(name, transport):
    """What fails, and where. Of what is not written as JSON-RPC demands, that is what fails; where
    nothing more is examined, or no line can be wrong, it is the hello.
    """
    failed, on_stdio, over_http = TABLE[name]
    if transport == "stdio":
        return failed, on_stdio
    if not over_http:
        failed = failed - {"BASE-03"}
    return (failed - {"STDIO-01"}) or HELLO, over_http


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("name", TABLE)
def test_a_wrong_hello_is_reported_and_the_rest_examined(name, transport, tmp_path):
    def examined(timeout_s):
        with running(transport, breaks=(name,), era=era_of(name)) as flags:
            words = ("--format", "json", "--timeout", f"{timeout_s}s", "--transcript", "t.jsonl")
            done = mcptest_text(
                "conformance", "run", *words, *flags, "--fail-on", "must", cwd=tmp_path
            )
        assert done.returncode == 1, done.stderr
        document = json.loads(done.stdout)
        assert_evident(document)
        failed, spoken = expected(name, transport)
        assert musts(document) == failed
        assert [rev for rev, row in document["revisions"].items() if row["spoken"]] == spoken
        assert (document["badge"], document["must_total"] > 0) == ("F", True)
        assert replayed(tmp_path / "t.jsonl") == statuses(document)

    patiently(examined)


def musts(document):
    rows = [row for row in document["checks"] if row["status"] == "failed"]
    return {row["id"] for row in rows if row["level"] == "MUST"}


def statuses(document):
    return {row["id"]: row["status"] for row in document["checks"]}


WORDS = {
    Status.PASSED: "passed",
    Status.FAILED: "failed",
    Status.SKIPPED: "not_applicable",
    Status.INCONCLUSIVE: "not_verified",
}


def replayed(file):
    """The statuses once more, from the transcript alone."""
    header, exchanges = read_transcript(file.read_text(), "t.jsonl")
    version = header["tool"].split()[1]
    run, config = (
        config_of_document(header["run"], "t.jsonl"),
        exam_of_document(header["conformance"], "t.jsonl"),
    )
    recording = Recording("t.jsonl", version)
    rebuilt = rebuild(exchanges, run, version, recording, relisted=False)
    part = run_part_of(rebuilt) if isinstance(rebuilt, Rebuilt) else without_run(run)
    report = conformance_report(examine(exchanges, config, part, version, recording), config)
    return {row.check.id: WORDS[row.status] for row in report.rows}


GATED = (
    "LIFE-01:refused",
    "LIFE-01:banana",
    "LIFE-01:all-refused",
    "DISC-01:refused",
    "MOD-01:hello",
)


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("name", GATED)
def test_the_gate_is_red_with_artifacts_and_calls_no_tool(name, transport, tmp_path):
    with running(transport, breaks=(name,), era=era_of(name)) as flags:
        done = gate(*flags, "--timeout", "20s", cwd=tmp_path)
    assert done.code == 1, done.stderr
    document = json.loads((done.out / "conformance.json").read_text())
    assert musts(document) == expected(name, transport)[0]
    assert document["badge"] == "F"
    assert_artifacts_are_valid(done.out)
    assert_replay_is_the_same(done.out, tmp_path)
    if name != "MOD-01:hello":
        assert done.called == []
        assert done.run["protocol"] is None
        assert "no hello that a client understands" in done.run["incomplete"]


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_calls_are_paced_as_the_transport_wants_it(transport, tmp_path, monkeypatch):
    """A program of ours needs no pause between two calls."""
    made = []

    def noted(*given, over_http):
        made.append(over_http)
        return Guard(*given, over_http=over_http)

    monkeypatch.setattr(session, "Guard", noted)
    with running(transport, breaks=("LIFE-01:refused",), era="legacy") as flags:
        words = ("--only", "LIFE", "--timeout", "20s")
        done = mcptest_text("conformance", "run", *flags, *words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert made == [transport == "http"]


def test_what_needs_a_listing_says_why_there_is_none(tmp_path):
    server = f"{MUTABLE} --era legacy --break LIFE-01:refused"
    for command in ("surface", "safety", "security", "scaffold"):
        done = mcptest_text(command, "--server-command", server, cwd=tmp_path)
        assert done.returncode == 3
        assert "JSON-RPC error -32603: the tools could not be set up" in done.stderr
    plan = mcptest_text("gate", "--plan", "--server-command", server, cwd=tmp_path)
    assert plan.returncode == 3


def test_a_server_that_ignores_every_hello_is_known_by_its_other_answers(tmp_path):
    server = f"{MUTABLE} --era legacy --break LIFE-01:silent --break DISC-01:silent"

    def examined(timeout_s):
        words = ("--timeout", f"{timeout_s}s", "--format", "json", "--only", "LIFE-01")
        done = mcptest_text("conformance", "run", "--server-command", server, *words, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert musts(json.loads(done.stdout)) == {"LIFE-01"}

    patiently(examined)


# Who does not speak.
NOBODY_HERE = {
    "silence": "sleep 60",
    "noise": "sh -c 'while read line; do echo listening; done'",
    "another protocol": """sh -c 'while read line; do echo "{\\"level\\": \\"info\\"}"; done'""",
    "an exit": "false",
    "no command": "no-such-command-anywhere",
}


@pytest.mark.parametrize("command", NOBODY_HERE.values(), ids=NOBODY_HERE)
@pytest.mark.parametrize("words", [("conformance", "run"), ("gate",)], ids=["conformance", "gate"])
def test_who_does_not_speak_is_not_examined(command, words, tmp_path):
    done = mcptest_text(*words, "--server-command", command, "--timeout", "1s", cwd=tmp_path)
    assert done.returncode == 3
