"""The same server gets the same rows, word for word: five times in a row, and three times at once.

Over HTTP the three share one server, as three jobs of a matrix might.
"""

import json
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from real.install import InstallError
from real.running import Transport, within_reach
from real.zoo.cases import cases

pytestmark = [pytest.mark.zoo, pytest.mark.steady]
NAMES = (
    "ts-mcpserver@1.32.2-stdio", "ts-2@2.4.0-http", "py-fastmcp@1.30.0-http",
    "py-mcpserver@2.3.0-stdio", "fastmcp@4.1.2-http",
)  # fmt: skip
CASES = [pytest.param(case, id=case.name) for case in cases() if case.name in NAMES]
IN_A_ROW, AT_ONCE = 5, 3
PORT = re.compile(r"127\.0\.0\.1:\d+")


def rows(place):
    """Every row in every revision: its status, and its sentence."""
    target = ["--server-url", place.url] if place.url else []
    target = target or ["--server-command", shlex.join(place.argv)]
    command = [sys.executable, "-m", "mcptest_action", "conformance", "run", "--format", "json"]
    done = subprocess.run(
        [*command, "--wait-for-ready", "30s", *target],
        env=place.env, cwd=place.folder, capture_output=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    return {
        f"{check['id']} in {revision}": (found["status"], PORT.sub("(here)", found["because"]))
        for check in json.loads(done.stdout)["checks"]
        for revision, found in check["revisions"].items()
    }


@pytest.mark.parametrize("case", CASES)
def test_the_same_server_gets_the_same_rows(case, tmp_path):
    try:
        interpreter = case.ready()
    except InstallError as error:
        pytest.skip(f"not installed: {error}")
    transport = Transport.STDIO if case.transport == "stdio" else Transport.HTTP
    with within_reach(case.server, transport, tmp_path, interpreter) as place:
        first, *others = [rows(place) for _ in range(IN_A_ROW)]
        with ThreadPoolExecutor(AT_ONCE) as pool:
            others += pool.map(rows, [place] * AT_ONCE)
    for other in others:
        assert {k: (first.get(k), v) for k, v in other.items() if first.get(k) != v} == {}
        assert first.keys() == other.keys()


def test_five_servers_are_there():
    assert len(CASES) == len(NAMES)
