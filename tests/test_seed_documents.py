"""The commands and examples that the project began with, typed as they stand there.

The pages are those on the policy simulator, execution safety, negative paths, the active probe and
policy hints. What a page calls by a name of its own has ours: `MCPTEST_ENABLE_DEEP_SCAN`.
"""

import json
import os
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from conftest import FIXTURES, ROOT
from in_process import mcptest_text

from mcptest_action.commands import COMMANDS
from mcptest_action.core.safety import ExecutionPolicy

BIN = Path(sys.executable).parent

# Commands of the pages that are not built yet: their artifacts are read, but made elsewhere.
NOT_BUILT = {
    "judge certify --output cert.json": "a grading judge is certified by another tool so far",
    "model-compat diff --format json": "models are compared by another tool so far",
    "evidence run.json --out evidence.json": "evidence is bundled by another tool so far",
}

POLICY = """\
version: "1.0"
rules:
  - id: no-failed-tests
    description: Every test in the run must pass.
    fact: run.failed
    max: 0
  - id: judge-certified
    description: The grading judge must be certified.
    fact: judge.certified
    equals: true
  - id: conformance-tier
    description: The server must reach conformance tier 1 or 2.
    fact: conformance.badge
    one_of: [T1, T2]
    severity: warn
waivers:
  - rule: conformance-tier
    owner: platform-team
    reason: A known SHOULD gap tracked upstream.
    expiry: "2099-01-01T00:00:00Z"
    issue: GH-1234
"""
RECORDS = """\
mock_server:
  name: records
  tools:
    # readOnlyHint wins over the name heuristic, so this runs freely
    # (stability double-calls included): ReadOnly -> Execute.
    - name: search_records
      description: "Find records matching a query."
      annotations:
        readOnlyHint: true
      response:
        content:
          - type: text
            text: "0 records"
    # No annotation, and the name contains "delete", so the heuristic
    # classifies it Destructive: GenerateOnly when a feature can emit a
    # test instead of running it, Refuse when a live call is required.
    - name: delete_record
      description: "Delete a record by id."
      response:
        content:
          - type: text
            text: "deleted"
"""
NEGATIVE_PATH = """\
tools:
  - name: search rejects bad requests
    server: api
    tool: search
    args: { query: "anthropic" }
    negative_path:
      checks: [unknown_tool, missing_required, wrong_type]
"""
API = """\
mock_server:
  name: api
  lenient: %s
  tools:
    - name: search
      description: Find what is asked for.
      annotations: {readOnlyHint: true}
      input_schema:
        type: object
        properties: {query: {type: string}}
        required: [query]
        additionalProperties: false
      response: {content: [{type: text, text: "found ${args.query}"}]}
"""
CONFIG = "servers:\n  api: {command: mcptest, args: [mock, --tools-from, api.yaml]}\n"
DELETE_USER = {
    "name": "delete_user",
    "description": "Permanently delete a user account",
    "inputSchema": {"type": "object"},
    "_meta": {
        "mcp.dev/effect": "delete",
        "mcp.dev/idempotent": False,
        "mcp.dev/requiresConfirmation": True,
        "mcp.dev/resultSensitivity": "internal",
    },
}


@pytest.fixture
def place(tmp_path):
    """The files that the pages speak of; the artifacts of other tools are those of the example."""
    (tmp_path / "policy.yml").write_text(POLICY)
    (tmp_path / "records.yaml").write_text(RECORDS)
    (tmp_path / "api.yaml").write_text(API % "false")
    (tmp_path / "mcptest.yml").write_text(CONFIG)
    (tmp_path / "mcptest-suite.yml").write_text(NEGATIVE_PATH)
    (tmp_path / "tools-list.json").write_text(json.dumps({"tools": [DELETE_USER]}))
    for name in ("cert.json", "model-compat.json", "evidence.json"):
        shutil.copy(ROOT / "examples" / "policy" / name, tmp_path)
    return tmp_path


