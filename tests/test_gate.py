"""The gate: what it leaves behind, and which policy it goes by."""

import json
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from in_process import mcptest_text
from jsonschema import Draft202012Validator
from patience import patiently

from mcptest_action.core.checks.probes.catalogue import PROBES
from mcptest_action.core.checks.probes.model import Aim

MCPTEST = str(Path(sys.executable).parent / "mcptest")
DEMO = f"'{MCPTEST}' mock --preset demo"
STRICT = 'version: "1.0"\nrules:\n  - {id: no-tools, fact: safety.tools, max: 0}\n'


def gate(folder, *words):
    return mcptest_text("gate", *words, cwd=folder)


def test_a_run_that_never_began_leaves_no_older_verdict(tmp_path):
    assert gate(tmp_path, "--server-command", DEMO).returncode == 0
    assert (tmp_path / "mcptest-out" / "verdict.json").exists()
    done = gate(tmp_path, "--server-command", "no-such-program")
    assert done.returncode == 3
    assert sorted(path.name for path in (tmp_path / "mcptest-out").iterdir()) == [
        "mcptest-unfinished.txt",
        "transcript.jsonl",
    ]


def test_an_input_in_the_folder_of_the_reports_is_not_removed(tmp_path):
    gate(tmp_path, "--server-command", DEMO)
    (tmp_path / "policy.yml").write_text(STRICT)
    done = gate(tmp_path, "--run-report", "mcptest-out/run.json")
    assert (done.returncode, done.stderr) == (1, done.stderr)
    assert (tmp_path / "mcptest-out" / "run.json").exists()


def test_the_policy_of_the_folder_is_the_one_that_counts(tmp_path):
    (tmp_path / "policy.yml").write_text(STRICT)
    done = gate(tmp_path, "--server-command", DEMO)
    assert done.returncode == 1
    assert "safety.tools is 5" in done.stdout


def test_a_run_that_sent_nothing_is_no_pass(tmp_path):
    done = gate(tmp_path, "--server-command", DEMO, "--calls", "none")
    assert done.returncode == 1
    absent = "run.json does not carry negative_path.checks_run: calls are switched off"
    assert absent in done.stdout
    assert "although the server lists 5 tools" in done.stdout
    run = json.loads((tmp_path / "mcptest-out" / "run.json").read_text())
    assert run["safety"]["calls"] == 0


WITHOUT_TOOLS = f"'{sys.executable}' '{ROOT}/fixtures/servers/without_tools.py'"


def test_a_server_need_not_have_tools(tmp_path):
    done = gate(tmp_path, "--server-command", WITHOUT_TOOLS)
    assert (done.returncode, "verdict: PASS" in done.stdout) == (0, True), done.stdout
    run = json.loads((tmp_path / "mcptest-out" / "run.json").read_text())
    assert (run["capabilities"], run["incomplete"]) == (["prompts"], None)
    reaching_none = [probe for probe in PROBES if probe.aim is Aim.NO_TOOL and probe.negative_path]
    assert run["negative_path"]["checks_run"] == len(reaching_none)


def test_tools_that_are_declared_and_not_listed_are_a_warning(tmp_path):
    done = gate(tmp_path, "--server-command", f"{WITHOUT_TOOLS} --tools", "--conformance", "off")
    assert (done.returncode, "verdict: WARN" in done.stdout) == (0, True), done.stdout
    assert "the server declares tools and lists none" in done.stdout


@pytest.mark.parametrize(
    "words", [["--only", "get_record"], ["--skip", "missing_required"], ["--max-calls", "1"]]
)
def test_only_calls_that_were_made_are_told(tmp_path, words):
    done = gate(tmp_path, "--server-command", DEMO, *words)
    assert "called once" not in done.stderr


def test_a_server_that_prints_to_its_standard_output_is_told(tmp_path):
    done = gate(tmp_path, "--server-command", f"{DEMO} --fault garbage-stdout")
    assert "lines that are not JSON-RPC" in done.stderr


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"caf\xe9"], ids=["UTF-16", "Latin-1"])
def test_an_artifact_that_is_no_text_is_one_sentence(tmp_path, content):
    (tmp_path / "run.json").write_bytes(content)
    done = gate(tmp_path, "--run-report", "run.json")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_a_folder_without_a_name_is_refused_before_anything_is_started(tmp_path):
    done = gate(tmp_path, "--server-command", DEMO, "--out", "")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_a_crash_fails_the_gate(tmp_path):
    done = gate(tmp_path, "--server-command", f"{DEMO} --fault crash-after:12")
    assert done.returncode == 1
    run = json.loads((tmp_path / "mcptest-out" / "run.json").read_text())
    assert run["negative_path"]["breaks"] > 0


