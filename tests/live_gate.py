"""Run `mcptest gate` against servers over stdio and HTTP, and read what it wrote."""

import contextlib
import json
import os
import subprocess
import sys
from typing import NamedTuple

from conftest import FIXTURES, ROOT
from in_process import mcptest_text
from jsonschema import Draft202012Validator
from leftovers import assert_nothing_left, marked

from mcptest_action.core.pipeline.formats import WRITTEN

MCPTEST = [sys.executable, "-m", "mcptest_action"]
UNSOUND = [sys.executable, str(FIXTURES / "servers" / "unsound.py")]
SCHEMAS = ROOT / "src" / "mcptest_action" / "schemas"
ALWAYS = {
    "run.json",
    "security.json",
    "verdict.json",
    "summary.md",
    "junit.xml",
    "annotations.txt",
    "transcript.jsonl",
}
POSSIBLE = ALWAYS | {
    "conformance.json",
    "surface.json",
    *(row.file for row in WRITTEN),
}  # not every run has all of them


class Gated(NamedTuple):
    """What came of a gate."""

    code: int
    stdout: str
    stderr: str
    out: object

    @property
    def run(self):
        return json.loads((self.out / "run.json").read_text())

    @property
    def tests(self):
        return {test["id"]: test for test in self.run["tests"]}

    def of_check(self, check):
        return [test for test in self.run["tests"] if test["check"] == check]

    @property
    def lines(self):
        return [
            json.loads(line) for line in (self.out / "transcript.jsonl").read_text().splitlines()
        ]

    @property
    def called(self):
        """The tools that were called, as the transcript has it."""
        return [
            line["sent"].get("message", {}).get("params", {}).get("name", "?")
            for line in self.lines
            if line.get("sent", {}).get("step") == "CallTool"
            and line["reaction"]["kind"] != "not_sent"
        ]


def mock(*words):
    return [*MCPTEST, "mock", *words]


def gate(*words, cwd, env=None):
    """The gate, and proof that none of its processes is left."""
    out = cwd / "out"
    with marked("gate") as environment:
        done = mcptest_text(
            "gate", "--out", out, *words, cwd=cwd, env={**environment, **(env or {})}
        )
        assert_nothing_left(environment)
    return Gated(done.returncode, done.stdout, done.stderr, out)


@contextlib.contextmanager
def target(transport, command, *http_words):
    """The flags that name the server: started by the gate, or by us and reached over HTTP."""
    if transport == "stdio":
        yield ["--server-command", " ".join(command)]
        return
    server = subprocess.Popen(
        [*command, *http_words], stderr=subprocess.PIPE, text=True, env=os.environ
    )
    try:
        address = server.stderr.readline().split()[-1]
        assert address.startswith("http://"), address
        yield ["--server-url", address, "--call-delay", "0ms"]
    finally:
        server.kill()
        server.wait()
        server.stderr.close()


def mock_target(transport, *words):
    return target(transport, mock(*words), "--http", "0")


def unsound_target(transport, fault):
    return target(transport, [*UNSOUND, fault], "--http")


def assert_artifacts_are_valid(out):
    """All of them are there and keep their published schemas."""
    assert ALWAYS <= {path.name for path in out.iterdir()} <= POSSIBLE
    listed = ["surface"] if (out / "surface.json").exists() else []
    for name in ("run", "security", "verdict", *listed):
        schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text())
        Draft202012Validator(schema).validate(json.loads((out / f"{name}.json").read_text()))
    line_schema = Draft202012Validator(json.loads((SCHEMAS / "transcript.schema.json").read_text()))
    for line in (out / "transcript.jsonl").read_text().splitlines():
        line_schema.validate(json.loads(line))


def assert_replay_is_the_same(out, cwd):
    """Byte for byte, without a server."""
    again = cwd / "again"
    done = mcptest_text("replay", out / "transcript.jsonl", "--out", again, cwd=cwd)
    assert done.returncode == 0, done.stderr
    for path in sorted(again.iterdir()):
        assert path.read_bytes() == (out / path.name).read_bytes(), path.name
    made = {path.name for path in out.iterdir()} - {"transcript.jsonl"}
    assert {path.name for path in again.iterdir()} == made
