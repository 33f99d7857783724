"""Every flag of `scaffold` and `propose` changes something; one that cannot is no flag of theirs."""

import json
import sys

import pytest
from in_process import mcptest_text
from live_gate import mock_target

from mcptest_action.commands import propose, scaffold
from mcptest_action.parsing.parser import Parser
from mcptest_action.parsing.target_flags import add_target, target_request

MANIFEST = {
    "mock_server": {
        "name": "authored",
        "tools": [
            {"name": "read", "annotations": {"readOnlyHint": True}},
            {"name": "get_it"},
            {"name": "send_it"},
            {"name": "purge_it"},
        ],
    }
}
for _tool in MANIFEST["mock_server"]["tools"]:
    _tool["response"] = {"content": [{"type": "text", "text": "it"}]}
MOCK = f"'{sys.executable}' -m mcptest_action mock --tools-from server.json"
SUITE = """\
tools:
  - {name: reads, tool: read}
  - {name: reads again, tool: read}
  - {name: gets, tool: get_it}
"""
TARGET = {
    "server-command": "x",
    "server-url": "http://127.0.0.1:9",
    "config": "other.yml",
    "server": "x",
    "header-env": "A=B",
    "bearer-token-env": "B",
    "host-header": "x",
    "ca-file": "x",
    "proxy": "http://127.0.0.1:9",
    "protocol": "legacy",
    "timeout": "1s",
    "max-time": "1s",
    "wait-for-ready": "1s",
}
# Before, what is added, and what is then different. The time in HTTP is a test of its own below.
EFFECTS = {
    "scaffold": {
        "calls": ((), ("none",), "calls"),
        "presumed": ((), ("refuse",), "calls"),
        "max-calls": ((), ("1",), "calls"),
        "transcript": ((), ("again.jsonl",), "files"),
        "output": ((), ("made.yml",), "files"),
        "force": (("--output", "suite.yml"), (), "code"),
    },
    "propose": {
        "calls": ((), ("none",), "calls"),
        "presumed": ((), ("execute",), "calls"),
        "max-calls": ((), ("1",), "calls"),
        "transcript": ((), ("again.jsonl",), "files"),
        "filter": ((), ("again",), "calls"),
        "write": ((), (), "suite"),
    },
}
WORDS = {"scaffold": ("scaffold",), "propose": ("propose", "suite.yml")}


def flags_of(module):
    parser = Parser("x", "", ())
    module.add_arguments(parser)
    return {flag.name for flag in parser.flags()}


@pytest.mark.parametrize("module", [scaffold, propose])
def test_every_flag_is_looked_at(module):
    command = module.__name__.rpartition(".")[2]
    assert flags_of(module) == {*TARGET, *EFFECTS[command], "call-delay"}


@pytest.mark.parametrize("name", TARGET)
def test_what_is_said_about_the_server_reaches_it(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other.yml").write_text("{}\n")
    parser = Parser("x", "", ())
    add_target(parser)
    before, after = parser.options([]), parser.options([f"--{name}", TARGET[name]])
    assert target_request(before) != target_request(after)


def seen(folder, *words):
    """What a user can see of it."""
    (folder / "server.json").write_text(json.dumps(MANIFEST))
    (folder / "suite.yml").write_text(SUITE)
    before = {path.name for path in folder.iterdir()}
    if "--transcript" not in words:
        words += ("--transcript", "t.jsonl")
    done = mcptest_text(*words, "--server-command", MOCK, cwd=folder)
    assert "Traceback" not in done.stderr
    named = words[words.index("--transcript") + 1]
    lines = map(json.loads, (folder / named).read_text().splitlines())
    return {
        "code": done.returncode,
        "files": {path.name for path in folder.iterdir()} - before,
        "suite": (folder / "suite.yml").read_text(),
        "calls": [
            line["sent"]["message"]["params"]["name"]
            for line in lines
            if line.get("sent", {}).get("step") == "CallTool"
            and line["reaction"]["kind"] != "not_sent"
        ],
    }


@pytest.mark.parametrize(
    ("command", "name"), [(command, name) for command, table in EFFECTS.items() for name in table]
)
def test_a_flag_changes_something(command, name, tmp_path):
    words, more, what = EFFECTS[command][name]
    folders = [tmp_path / side for side in ("without", "with")]
    for folder in folders:
        folder.mkdir()
    before = seen(folders[0], *WORDS[command], *words)
    after = seen(folders[1], *WORDS[command], *words, f"--{name}", *more)
    assert before[what] != after[what]


@pytest.mark.parametrize("command", WORDS)
def test_a_pause_over_http_outlasts_any_patience(command, tmp_path):
    (tmp_path / "server.json").write_text(json.dumps(MANIFEST))
    (tmp_path / "suite.yml").write_text(SUITE)
    with mock_target("http", "--tools-from", str(tmp_path / "server.json")) as words:
        assert mcptest_text(*WORDS[command], *words, cwd=tmp_path).returncode == 0
        patient = (*words[:2], "--call-delay", "59m", "--max-time", "2s")
        assert mcptest_text(*WORDS[command], *patient, cwd=tmp_path).returncode == 3


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("scaffold", "--execute-destructive"),
        ("scaffold", "--concurrency"),
        ("propose", "--execute-destructive"),
        ("propose", "--concurrency"),
    ],
)
def test_a_flag_that_would_change_nothing_is_refused(command, name, tmp_path):
    done = mcptest_text(*WORDS[command], name, cwd=tmp_path)
    assert (done.returncode, f"there is no flag {name}" in done.stderr) == (2, True)