def test_declarations_that_change_fail_the_gate_and_stop_the_calls(tmp_path):
    command = f"{DEMO} --fault flaky-hints --state {tmp_path}/count"
    done = gate(tmp_path, "--server-command", command)
    assert done.returncode == 1
    assert "safety.hint_conflicts is 1" in done.stdout


EASY = 'version: "1.0"\nrules:\n  - {id: a, fact: %s, max: 99}\n'
SKIPPED = ["--only", "wrong_type", "--skip", "get_record", "--skip", "search_records"]
SAYS_NOTHING = "the-run-says-something  nothing was checked: of "
NOTHING = {
    "nothing is chosen": ("safety.tools", ["--only", "get_record", "--skip", "get_record"], SAYS_NOTHING),
    "all of it is refused": ("safety.tools", SKIPPED, SAYS_NOTHING),
    "nothing failed": ("run.failed", SKIPPED, "run.json does not carry run.failed: no test passed or failed"),
    "no call is left": (
        "run.failed", ["--max-calls", "0", "--only", "wrong_type"],
        "the run is not complete: the budget of 0 calls was used up, and at least 2 planned calls could not be made: "
        "raise --max-calls, or narrow the plan with --only or --skip",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("fact", "words", "because"), NOTHING.values(), ids=NOTHING)
def test_a_policy_that_nothing_can_break_is_no_pass(tmp_path, fact, words, because):
    (tmp_path / "policy.yml").write_text(EASY % fact)
    done = gate(tmp_path, "--server-command", DEMO, *words)
    assert done.returncode == 1
    assert because in done.stdout
    out = tmp_path / "mcptest-out"
    verdict = json.loads((out / "verdict.json").read_text())
    schema = ROOT / "src" / "mcptest_action" / "schemas" / "verdict.schema.json"
    Draft202012Validator(json.loads(schema.read_text())).validate(verdict)
    assert verdict["counts"]["unevaluated"] == 1
    words = ("mcptest-out/transcript.jsonl", "--out", "again", "--gate")
    again = mcptest_text("replay", *words, cwd=tmp_path)
    assert again.returncode == 1
    for path in (tmp_path / "again").iterdir():
        assert path.read_bytes() == (out / path.name).read_bytes(), path.name


def test_half_a_run_is_no_pass_for_a_policy_that_does_not_look_at_it(tmp_path):
    (tmp_path / "security.json").write_text('{"findings": []}')
    (tmp_path / "policy.yml").write_text(
        'version: "1.0"\nrules:\n  - {id: safe, fact: security.critical_count, max: 0}\n'
    )

    def fails(time_s):
        words = ["--security", "security.json", "--max-time", f"{time_s}s"]
        done = gate(tmp_path, "--server-command", f"{DEMO} --fault hang@tools/call", *words)
        assert done.returncode == 1
        assert "the-run-says-something  the run is not complete: the run took longer" in done.stdout

    patiently(fails, 2)


def test_a_misspelt_probe_is_found_before_the_server_is_started(tmp_path):
    server = f"touch '{tmp_path}/started'"
    for flag, name in (("--only", "mising_required"), ("--skip", "Wrong-Type")):
        done = gate(tmp_path, "--server-command", server, flag, name)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert f"error: {flag}: '{name}' is neither a probe nor a tool" in done.stderr
        assert "did you mean " in done.stderr
    assert not (tmp_path / "started").exists()


def test_a_tool_that_is_called_almost_like_a_probe_can_be_named(tmp_path):
    (tmp_path / "tools.json").write_text(
        '{"tools": [{"name": "wrong_types", "inputSchema": {"type": "object"}}]}'
    )
    server = f"'{MCPTEST}' mock --tools-from tools.json"
    words = ["--server-command", server, "--skip", "wrong_types", "--plan"]
    done = gate(tmp_path, *words)
    assert (done.returncode, "then add wrong_types: {} under tools:" in done.stderr) == (2, True)
    (tmp_path / "mcptest.yml").write_text("tools:\n  wrong_types: {}\n")
    assert gate(tmp_path, *words).returncode == 0


MUTATING = """
mock_server:
  tools:
  - {name: set_counter, annotations: {readOnlyHint: false, idempotentHint: true, destructiveHint: false}, input_schema: {type: object}}
  - name: set_name
    annotations: {readOnlyHint: false, idempotentHint: true, destructiveHint: false}
    input_schema: {type: object, properties: {name: {type: string}}, required: [name]}
"""


def test_a_tool_that_demands_nothing_is_not_said_to_be_called(tmp_path):
    (tmp_path / "server.yml").write_text(MUTATING)
    server = f"'{sys.executable}' -m mcptest_action mock --tools-from server.yml"
    done = gate(tmp_path, "--server-command", server, "--conformance", "off")
    assert "called once although they change something: set_name\n" in done.stderr
    transcript = (tmp_path / "mcptest-out" / "transcript.jsonl").read_text()
    assert '"name":"set_counter","arguments"' not in transcript
