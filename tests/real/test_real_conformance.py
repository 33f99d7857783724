"""On servers that others wrote, no MUST fails but those that docs/calibration.md explains."""

import json
import shlex
import subprocess
import sys

import pytest
from real.running import Transport, within_reach
from real.servers import SERVERS

pytestmark = pytest.mark.real
# HTTP-05, the same for an older revision, refers to it.
ORIGIN = {"HTTP-04"}
# By server and transport: all of them looked at by hand.
TRUE_FAILURES = {
    ("npm:@modelcontextprotocol/server-everything", "http"): {*ORIGIN, "HTTP-13", "HTTP-22"},
    ("npm:@playwright/mcp", "http"): ORIGIN,
    ("npm:mongodb-mcp-server", "stdio"): {"META-07"},
    ("npm:mongodb-mcp-server", "http"): ORIGIN,
    # Its schemas have no type: the official client refuses them, too.
    ("npm:mcp-obsidian", "stdio"): {"BASE-08", "TOOLS-01"},
    ("npm:@cyanheads/git-mcp-server", "http"): {*ORIGIN, "HTTP-02", "HTTP-07", "HTTP-17"},
    ("pypi:wikipedia-mcp", "http"): ORIGIN,
    ("pypi:mcp-nixos", "http"): ORIGIN,
    ("pypi:office-word-mcp-server", "stdio"): {"STDIO-01"},
    ("pypi:office-word-mcp-server", "http"): ORIGIN,
    ("pypi:prometheus-mcp-server", "http"): ORIGIN,
    ("pypi:mcp-neo4j-cypher", "stdio"): {"BASE-12"},
    ("pypi:mcp-neo4j-cypher", "http"): {"BASE-12", "HTTP-05"},
    ("pypi:elasticsearch-mcp-server", "http"): ORIGIN,
}
CASES = [
    pytest.param(server, transport, marks=[pytest.mark.quick] if server.quick else [],
                 id=f"{server.name}-{transport}")
    for server in SERVERS
    for transport in Transport
    if transport is Transport.STDIO or server.http is not None
]  # fmt: skip


@pytest.mark.parametrize(("server", "transport"), CASES)
def test_only_true_violations_are_found(server, transport, tmp_path):
    with within_reach(server, transport, tmp_path) as place:
        target = ["--server-url", place.url] if place.url else []
        target = target or ["--server-command", shlex.join(place.argv)]
        command = [sys.executable, "-m", "mcptest_action", "conformance", "run", "--format", "json"]
        limits = ["--calls", "none", "--wait-for-ready", "60s", "--max-time", "180s"]
        done = subprocess.run(
            [*command, *limits, *target], env=place.env, cwd=tmp_path, capture_output=True,
            check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    document = json.loads(done.stdout)
    assert document["incomplete"] is None
    failed = [row for row in document["checks"] if row["status"] == "failed"]
    musts = {row["id"]: row["because"] for row in failed if row["level"] == "MUST"}
    assert set(musts) == TRUE_FAILURES.get((server.name, str(transport)), set()), musts
