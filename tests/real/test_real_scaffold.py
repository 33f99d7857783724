"""Suites for servers that others wrote: they validate, and what they run passes again.

With -s, a line is printed for each server, to be read.
"""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from real.install import InstallError
from real.running import Transport, within_reach
from real.servers import SERVERS

MCPTEST = Path(sys.executable).parent / "mcptest"
PATIENCE_S = 600
ENOUGH_SERVERS = 20
LEAST_SHARE = 0.95
# Some wait for a network that is not there, for seven seconds a call.
LIMITS = ("--wait-for-ready", "60s", "--max-time", "540s")
# Tests that do not pass again, by server and tool, and why: all of them looked at by hand.
EXPLAINED: dict[tuple[str, str], str] = {}
_seen: dict[str, tuple[int, int]] = {}
"""How many tests were executed, and how many of them passed, by server."""


@pytest.mark.parametrize(
    "server",
    [
        pytest.param(
            server,
            id=server.name,
            marks=[pytest.mark.real, *([pytest.mark.quick] if server.quick else [])],
        )
        for server in SERVERS
    ],
)
def test_a_scaffolded_suite_runs_as_it_was_written(server, tmp_path):
    try:
        with within_reach(server, Transport.STDIO, tmp_path) as place:
            table = json.loads(run(place, "safety", "--format", "json").stdout)
            harmful = names(table, "Mutating", "Destructive")
            made = run(place, "scaffold", "--output", "suite.yml", "--transcript", "scaffold.jsonl")
            assert made.returncode == 0, made.stderr.decode()
            assert not called(tmp_path / "scaffold.jsonl") & harmful
            valid = mcptest(place, "validate", "suite.yml")
            assert valid.returncode == 0, valid.stderr.decode()
            again = rerun(place)
            assert not called(tmp_path / "run.jsonl") & harmful
    except InstallError as error:
        pytest.skip(f"not installed: {error}")
    tests = json.loads(again.stdout)["tests"]
    assert {test["tool"] for test in tests} == {tool["name"] for tool in table["tools"]}
    executed = [test for test in tests if test["status"] != "skipped"]
    wrong = {test["tool"]: test["because"] for test in executed if test["status"] != "passed"}
    _seen[server.name] = len(executed), len(executed) - len(wrong)
    print(  # noqa: T201 - to be read
        f"\n{server.name}: {len(tests)} tests, {len(executed)} executed, "
        f"{len(executed) - len(wrong)} passed, {len(called(tmp_path / 'scaffold.jsonl'))} tools "
        f"called while writing; {wrong}"
    )
    assert {(server.name, tool) for tool in wrong} <= EXPLAINED.keys(), wrong
    assert again.returncode == (1 if wrong or not executed else 0), again.stderr.decode()


@pytest.mark.real
def test_nearly_all_of_it_passes_again():
    if len(_seen) < ENOUGH_SERVERS:
        pytest.skip(f"{len(_seen)} servers were tried, which is less than {ENOUGH_SERVERS}")
    executed, passed = (sum(column) for column in zip(*_seen.values(), strict=True))
    print(f"\n{len(_seen)} servers, {executed} tests executed, {passed} passed")  # noqa: T201
    assert passed >= LEAST_SHARE * executed > 0


def mcptest(place, *words):
    return subprocess.run(
        [MCPTEST, *words],
        cwd=place.folder,
        env=place.env,
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )


def run(place, *words):
    """A command that talks to the server."""
    target = ("--server-command", shlex.join(place.argv))
    return mcptest(place, *words, *target, *LIMITS)


def rerun(place):
    """The suite as it is; one whose command holds a secret has to be told the command."""
    words = ("run", "suite.yml", "--reporter", "json", "--transcript", "run.jsonl")
    if "\nservers:\n" in (place.folder / "suite.yml").read_text():
        return mcptest(place, *words, *LIMITS)
    return run(place, *words)


def names(table, *classes):
    return {tool["name"] for tool in table["tools"] if tool["class"] in classes}


def called(transcript):
    """The names of all tools that a call was really sent to."""
    lines = map(json.loads, transcript.read_text().splitlines())
    return {
        line["sent"]["message"]["params"]["name"]
        for line in lines
        if line["type"] == "exchange"
        and line["sent"]["step"] == "CallTool"
        and line["reaction"]["kind"] != "not_sent"
    }
