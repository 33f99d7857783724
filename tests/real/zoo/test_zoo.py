"""The gate with its default policy on sound servers of every make: what is red is truly wrong."""

import json
import shlex
import subprocess
import sys
import time
from fnmatch import fnmatchcase

import pytest
from live_gate import assert_artifacts_are_valid, assert_replay_is_the_same
from real.install import InstallError
from real.running import Transport, within_reach
from real.zoo.cases import cases
from real.zoo.explained import EXPLAINED, expected

PATIENCE_S = 400
RULED = ("passed", "failed")
# Its rows and findings are named one by one; the rules that count them say nothing new.
COUNTED = {"requirements-are-met", "no-critical-defects", "no-high-defects"}
RED = {"fail", "unevaluated", "expired-waiver"}
CASES = [
    pytest.param(
        case,
        id=case.name,
        marks=[
            pytest.mark.zoo,
            # Two workers must not install one package at the same time.
            pytest.mark.xdist_group(f"{case.family.package.name}-{case.family.package.version}"),
            *([pytest.mark.quick] if case.quick else []),
        ],
    )
    for case in cases()
]


@pytest.mark.parametrize("case", CASES)
def test_what_is_red_is_explained(case, tmp_path, record_property):
    began = time.monotonic()
    code, said = gated(case, tmp_path)
    seconds = time.monotonic() - began
    assert code in (0, 1), said
    out = tmp_path / "out"
    found = red(out)
    record_property("zoo", row(case, out, seconds, found))
    assert_artifacts_are_valid(out)
    assert_replay_is_the_same(out, tmp_path)
    wanted = expected(case.name)
    unexplained = {name: because for name, because in found.items() if name not in wanted}
    assert unexplained == {}, "our false alarm, or a sentence of the specification is missing"
    assert wanted == set(found), "explained, but no longer found"
    spoken = json.loads((out / "conformance.json").read_text())["revisions"]
    for revision in case.family.revisions:
        assert spoken[revision]["spoken"], f"{revision} was not spoken"


def gated(case, folder):
    """The exit code of the gate, and what it said."""
    transport = Transport.STDIO if case.transport == "stdio" else Transport.HTTP
    try:
        interpreter = case.ready()
        server = case.server
    except InstallError as error:
        pytest.skip(f"not installed: {error}")
    with within_reach(server, transport, folder, interpreter) as place:
        target = ["--server-url", place.url] if place.url else []
        target = target or ["--server-command", shlex.join(place.argv)]
        command = [sys.executable, "-m", "mcptest_action", "gate", "--out", str(folder / "out")]
        done = subprocess.run(
            [*command, "--wait-for-ready", "30s", "--max-time", "300s", *target],
            env=place.env, cwd=folder, capture_output=True, check=False, timeout=PATIENCE_S,
        )  # fmt: skip
    return done.returncode, done.stderr.decode()


def red(out):
    """What makes the verdict red, by the id of a row, a rule of the scan or a rule of the policy."""
    conformance, security, verdict = (
        json.loads((out / f"{name}.json").read_text())
        for name in ("conformance", "security", "verdict")
    )
    rows = {
        check["id"]: check["because"]
        for check in conformance["checks"]
        if check["level"] == "MUST" and check["status"] == "failed"
    }
    grave = {
        finding["rule"]: finding["because"]
        for finding in security["findings"]
        if finding["severity"] in ("critical", "high")
    }
    rules = {
        f"policy:{rule['id']}": rule["because"]
        for rule in verdict["rules"]
        if rule["outcome"] in RED and rule["id"] not in COUNTED
    }
    return {**rows, **grave, **rules}


def row(case, out, seconds, found):
    conformance = json.loads((out / "conformance.json").read_text())
    musts = [check for check in conformance["checks"] if check["level"] == "MUST"]
    ruled = sum(check["status"] in RULED for check in musts)
    spoken = [name for name, each in conformance["revisions"].items() if each["spoken"]]
    verdict = json.loads((out / "verdict.json").read_text())["verdict"]
    return (
        case.name,
        " ".join(spoken) or "none",
        conformance["badge"],
        f"{ruled}/{len(musts)}",
        verdict,
        f"{seconds:.1f}",
        " ".join(sorted(found)) or "-",
    )


@pytest.mark.zoo
@pytest.mark.quick
def test_every_explanation_is_of_some_case():
    names = [case.name for case in cases()]
    for each in EXPLAINED:
        assert each.sentence
        assert each.where
        for pattern in each.cases:
            assert any(fnmatchcase(name, pattern) for name in names), (each.row, pattern)


@pytest.mark.zoo
@pytest.mark.quick
def test_one_package_of_one_version_has_one_set_of_pins():
    pins = {}
    for case in cases():
        package = case.family.package
        assert pins.setdefault((package.name, package.version), package.pins) == package.pins
