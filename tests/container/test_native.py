"""native/action.yml, run as GitHub's runner runs a composite action on Linux."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from conftest import ROOT

pytestmark = pytest.mark.container
MCPTEST = Path(sys.executable).parent / "mcptest"
PATIENCE_S = 300


@pytest.fixture(scope="module")
def temp(tmp_path_factory):
    """The folder of the job, which all its steps share."""
    return tmp_path_factory.mktemp("runner-temp")


@pytest.fixture
def step(temp, tmp_path):
    """Run the action's only step with these inputs."""
    action = yaml.safe_load((ROOT / "native" / "action.yml").read_text())
    (only,) = action["runs"]["steps"]
    assert only["shell"] == "bash"
    assert only["env"] == {"MCPTEST_INPUTS": "${{ toJSON(inputs) }}"}
    assert "${{" not in only["run"]
    shutil.copy(ROOT / "examples" / "gate" / "policy.yml", tmp_path)

    def run(**given):
        script = temp / "step.sh"
        script.write_text(only["run"])
        inputs = {name: given.get(name.replace("-", "_"), "") for name in action["inputs"]}
        env = {
            "PATH": os.environ["PATH"],
            "HOME": str(temp),
            **{
                name: text for name, text in os.environ.items() if name.startswith(("PIP_", "SSL_"))
            },
            "GITHUB_ACTIONS": "true",
            "GITHUB_ACTION_PATH": str(ROOT / "native"),
            "GITHUB_WORKSPACE": str(tmp_path),
            "GITHUB_OUTPUT": str(tmp_path / "output"),
            "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"),
            "RUNNER_TEMP": str(temp),
            "MCPTEST_INPUTS": json.dumps(inputs),
        }
        return subprocess.run(  # the words of the runner for `shell: bash`
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)],
            cwd=tmp_path,
            env=env,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )

    return run


def test_a_stdio_server_is_gated_on_the_runner_itself(step, tmp_path):
    done = step(server_command=f"{MCPTEST} mock --preset demo", policy="policy.yml")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "verdict: PASS" in done.stdout
    assert (tmp_path / "mcptest-out" / "junit.xml").exists()
    assert "verdict<<" in (tmp_path / "output").read_text()
    assert (tmp_path / "summary").read_text()


def test_the_second_step_of_a_job_installs_nothing(step):
    wrong = f"{MCPTEST} mock --preset lenient"
    done = step(server_command=wrong, policy="policy.yml", only="wrong_type")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "::group::Install" not in done.stdout


def test_what_an_input_says_is_never_run(step, tmp_path):
    done = step(server_url='$(touch pwned)`touch pwned`"; touch pwned; "', policy="policy.yml")
    assert done.returncode == 2
    assert not (tmp_path / "pwned").exists()
