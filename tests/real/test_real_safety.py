"""The safety table of servers that others wrote. With -s, the tables are printed, to be read."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from jsonschema import Draft202012Validator
from leftovers import assert_nothing_left
from real.install import InstallError
from real.running import Transport, within_reach
from real.servers import SERVERS

MCPTEST = Path(sys.executable).parent / "mcptest"
PATIENCE_S = 180
SCHEMA = json.loads((ROOT / "src/mcptest_action/schemas/safety.schema.json").read_text())


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
def test_every_tool_has_a_class_and_a_decision(server, tmp_path):
    try:
        with within_reach(server, Transport.STDIO, tmp_path) as place:
            table, listed = safety(place), surface(place)
    except InstallError as error:
        pytest.skip(f"not installed: {error}")
    show(server.name, table)
    assert [tool["name"] for tool in table["tools"]] == [tool["name"] for tool in listed["tools"]]
    assert table["summary"]["tools"] == len(table["tools"]) > 0
    for tool in table["tools"]:
        assert tool["because"]
        assert tool["decision_because"]
        assert (tool["decision"] == "Refuse") is (tool["held_back"] is not None)
    assert table["problems"] == []
    assert table["unstable"] == []


def run(place, *words):
    done = subprocess.run(
        [MCPTEST, *words, "--server-command", shlex.join(place.argv), "--format", "json",
         "--wait-for-ready", "60s"],
        cwd=place.folder,
        env=place.env,
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )  # fmt: skip
    assert_nothing_left(place.env)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def surface(place):
    return run(place, "surface")


def safety(place):
    table = run(place, "safety", "--transcript", "transcript.jsonl")
    Draft202012Validator(SCHEMA).validate(table)
    lines = map(json.loads, (place.folder / "transcript.jsonl").read_text().splitlines())
    assert "CallTool" not in {line["sent"]["step"] for line in lines if line["type"] == "exchange"}
    return table


def show(name, table):
    print(f"\n{name}: {table['summary']}")  # noqa: T201 - to be read
    for tool in table["tools"]:
        shown = (
            f"  {tool['name']:<40} {tool['class']:<16} {tool['source']:<11} {tool['decision']:<11}"
        )
        print(shown, tool["decision_because"])  # noqa: T201
