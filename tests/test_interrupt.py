"""SIGINT and SIGTERM at any moment of a run: exit code 130, nobody left behind, a valid transcript.

The moment is not a time but a place: the signal is sent at the nth call that the program makes.
"""

import json
import signal
import subprocess
import sys
import time

import pytest
from conftest import ROOT
from jsonschema import Draft202012Validator
from leftovers import assert_nothing_left, marked
from patience import GIVES_UP_S

SCHEMA = json.loads((ROOT / "src/mcptest_action/schemas/transcript.schema.json").read_text())
MOCK = f"sh -c '{sys.executable} -m mcptest_action mock --preset demo; true'"
# Runs `mcptest`; sends itself a signal at the nth call. With n = 0, says how many there are.
PROGRAM = """
import os, sys
from mcptest_action import __main__ as program

at, number = int(sys.argv[1]), int(sys.argv[2])
del sys.argv[1:3]
calls = 0

def count(frame, event, arg):
    global calls
    calls += 1
    if calls == at:
        sys.setprofile(None)
        os.kill(os.getpid(), number)

def take(take=program.SIGNALS.take):
    take()
    sys.setprofile(count)

def ignore(ignore=program.SIGNALS.ignore):
    sys.setprofile(None)
    if at == 0:
        print(calls, file=sys.stderr)
    ignore()

program.SIGNALS.take, program.SIGNALS.ignore = take, ignore
sys.exit(program.main())
"""


def surface(at, number, transcript, env):
    words = ["surface", "--server-command", MOCK, "--transcript", str(transcript)]
    command = [sys.executable, "-c", PROGRAM, str(at), str(int(number)), *words]
    return subprocess.run(command, env=env, capture_output=True, timeout=GIVES_UP_S, check=False)


@pytest.fixture(scope="module")
def calls(tmp_path_factory):
    with marked("uninterrupted") as env:
        done = surface(0, 0, tmp_path_factory.mktemp("whole") / "t.jsonl", env)
    assert done.returncode == 0, done.stderr
    return int(done.stderr)


# Most calls import something; the conversation is in the last seventh.
@pytest.mark.parametrize("part", [0.0, 0.3, 0.6, 0.86, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_at_any_moment(number, part, calls, tmp_path):
    transcript = tmp_path / "t.jsonl"
    with marked(f"{number}-{part}") as env:
        done = surface(1 + int(part * calls), number, transcript, env)
        assert_nothing_left(env)
    assert (done.returncode, done.stderr) == (130, b"interrupted\n")
    if transcript.exists():
        lines = [json.loads(line) for line in transcript.read_text().splitlines()]
        assert lines[0]["type"] == "header"
        for line in lines:
            Draft202012Validator(SCHEMA).validate(line)


def test_a_second_signal_does_not_cut_the_cleaning_up_short(tmp_path):
    """The server has to be killed, which takes its time; more signals come meanwhile."""
    stubborn = tmp_path / "server.sh"
    stubborn.write_text("trap '' TERM; echo up >&2; while :; do sleep 1; done\n")
    transcript = tmp_path / "t.jsonl"
    words = ["surface", "--server-command", f"sh {stubborn}", "--transcript", str(transcript)]
    with marked("twice") as env:
        command = [sys.executable, "-m", "mcptest_action", *words]
        process = subprocess.Popen(command, env=env, stderr=subprocess.PIPE)
        while not transcript.exists():
            time.sleep(0.001)
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
            process.send_signal(signal.SIGTERM)
            time.sleep(0.01)
        assert (process.returncode, process.communicate()[1]) == (130, b"interrupted\n")
        assert_nothing_left(env)
