"""A step of a job, as GitHub's runner runs it: inputs and files in; outputs and summary out."""

import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from conftest import FIXTURES, ROOT
from github_api import GitHub, serving
from patience import GIVES_UP_S

PUBLISH = FIXTURES / "publish"
BASE, HEAD, MERGE = "b" * 7 + "0" * 33, "a" * 7 + "1" * 33, "c" * 7 + "2" * 33
MCPTEST = f"{sys.executable} -m mcptest_action"


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

    def run(self, inputs=None, *words, module="mcptest_action.entry", **env):
        """The process, after it has ended; its files are in `outputs` and `summary`."""
        self.step += 1
        self.output_file = self.folder / f"output-{self.step}"
        self.summary_file = self.folder / f"summary-{self.step}"
        self.output_file.touch()
        self.summary_file.touch()
        on_pull_request = self.event_name.startswith("pull_request")
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
            "GITHUB_REF": "refs/pull/7/merge" if on_pull_request else "refs/heads/main",
            "GITHUB_REPOSITORY": "octo/server",
            "GITHUB_RUN_ID": str(1000 + self.step),
            "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_SHA": MERGE,
            "GITHUB_STEP_SUMMARY": str(self.summary_file),
            "GITHUB_WORKFLOW": "ci",
            "GITHUB_WORKSPACE": str(self.folder),
            **given,
            **env,
        }
        return subprocess.run(
            [sys.executable, *(["-m", module] if module else []), *words], cwd=self.folder,
            env={name: text for name, text in everything.items() if text is not None},
            capture_output=True, timeout=GIVES_UP_S, check=False,
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


def hub_with_base():
    """The API of a repository whose base branch has a policy."""
    made = GitHub()
    made.commits.add(BASE)
    made.parents[MERGE] = (BASE, HEAD)
    made.files[BASE, "policy.yml"] = (PUBLISH / "base-policy.yml").read_bytes()
    return made


@contextmanager
def running(folder, hub):
    """The runner of a job in this folder, which has a policy and a run report."""
    for name in ("policy.yml", "run.json"):
        (folder / name).write_bytes((PUBLISH / name).read_bytes())
    with serving(hub) as address:
        yield Runner(folder, address)
