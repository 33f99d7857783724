"""The gate with its default settings on servers that others wrote: every failure is a true one."""

import json
import shlex
import subprocess
import sys

import pytest
from live_gate import assert_artifacts_are_valid, assert_replay_is_the_same
from real.running import Transport, within_reach
from real.servers import SERVERS

pytestmark = pytest.mark.real
# By server: what fails there, all of it looked at by hand. No server has a grave defect.
TRUE_FAILURES = {
    # Their schemas forbid other arguments, and they take them.
    "npm:@bytebase/dbhub": {"extra_field:search_objects"},
    "npm:@elastic/mcp-server-elasticsearch": {
        f"extra_field:{tool}" for tool in ("get_mappings", "get_shards", "list_indices", "search")
    },
    # The text of an error holds the path of its own module in site-packages.
    "pypi:mcp-server-time": {"error_leaks_internals"},
    # A text of 1 MiB takes it minutes: the time grows with the square of the length.
    "pypi:prometheus-mcp-server": {
        f"oversized:{tool}"
        for tool in ("execute_query", "execute_range_query", "get_metric_metadata")
    },
}
# It waits for a database that is not there, for longer than anybody would.
NEVER_ANSWERS = {"pypi:mcp-neo4j-cypher"}
CASES = [
    pytest.param(
        server, marks=[pytest.mark.quick] if server.quick else [], id=server.name
    )
    for server in SERVERS
]  # fmt: skip


@pytest.mark.parametrize("server", CASES)
def test_only_true_failures_are_found(server, tmp_path):
    out = tmp_path / "out"
    with within_reach(server, Transport.STDIO, tmp_path) as place:
        command = [sys.executable, "-m", "mcptest_action", "gate", "--out", str(out)]
        limits = ["--conformance", "off", "--wait-for-ready", "60s", "--max-time", "300s"]
        done = subprocess.run(
            [*command, *limits, "--server-command", shlex.join(place.argv)],
            env=place.env, cwd=tmp_path, capture_output=True, check=False,
        )  # fmt: skip
    assert done.returncode in (0, 1), done.stderr.decode()
    run = json.loads((out / "run.json").read_text())
    assert_artifacts_are_valid(out)
    assert_replay_is_the_same(out, tmp_path)
    assert run["negative_path"]["checks_run"] > 0
    if server.name in NEVER_ANSWERS:
        assert "were never answered" in run["incomplete"]
        assert done.returncode == 1
        return
    assert run["incomplete"] is None
    scan = json.loads((out / "security.json").read_text())
    grave = [f for f in scan["findings"] if f["severity"] in ("critical", "high")]
    assert [f for f in grave if f["kind"] == "defect"] == []
    failed = {test["id"]: test["because"] for test in run["tests"] if test["status"] == "failed"}
    assert set(failed) == TRUE_FAILURES.get(server.name, set()), failed
