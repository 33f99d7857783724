"""The offline gate on a folder of fixtures, without the shell."""

import json
from pathlib import Path
from typing import Any

from mcptest_action.core.checks.probes.catalogue import PROBES
from mcptest_action.core.checks.results.ruling import Ruling, Status
from mcptest_action.core.checks.results.tests import TestResult
from mcptest_action.core.pipeline.judging import Given, judge, policy_in
from mcptest_action.core.render.probes import Probes
from mcptest_action.core.render.report import Report, Source
from mcptest_action.core.text.timestamp import parse_timestamp

ARTIFACT_FILES = {
    "--run-report": "run.json",
    "--judge-cert": "cert.json",
    "--conformance-report": "conformance.json",
    "--security": "security.json",
    "--model-compat": "model-compat.json",
    "--evidence": "evidence.json",
    "--surface-report": "surface.json",
}
NOON = "2026-11-16T12:00:00Z"


def offline_gate(folder: Path) -> Report:
    """What `policy simulate` makes of the files in the folder."""
    clock = folder / "now.txt"
    now = parse_timestamp(clock.read_text().strip() if clock.exists() else NOON)
    assert now is not None
    policy = Source("--policy", "policy.yml", (folder / "policy.yml").read_bytes())
    artifacts = (
        Source(flag, name, (folder / name).read_bytes())
        for flag, name in ARTIFACT_FILES.items()
        if (folder / name).exists()
    )
    given = Given(policy_in(policy), (policy, *artifacts))
    return judge(given, now, time_overridden=True)._replace(probes=_probes(folder))


def _probes(folder: Path) -> Probes | None:
    """The probes of the run in the folder, if it has some: `probes.json`."""
    path = folder / "probes.json"
    if not path.exists():
        return None
    given = json.loads(path.read_text())
    deep_scan = given.pop("deep_scan", None)
    return Probes(
        results=tuple(map(_result, given.pop("results"))),
        deep_scan=None if deep_scan is None else _ruling(deep_scan),
        **{
            name: value if isinstance(value, str) else tuple(value) for name, value in given.items()
        },
    )


def _result(given: dict[str, Any]) -> TestResult:
    probe = {probe.id: probe for probe in PROBES}[given["check"]]
    ruling = _ruling(given["ruling"])
    return TestResult(
        probe.id, given["tool"], probe.fault, probe.family, probe.negative_path, ruling
    )


def _ruling(given: dict[str, Any]) -> Ruling:
    return Ruling(**{**given, "status": Status(given["status"])})
