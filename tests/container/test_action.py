"""action.yml, run as GitHub's runner runs it: mounts, variables, files to append to, and root."""

import json
import os

import pytest
import yaml
from conftest import ROOT
from container.conftest import OWNER
from container.engine import mounted

pytestmark = pytest.mark.container
PATHS = "out json summary junit sarif annotations run-report transcript".split()
PULL_REQUEST = {
    "number": 7,
    "pull_request": {
        "number": 7,
        "head": {"sha": "b" * 40, "repo": {"full_name": "stranger/records"}},
        "base": {"sha": "a" * 40, "ref": "main", "repo": {"full_name": "org/records"}},
    },
}


class Runner:
    """What the runner prepares for one step."""

    def __init__(self, net, folder, workspace):
        self._net, self._workspace = net, workspace
        self._commands = folder / "_runner_file_commands"
        self._workflow = folder / "_github_workflow"
        for made in (self._commands, self._workflow):
            made.mkdir()
        (self._workflow / "event.json").write_text(json.dumps(PULL_REQUEST))
        for name in ("output", "summary"):
            (self._commands / name).touch()

    def run(self, job_env=None, **given):
        """The step with these inputs; every other input of action.yml is there, and empty."""
        declared = yaml.safe_load((ROOT / "action.yml").read_text())["inputs"]
        inputs = {name: given.get(name.replace("-", "_"), "") for name in declared}
        return self._net.run(
            "--workdir=/github/workspace",
            *mounted(self._workspace, "/github/workspace"),
            *mounted(self._commands, "/github/file_commands"),
            *mounted(self._workflow, "/github/workflow"),
            env={
                "HOME": "/github/home",
                "CI": "true",
                "GITHUB_ACTIONS": "true",
                "GITHUB_WORKSPACE": "/github/workspace",
                "GITHUB_OUTPUT": "/github/file_commands/output",
                "GITHUB_STEP_SUMMARY": "/github/file_commands/summary",
                "GITHUB_EVENT_PATH": "/github/workflow/event.json",
                "GITHUB_EVENT_NAME": "pull_request",
                "GITHUB_REPOSITORY": "org/records",
                "GITHUB_SHA": "c" * 40,
                "GITHUB_REF_NAME": "7/merge",
                "GITHUB_WORKFLOW": "ci",
                "GITHUB_JOB": "gate",
                "GITHUB_RUN_ID": "1",
                "GITHUB_RUN_ATTEMPT": "1",
                "GITHUB_SERVER_URL": "https://github.com",
                "GITHUB_API_URL": "http://127.0.0.1:9",
                **{f"INPUT_{name.upper()}": text for name, text in inputs.items()},
                **(job_env or {}),
            },
        )

    @property
    def event(self):
        return (self._workflow / "event.json").read_text()

    @property
    def summary(self):
        return (self._commands / "summary").read_text()

    @property
    def outputs(self):
        """As the runner reads `name<<delimiter`."""
        found, lines = {}, iter((self._commands / "output").read_text().splitlines())
        for line in lines:
            name, _, delimiter = line.partition("<<")
            found[name] = "\n".join(iter(lambda: next(lines), delimiter))
        return found


@pytest.fixture
def runner(net, tmp_path, workspace):
    return Runner(net, tmp_path, workspace)


def test_a_step_passes_and_later_steps_find_everything(runner, demo, workspace):
    done = runner.run(
        server_url=demo, policy="policy.yml", wait_for_ready="60s", only="unknown_tool\nwrong_type"
    )
    assert done.code == 0, done.err
    declared = yaml.safe_load((ROOT / "action.yml").read_text())["outputs"]
    outputs = runner.outputs
    assert set(outputs) == set(declared)
    assert (outputs["verdict"], outputs["exit-code"], outputs["failed"]) == ("pass", "0", "0")
    for name in PATHS:
        assert (workspace / outputs[name]).exists(), name
    assert runner.summary.startswith("## Policy verdict: ✅ pass")
    if os.geteuid() == 0:
        everything = (workspace, *workspace.rglob("*"))
        assert {path.stat().st_uid for path in everything} == {OWNER}


def test_a_failing_step_says_so_everywhere(runner, lenient):
    done = runner.run(
        server_url=lenient, policy="policy.yml", wait_for_ready="60s", only="wrong_type"
    )
    assert done.code == 1, done.err
    assert runner.outputs["verdict"] == "fail"
    assert runner.outputs["exit-code"] == "1"
    assert "::error " in done.out + done.err
    assert "bad-requests-rejected" in runner.summary


def test_a_fork_without_a_token_still_gets_its_summary(runner, demo):
    done = runner.run(server_url=demo, wait_for_ready="60s", only="wrong_type", comment="always")
    assert done.code == 0, done.err
    assert runner.outputs["verdict"] == "pass"
    assert runner.summary


def test_a_server_that_is_not_there_is_three_and_leaves_outputs(runner):
    done = runner.run(server_url="http://localhost:8080/mcp")
    assert done.code == 3
    assert runner.outputs["exit-code"] == "3"
    assert runner.outputs["verdict"] == ""
    assert "is the container that mcptest-action runs in" in done.out + done.err


def test_what_is_committed_is_not_imported(runner, demo, workspace):
    """A job may set PYTHONPATH for its own code."""
    for folder in (workspace, workspace / "src"):
        folder.mkdir(exist_ok=True)
        for name in ("logging", "json", "argparse", "sitecustomize", "mcptest_action"):
            (folder / f"{name}.py").write_text("open('/github/workspace/pwned', 'w')\n")
    done = runner.run(
        {"PYTHONPATH": "src:."}, server_url=demo, wait_for_ready="60s", only="wrong_type"
    )
    assert done.code == 0, done.err
    assert not (workspace / "pwned").exists()


def test_a_committed_link_leads_to_no_file_of_the_runner(runner, demo, workspace):
    before = runner.event
    (workspace / "mcptest-out").mkdir()
    for name in ("run.json", "transcript.jsonl", "junit.xml", ".run.json.1.part"):
        (workspace / "mcptest-out" / name).symlink_to("/github/workflow/event.json")
    step = {"server_url": demo, "wait_for_ready": "60s", "only": "wrong_type"}
    assert runner.run(**step).code == 0
    (workspace / "elsewhere").symlink_to("/github/workflow")
    assert runner.run(**step, out="elsewhere").code == 2
    assert runner.event == before
    assert not (workspace / "mcptest-out" / "run.json").is_symlink()


def test_without_git_no_deeper_checkout_is_recommended(runner):
    done = runner.run(run_report="run.json", policy_ref="base")
    assert done.code == 2
    assert "there is no git here" in done.err
    assert "fetch-depth" not in done.err
