"""`examples/weather`: the repository that users copy does what its README says."""

import json
import os
import subprocess
import sys
from pathlib import Path

from conftest import ROOT

MCPTEST = Path(sys.executable).parent / "mcptest"
WEATHER = ROOT / "examples" / "weather"


def gate(tmp_path, *words):
    env = {**os.environ, "PATH": f"{MCPTEST.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run(
        [MCPTEST, "gate", "--out", tmp_path, *words],
        cwd=WEATHER, env=env, capture_output=True, check=False,
    )  # fmt: skip
    return done.returncode, json.loads((tmp_path / "verdict.json").read_text())


def test_the_example_passes_and_only_its_waiver_is_in_the_way(tmp_path):
    code, verdict = gate(tmp_path)
    assert code == 0
    outcomes = {rule["id"]: rule["outcome"] for rule in verdict["rules"]}
    assert outcomes.pop("destructive-tools-ask") == "waived"
    assert set(outcomes.values()) == {"pass"}
    run = json.loads((tmp_path / "run.json").read_text())
    assert run["summary"]["failed"] == run["summary"]["inconclusive"] == 0
    assert run["suite"]["files"] == ["suite.yml"]
    assert run["suite"]["passed"] == 6
    assert run["coverage"]["uncovered"] == 1
    conformance = json.loads((tmp_path / "conformance.json").read_text())
    assert conformance["badge"] == "T1"


def test_without_the_waiver_the_example_fails(tmp_path):
    policy = tmp_path / "policy.yml"
    rules, _, _ = (WEATHER / "policy.yml").read_text().partition("\nwaivers:")
    policy.write_text(rules)
    code, verdict = gate(
        tmp_path, "--policy", policy, "--only", "unknown_tool", "--conformance", "on"
    )
    assert code == 1
    failed = {rule["id"] for rule in verdict["rules"] if rule["outcome"] == "fail"}
    assert "destructive-tools-ask" in failed
