"""`mcptest propose` as a process."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import in_process
import pytest
from conftest import ROOT

from mcptest_action.core.checks.suite.load import load_suite

MCPTEST = Path(sys.executable).parent / "mcptest"
SECRET = {"MY_TOKEN": "hunter2x"}


@pytest.fixture
def weather(tmp_path):
    folder = tmp_path / "weather"
    shutil.copytree(ROOT / "examples" / "weather", folder)
    return folder


def mcptest(*words, cwd, **env):
    path = f"{MCPTEST.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return in_process.mcptest(*words, cwd=cwd, env={"PATH": path, **env})


def test_a_proposal_is_a_diff_that_git_applies_and_the_suite_still_passes(weather):
    before = (weather / "suite.yml").read_text()
    done = mcptest("propose", "suite.yml", cwd=weather)
    assert done.returncode == 0, done.stderr
    assert (weather / "suite.yml").read_text() == before
    diff = done.stdout.decode()
    assert "+      - {target: result.structuredContent, exact: {cities: [Cairo, Lima, Oslo" in diff
    assert not [line for line in diff.splitlines() if line.startswith("-") and line[:3] != "---"]
    (weather / "proposal.diff").write_bytes(done.stdout)
    applied = subprocess.run(
        ["git", "apply", "--unsafe-paths", "proposal.diff"], cwd=weather,
        env={**os.environ, "GIT_CEILING_DIRECTORIES": str(weather.parent)},
        capture_output=True, check=False,
    )  # fmt: skip
    assert applied.returncode == 0, applied.stderr
    by_hand = (weather / "suite.yml").read_text()
    (weather / "suite.yml").write_text(before)
    written = mcptest("propose", "suite.yml", "--write", cwd=weather)
    assert b"wrote suite.yml" in written.stderr
    assert (weather / "suite.yml").read_text() == by_hand != before
    again = mcptest("run", "suite.yml", cwd=weather)
    assert again.returncode == 0, again.stdout
    settled = mcptest("propose", "suite.yml", cwd=weather)
    assert settled.stdout == b""
    assert b"there is nothing to propose" in settled.stderr


def test_a_secret_of_the_environment_is_not_proposed(weather):
    (weather / "weather.py").write_text(
        (weather / "weather.py").read_text().replace(
            'return {"cities": sorted(CITIES)}',
            'import os\n    return {"cities": [os.environ["MY_TOKEN"], *sorted(CITIES)]}',
        )
    )  # fmt: skip
    done = mcptest("propose", "suite.yml", "--filter", "cities", cwd=weather, **SECRET)
    assert done.returncode == 0, done.stderr
    assert b"hunter2x" not in done.stdout + done.stderr
    assert b'+      - {target: "result.structuredContent.cities[0]", type: string}' in done.stdout


def test_a_byte_order_mark_and_a_missing_newline_stay(weather):
    suite = weather / "suite.yml"
    suite.write_bytes("\ufefftools:\n  - name: one\n    tool: list_cities".encode())
    done = mcptest("propose", "suite.yml", "--write", cwd=weather)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(b"\n\\ No newline at end of file\n")
    content = suite.read_bytes()
    assert content.startswith("\ufeff".encode())
    assert not content.endswith(b"\n")
    assert load_suite(content.decode("utf-8-sig"), "x", {}).cases[0].expect


def test_a_folder_is_not_proposed_for(weather):
    done = mcptest("propose", ".", cwd=weather)
    assert done.returncode == 2
    assert b"error: .: is a folder (name one suite)" in done.stderr


BAD_REQUESTS = """\
  - name: bad forecasts
    tool: get_forecast
    args: {city: Oslo}
    negative_path:
      checks: [unknown_tool]
      expect:
        - {target: negative_path.failures, exact: 0}
    expect:
      - {target: negative_path.checks_run, exact: 1}
"""


def test_expectations_about_bad_requests_move_with_their_file(weather):
    """What is proposed above them gives them other lines, and nothing else."""
    suite = weather / "suite.yml"
    suite.write_text(f"{suite.read_text().rstrip()}\n{BAD_REQUESTS}")
    done = mcptest("propose", "suite.yml", cwd=weather)
    assert done.returncode == 0, done.stderr
    assert b"+      - {target: result" in done.stdout