def typed(line, folder, **env):
    """A line as a shell takes it, a file behind `>` included."""
    command, _, file = line.partition(" > ")
    program, *words = shlex.split(command.replace("\\\n", " "))
    assert program == "mcptest"
    path = f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"
    done = mcptest_text(*words, cwd=folder, env={"PATH": path, **env})
    assert "Traceback" not in done.stderr
    if file:
        (folder / file).write_text(done.stdout)
    return done


def outcomes(text):
    return {rule["id"]: rule["outcome"] for rule in json.loads(text)["rules"]}


ARTIFACTS = {
    "run.json": "mcptest run --reporter json --output run.json",
    "conformance.json": "mcptest conformance run --format json > conformance.json",
    "security.json": "mcptest security tools-list.json --format json > security.json",
}
SIMULATE = """mcptest policy simulate --policy policy.yml \\
--run-report run.json \\
--judge-cert cert.json \\
--conformance-report conformance.json \\
--security security.json \\
--model-compat model-compat.json \\
--evidence evidence.json"""


def test_every_artifact_is_made_as_the_table_says_and_the_simulator_takes_them(place):
    for file, line in ARTIFACTS.items():
        done = typed(line, place)
        assert done.returncode == 0, done.stderr
        assert json.loads((place / file).read_text())
    done = typed(SIMULATE, place)
    assert (done.returncode, done.stderr) == (0, "")
    assert "verdict: PASS (3 pass)" in done.stdout
    assert typed(f"{SIMULATE} --gate", place).returncode == 0
    verdict = typed(f"{SIMULATE} --format json", place).stdout
    assert outcomes(verdict) == dict.fromkeys(
        ("no-failed-tests", "judge-certified", "conformance-tier"), "pass"
    )
    assert typed(f"{SIMULATE} --format pretty", place).stdout.startswith("policy.yml: 3 rules")


def test_a_missing_artifact_is_unevaluated_and_fails_only_where_a_gate_is_asked_for(place):
    dry = typed("mcptest policy simulate --policy policy.yml", place)
    assert dry.returncode == 0
    assert "verdict: FAIL (3 unevaluated)" in dry.stdout
    assert typed("mcptest policy simulate --policy policy.yml --gate", place).returncode == 1


@pytest.mark.parametrize(
    ("expiry", "outcome", "code"),
    [
        ("2099-01-01T00:00:00Z", "waived", 0),
        ("2020-01-01T00:00:00Z", "expired-waiver", 1),
        ("some day", "expired-waiver", 1),
    ],
)
def test_a_waiver_is_a_dated_promise(place, expiry, outcome, code):
    low = {"badge": "T3", "tier": "T3"} | dict.fromkeys(
        ("must_passed", "must_total", "should_passed", "should_total"), 2
    )
    (place / "conformance.json").write_text(json.dumps({**low, "should_passed": 1}))
    (place / "policy.yml").write_text(POLICY.replace("2099-01-01T00:00:00Z", expiry))
    assert typed(ARTIFACTS["run.json"], place).returncode == 0
    line = (
        "mcptest policy simulate --policy policy.yml --run-report run.json --judge-cert cert.json"
        " --conformance-report conformance.json --gate --format json"
    )
    done = typed(line, place)
    assert (outcomes(done.stdout)["conformance-tier"], done.returncode) == (outcome, code)


def test_a_rule_with_two_comparators_is_loud(place):
    (place / "policy.yml").write_text(POLICY.replace("    max: 0\n", "    max: 0\n    min: 0\n"))
    done = typed("mcptest policy simulate --policy policy.yml --format json", place)
    assert outcomes(done.stdout)["no-failed-tests"] == "unevaluated"


