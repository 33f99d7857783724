"""`mcptest scaffold` as a process."""

import json
import os
import shutil
import sys
from pathlib import Path

import in_process
from conftest import ROOT

from mcptest_action.core.checks.suite.load import load_suite

MCPTEST = Path(sys.executable).parent / "mcptest"
WEATHER = ROOT / "examples" / "weather"
SERVER = ("--server-command", f"'{sys.executable}' '{WEATHER / 'server.py'}'")


def mcptest(*words, cwd):
    path = f"{MCPTEST.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return in_process.mcptest(*words, cwd=cwd, env={"PATH": path})


def calls_in(transcript):
    lines = map(json.loads, transcript.read_text().splitlines())
    sent = [line["sent"] for line in lines if line["type"] == "exchange"]
    return [step["message"]["params"]["name"] for step in sent if step["step"] == "CallTool"]


def test_the_example_gets_a_suite_by_its_own_configuration(tmp_path):
    folder = tmp_path / "weather"
    shutil.copytree(WEATHER, folder)
    done = mcptest("scaffold", "--transcript", "t.jsonl", cwd=folder)
    assert done.returncode == 0, done.stderr
    text = done.stdout.decode()
    suite = load_suite(text, "suite.yml", {})
    assert suite.servers[0].name == "weather"
    cases = {case.subject: case for case in suite.cases}
    assert cases["get_forecast"].args == {"city": "Oslo"}
    assert cases["clear_observations"].serial
    assert "# review before first run: destructiveHint is true" in text
    assert calls_in(folder / "t.jsonl") == ["get_forecast"] * 2 + ["list_cities"] * 2
    assert mcptest("scaffold", cwd=folder).stdout == done.stdout


def test_a_file_that_is_there_is_replaced_only_by_force(tmp_path):
    words = ("scaffold", *SERVER, "--calls", "none", "--output", "suite.yml")
    (tmp_path / "suite.yml").write_text("mine")
    done = mcptest(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert b"error: suite.yml: exists already" in done.stderr
    assert (tmp_path / "suite.yml").read_text() == "mine"
    assert mcptest(*words, "--force", cwd=tmp_path).returncode == 0
    assert len(load_suite((tmp_path / "suite.yml").read_text(), "x", {}).cases) == 4


def test_a_server_without_tools_is_no_server_to_write_tests_for(tmp_path):
    (tmp_path / "empty.json").write_text(json.dumps({"mock_server": {"name": "x", "tools": []}}))
    command = f"'{MCPTEST}' mock --tools-from empty.json"
    done = mcptest("scaffold", "--server-command", command, cwd=tmp_path)
    assert done.returncode in (2, 3)
    assert b"error: " in done.stderr
    assert done.stdout == b""


CONFIDENTIAL = {
    "name": "vault",
    "tools": [
        {
            "name": name,
            "annotations": {"readOnlyHint": True},
            "_meta": meta,
            "input_schema": {"type": "object"},
            "response": {
                "content": [{"type": "text", "text": "hunter2"}],
                "structuredContent": {"hunter2": "hunter2"},
                "isError": name == "fails",
            },
        }
        for name, meta in (
            ("get_secret", {"mcp.dev/resultSensitivity": "confidential"}),
            ("get_env", {}),
            ("fails", {}),
        )
    ],
}


def test_what_is_written_runs_unchanged_and_holds_no_result(tmp_path):
    (tmp_path / "vault.json").write_text(json.dumps({"mock_server": CONFIDENTIAL}))
    command = f"'{MCPTEST}' mock --tools-from vault.json"
    made = mcptest("scaffold", "--server-command", command, "--output", "suite.yml", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    assert "hunter2" not in (tmp_path / "suite.yml").read_text()
    assert mcptest("validate", "suite.yml", cwd=tmp_path).returncode == 0
    again = mcptest("run", "suite.yml", cwd=tmp_path)
    assert again.returncode == 0, again.stdout
    assert b"3 passed" in again.stdout
    proposed = mcptest("propose", "suite.yml", cwd=tmp_path)
    assert b"get_secret answers: nobody may see what the tool answers" in proposed.stderr
    assert proposed.stdout.count(b"+      - {target: result.structuredContent, exact: ") == 1
