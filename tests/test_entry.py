"""`mcptest-action` as a runner starts it: inputs and files in; outputs, summary, comment out."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import FIXTURES, ROOT
from github_api import BOT, TOKEN, GitHub, serving

from mcptest_action.commands.inputs import gate_flags
from mcptest_action.core.publish.outputs import OUTPUTS

PUBLISH = FIXTURES / "publish"
EVENTS = sorted(path for path in (PUBLISH / "events").iterdir())
BASE, HEAD = "b" * 7 + "0" * 33, "a" * 7 + "1" * 33
MCPTEST = f"{sys.executable} -m mcptest_action"
OFFLINE = {"policy": "policy.yml", "run-report": "run.json"}


class Runner:
    """One step of a job, as GitHub's runner runs it."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder, self.address = folder, address
        self.step = 0
        self.event("pull_request")

    def event(self, name):
        text = (PUBLISH / "events" / name / "event.json").read_text()
        (self.folder / "event.json").write_text(text)
        self.event_name = name.partition("-")[0]

    def run(self, inputs=None, *words, **env):
        """The process, after it has ended; its files are in `outputs` and `summary`."""
        self.step += 1
        self.output_file = self.folder / f"output-{self.step}"
        self.summary_file = self.folder / f"summary-{self.step}"
        self.output_file.touch()
        self.summary_file.touch()
        given = {f"INPUT_{name.upper()}": text for name, text in (inputs or {}).items()}
        everything = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "PYTHONPATH": str(ROOT / "src"),
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_ACTOR": "somebody",
            "GITHUB_API_URL": self.address,
            "GITHUB_GRAPHQL_URL": f"{self.address}/graphql",
            "GITHUB_EVENT_NAME": self.event_name,
            "GITHUB_EVENT_PATH": str(self.folder / "event.json"),
            "GITHUB_JOB": "gate",
            "GITHUB_OUTPUT": str(self.output_file),
            "GITHUB_REPOSITORY": "octo/server",
            "GITHUB_RUN_ID": str(1000 + self.step),
            "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_SHA": "c" * 7 + "2" * 33,
            "GITHUB_STEP_SUMMARY": str(self.summary_file),
            "GITHUB_WORKFLOW": "ci",
            "GITHUB_WORKSPACE": str(self.folder),
            **given,
            **env,
        }
        return subprocess.run(
            [sys.executable, "-m", "mcptest_action.entry", *words], cwd=self.folder,
            env={name: text for name, text in everything.items() if text is not None},
            capture_output=True, timeout=120, check=False,
        )  # fmt: skip

    @property
    def summary(self):
        return self.summary_file.read_text()

    @property
    def outputs(self):
        """As the runner reads them."""
        found, text = {}, self.output_file.read_text()
        while text:
            head, _, text = text.partition("\n")
            name, _, delimiter = head.partition("<<")
            value, end, text = text.partition(f"\n{delimiter}\n")
            assert end, f"the output {name} does not end"
            found[name] = value
        return found


@pytest.fixture
def hub():
    made = GitHub()
    made.commits.add(BASE)
    made.files[BASE, "policy.yml"] = (PUBLISH / "base-policy.yml").read_bytes()
    return made


@pytest.fixture
def runner(tmp_path, hub):
    for name in ("policy.yml", "run.json"):
        (tmp_path / name).write_bytes((PUBLISH / name).read_bytes())
    with serving(hub) as address:
        yield Runner(tmp_path, address)


def steady(text):
    """Without what differs from run to run."""
    text = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ(?=`)", "<now>", text)
    text = re.sub(r", evaluated \S+Z", ", evaluated <now>", text)
    text = re.sub(r"\b\d+ days left", "<n> days left", text)
    return re.sub(r"mcptest_[0-9a-f]{32}", "<delimiter>", text)


@pytest.mark.parametrize("folder", EVENTS, ids=lambda folder: folder.name)
def test_every_event_is_told_in_its_way(folder, runner, hub, golden):
    name = folder.name
    runner.event(name)
    if name == "pull_request-fork":
        hub.permissions["pull-requests"] = "read"
    head = {"sha": HEAD, "ref": "better", "user": {"login": "fan"}, "repo": {"id": 2}}
    hub.pulls = [{"number": 7, "head": head, "base": {"sha": BASE, "repo": {"id": 1}}}]
    done = runner.run({**OFFLINE, "comment": "on-change", "token": TOKEN})
    assert done.returncode == 1
    asked = "".join(f"{method} {path}\n" for method, path, _ in hub.log)
    golden(folder / "outputs.txt", steady(runner.output_file.read_text()))
    golden(folder / "summary.md", steady(runner.summary))
    golden(folder / "stderr.txt", steady(done.stderr.decode()))
    golden(folder / "requests.txt", asked)
    golden(folder / "comment.md", "\n\n".join(hub.bodies) + "\n" if hub.bodies else "")
