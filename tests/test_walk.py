"""The walk in ARCHITECTURE.md is the one that a real gate takes."""

import json
import re
import subprocess
import sys
from pathlib import Path

from conftest import ROOT

STEP = re.compile(r"^\d+\. `(?P<file>[a-z0-9_/]+\.py)` `(?P<function>\w+)`: ", re.MULTILINE)
MCPTEST = Path(sys.executable).parent / "mcptest"
# Notes which function of which file is entered first, second, and so on, in any thread.
FOLLOW = """
import json, os, sys, threading
import mcptest_action
from mcptest_action import cli

home, entered = os.path.dirname(mcptest_action.__file__) + os.sep, {}

def follow(frame, event, _):
    code = frame.f_code
    if event == "call" and code.co_filename.startswith(home):
        entered.setdefault(f"{code.co_filename.removeprefix(home)} {code.co_name}", len(entered))

sys.setprofile(follow)
threading.setprofile(follow)
code = cli.main(sys.argv[2:])
sys.setprofile(None)
json.dump([code, list(entered)], open(sys.argv[1], "w"))
"""


def test_a_gate_takes_the_steps_of_the_page_in_their_order(tmp_path):
    steps = [f"{step['file']} {step['function']}" for step in STEP.finditer(page())]
    assert len(steps) > 15
    server = f"'{MCPTEST}' mock --preset demo"
    words = ["gate", "--server-command", server, "--out", str(tmp_path / "out")]
    notes = tmp_path / "entered.json"
    command = [sys.executable, "-c", FOLLOW, str(notes), *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    code, entered = json.loads(notes.read_text())
    assert code == 0, done.stderr
    missing = [step for step in steps if step not in entered]
    assert missing == [], "ARCHITECTURE.md names steps that a gate does not take"
    assert steps == sorted(steps, key=entered.index), "the order is another one"


def page():
    return (ROOT / "ARCHITECTURE.md").read_text()