def test_the_worked_example_lies_where_the_page_says():
    line = "mcptest policy simulate --policy examples/policy/policy.yml --gate --format json"
    flags = {
        "run-report": "run", "judge-cert": "cert", "conformance-report": "conformance",
        "security": "security", "model-compat": "model-compat", "evidence": "evidence",
    }  # fmt: skip
    artifacts = " ".join(f"--{flag} examples/policy/{file}.json" for flag, file in flags.items())
    done = typed(f"{line} {artifacts}", ROOT)
    assert done.returncode == 0, done.stdout
    assert {"no-failed-tests", "judge-certified", "conformance-tier"} <= outcomes(
        done.stdout
    ).keys()


RECORDS_SERVER = "--server-command 'mcptest mock --tools-from records.yaml'"


def calls_in(transcript):
    lines = map(json.loads, transcript.read_text().splitlines())
    steps = [line["sent"] for line in lines if line["type"] == "exchange"]
    names = [
        step.get("message", {}).get("params", {}).get("name")
        for step in steps
        if step["step"] == "CallTool"
    ]
    return {name for name in names if name and not name.startswith("mcptest_no_such_")}


def test_scaffolding_exercises_what_reads_and_holds_back_what_destroys(place):
    line = f"mcptest scaffold {RECORDS_SERVER} --transcript t.jsonl > suite.yml"
    done = typed(line, place)
    assert done.returncode == 0, done.stderr
    assert calls_in(place / "t.jsonl") == {"search_records"}
    held_back = done.stdout.partition("- name: delete_record answers")
    assert "\n  # review before first run: the name contains 'delete'\n" in held_back[0]
    assert '\n    skip: "destructive: ' in held_back[2].partition("- name:")[0]
    run = typed("mcptest run suite.yml --execute-destructive --transcript t.jsonl", place)
    assert run.returncode == 0, run.stdout
    assert calls_in(place / "t.jsonl") == {"search_records"}


def test_a_proposal_marks_what_it_does_not_call(place):
    (place / "suite.yml").write_text(
        "tools:\n  - {name: finds, tool: search_records}\n  - {name: deletes, tool: delete_record}\n"
    )
    done = typed(f"mcptest propose suite.yml {RECORDS_SERVER} --transcript t.jsonl", place)
    assert done.returncode == 0, done.stderr
    assert calls_in(place / "t.jsonl") == {"search_records"}
    assert "+  # review before first run: the name contains 'delete' [destructive]\n" in done.stdout
    assert "note: deletes: the tool is held back: the name contains 'delete' [destructive]" in (
        done.stderr
    )
    typed(f"mcptest propose suite.yml {RECORDS_SERVER} --write", place)
    again = typed(f"mcptest propose suite.yml {RECORDS_SERVER}", place)
    assert again.stdout == ""
    assert "there is nothing to propose" in again.stderr


def test_probing_skips_what_destroys_with_a_typed_reason(place):
    done = typed(f"mcptest gate {RECORDS_SERVER} --conformance off --out out", place)
    assert calls_in(place / "out" / "transcript.jsonl") == {"search_records"}, done.stderr
    tests = json.loads((place / "out" / "run.json").read_text())["tests"]
    of_delete = [test for test in tests if test["tool"] == "delete_record"]
    assert {(test["status"], test["skip_reason"]) for test in of_delete} == {
        ("skipped", "destructive")
    }
    assert any(test["tool"] == "search_records" and test["status"] == "passed" for test in tests)


def test_every_knob_has_the_default_of_the_table_and_its_name(place):
    assert ExecutionPolicy()._replace(presumed=None, calls=None) == (
        False,
        None,
        None,
        None,
        2,
        0.1,
    )
    knobs = "execute_destructive: false, max_calls: 9, concurrency: 2, call_delay: 100ms"
    (place / "mcptest.yml").write_text(f"execution: {{{knobs}}}\n")
    assert typed(f"mcptest safety {RECORDS_SERVER}", place).returncode == 0


