"""native/run.py, without an index: what stands in the workspace is never run by what installs us."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from conftest import ROOT
from patience import GIVES_UP_S

STEP = yaml.safe_load((ROOT / "native" / "action.yml").read_text())["runs"]["steps"][0]["run"]
# What Python imports on the way to the gate, and what a pull request may well have called a file.
NAMES = (
    "venv",
    "ensurepip",
    "pip",
    "logging",
    "json",
    "argparse",
    "sitecustomize",
    "mcptest_action",
)


@pytest.fixture
def workspace(tmp_path):
    made = tmp_path / "workspace"
    (made / "src").mkdir(parents=True)
    for folder in (made, made / "src"):
        for name in NAMES:
            pwned = f"open({str(tmp_path / 'pwned')!r}, 'a').write('{folder.name}/{name} ')\n"
            (folder / f"{name}.py").write_text(pwned)
    return made


def step(workspace, **env):
    """The only step of the action, as the runner runs it."""
    inputs = {"policy": "nowhere.yml", "server-command": "no-such-server"}
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", STEP],
        cwd=workspace,
        env={
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOME": str(workspace.parent),
            "GITHUB_ACTIONS": "true",
            "GITHUB_ACTION_PATH": str(ROOT / "native"),
            "GITHUB_WORKSPACE": str(workspace),
            "RUNNER_TEMP": str(workspace.parent),
            "MCPTEST_INPUTS": json.dumps(inputs),
            "PYTHONPATH": "src",
            "PIP_INDEX_URL": "http://127.0.0.1:9/",
            "PIP_RETRIES": "0",
            "PIP_CONFIG_FILE": os.devnull,
            **env,
        },
        capture_output=True,
        text=True,
        timeout=GIVES_UP_S,
        check=False,
    )


def test_neither_what_installs_us_nor_the_gate_imports_from_the_workspace(workspace, tmp_path):
    done = step(workspace)
    assert done.returncode == 2
    assert "it could not be installed" in done.stdout
    (home,) = tmp_path.glob("mcptest-action-*")
    assert (home / "pyvenv.cfg").exists(), done.stdout + done.stderr
    assert not (tmp_path / "pwned").exists(), (tmp_path / "pwned").read_text()
    # From here on it looks installed.
    python = home / "bin" / "python"
    python.unlink()
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(python.stat().st_mode | stat.S_IEXEC)
    (home / "complete").touch()
    done = step(workspace)
    assert done.returncode == 2
    assert "nowhere.yml: cannot be read" in done.stderr
    assert not (tmp_path / "pwned").exists(), (tmp_path / "pwned").read_text()