@pytest.mark.parametrize(("lenient", "code", "failures"), [("false", 0, 0), ("true", 1, 3)])
def test_the_block_of_bad_requests_runs_and_gates(place, lenient, code, failures):
    (place / "api.yaml").write_text(API % lenient)
    done = typed("mcptest run --reporter json --output run.json", place)
    assert done.returncode == code, done.stderr
    section = json.loads((place / "run.json").read_text())["negative_path"]
    assert (section["checks_run"], section["failures"]) == (3, failures)
    assert section["gate_passed"] == (failures == 0)


def test_without_checks_the_whole_set_is_run(place):
    whole = NEGATIVE_PATH.partition("    negative_path:")[0] + "    negative_path: {}\n"
    (place / "mcptest-suite.yml").write_text(whole)
    done = typed("mcptest run --reporter json --output run.json", place)
    assert done.returncode == 0, done.stderr
    (test,) = json.loads((place / "run.json").read_text())["tests"]
    asked = {"unknown_tool", "missing_required", "wrong_type", "extra_field", "oversized"}
    assert asked == {probe["check"] for probe in test["suite"]["checks"]}


REJECTING = f"""\
import sys
sys.path.insert(0, {str(FIXTURES / "servers")!r})
from on_the_mock import serve

def own(request):
    if request.method == "tools/call":
        return {{"error": {{"code": -32602, "message": "invalid_params"}}}}
    return None

kind = {{"type": "object", "properties": {{"kind": {{"enum": ["a", "b"]}}}}, "required": ["kind"]}}
tool = {{"name": "search", "annotations": {{"readOnlyHint": True}}, "input_schema": kind}}
serve(own, name="rejecting", tools=[tool])
"""


def test_a_deep_scan_that_fails_has_the_evidence_of_the_page(place):
    (place / "rejecting.py").write_text(REJECTING)
    server = f"--server-command '{sys.executable} rejecting.py'"
    line = f"mcptest gate {server} --deep-scan --only unknown_tool --out out"
    done = typed(line, place, MCPTEST_ENABLE_DEEP_SCAN="true")
    assert done.returncode == 1, done.stderr
    probe = json.loads((place / "out" / "run.json").read_text())["active_probe"]
    assert probe["rule"] == "active_probe_read_tools_honor_their_schema"
    assert (probe["severity"], probe["weight"]) == ("medium", 4)
    (hit,) = probe["evidence"]["hits"]
    assert hit.keys() == {"toolName", "outcome", "detail"}
    assert (hit["toolName"], hit["outcome"]) == ("search", "rejected_compliant_input")
    assert hit["detail"].endswith("JSON-RPC error -32602: invalid_params")


def test_a_passive_gate_does_not_apply_the_rule(place):
    done = typed("mcptest gate --only unknown_tool --out out", place)
    assert (place / "out" / "run.json").exists(), done.stderr
    probe = json.loads((place / "out" / "run.json").read_text())["active_probe"]
    assert ("ran" in probe, probe["result"]) == (False, "not_applicable")


def test_the_hints_of_the_proposal_are_read(place):
    (place / "users.json").write_text(json.dumps({"tools": [DELETE_USER]}))
    server = "--server-command 'mcptest mock --tools-from users.json'"
    done = typed(f"mcptest safety {server} --format json", place)
    assert done.returncode == 0, done.stderr
    (tool,) = json.loads(done.stdout)["tools"]
    assert tool["class"] == "Destructive"
    assert tool["hints"] == {
        "effect": "delete",
        "idempotent": False,
        "requiresConfirmation": True,
        "resultSensitivity": "internal",
    }


@pytest.mark.parametrize("line", NOT_BUILT)
def test_what_is_not_built_yet_says_so_and_is_off_the_list_once_it_is(line, place):
    done = typed(f"mcptest {line}", place)
    assert (done.returncode, "is not a command" in done.stderr) == (2, True)
    assert not any(line.startswith(command.words) for command in COMMANDS)
