"""What came of the gate on one case, as its artifacts say."""

import json
import shlex
import subprocess
import sys
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from real.running import Transport, within_reach
from real.zoo.case import Case

PATIENCE_S = 400
RULED = {"passed", "failed"}
RED = {"fail", "unevaluated", "expired-waiver"}
# Their rows and findings are named one by one; the rules that count them say nothing new.
COUNTING = {
    "requirements-are-met",
    "no-critical-defects",
    "no-high-defects",
    "no-sure-critical-findings",
    "no-sure-high-findings",
}
GRAVE = {"critical", "high"}


class Line(NamedTuple):
    """One line of the table."""

    case: str
    revisions: str
    badge: str
    must_ruled: str
    verdict: str
    red: str


class Outcome:
    def __init__(self, case: Case, folder: Path) -> None:
        """The gate with its default policy; what it writes goes to a folder that is there."""
        self.case = case
        self.folder = folder
        self.out = folder / "out"
        self.code, self.said = _gate(case, folder)

    @cached_property
    def conformance(self) -> Mapping[str, Any]:
        return self._read("conformance")

    @property
    def spoken(self) -> list[str]:
        return [name for name, each in self.conformance["revisions"].items() if each["spoken"]]

    def red(self) -> dict[str, str]:
        """What makes the verdict red: rows, rules of the scan and of the policy, and why."""
        rows = {
            check["id"]: check["because"]
            for check in self.conformance["checks"]
            if check["level"] == "MUST" and check["status"] == "failed"
        }
        findings = {
            finding["rule"]: finding["because"]
            for finding in self._read("security")["findings"]
            if finding["severity"] in GRAVE
        }
        rules = {
            f"policy:{rule['id']}": rule["because"]
            for rule in self._read("verdict")["rules"]
            if rule["outcome"] in RED and rule["id"] not in COUNTING
        }
        return {**rows, **findings, **rules}

    @property
    def newest(self) -> str:
        return max(self.spoken, default="")

    def rulings(self) -> dict[str, Mapping[str, str]]:
        """The rows of the newest revision that is spoken."""
        return {
            check["id"]: check["revisions"][self.newest]
            for check in self.conformance["checks"]
            if self.newest in check["revisions"]
        }

    def line(self) -> Line:
        statuses = [
            check["status"] for check in self.conformance["checks"] if check["level"] == "MUST"
        ]
        applicable = [status for status in statuses if status != "not_applicable"]
        ruled = sum(status in RULED for status in applicable)
        return Line(
            self.case.name,
            " ".join(self.spoken) or "none",
            self.conformance["badge"],
            f"{ruled}/{len(applicable)}",
            self._read("verdict")["verdict"],
            " ".join(sorted(self.red())) or "-",
        )

    def _read(self, name: str) -> Any:
        return json.loads((self.out / f"{name}.json").read_text())


def _gate(case: Case, folder: Path) -> tuple[int, str]:
    """The exit code of the gate, and what it said."""
    transport = Transport.STDIO if case.transport == "stdio" else Transport.HTTP
    interpreter = case.ready()
    with within_reach(case.server, transport, folder, interpreter) as place:
        target = ["--server-url", place.url] if place.url else []
        target = target or ["--server-command", shlex.join(place.argv)]
        command = [sys.executable, "-m", "mcptest_action", "gate", "--out", str(folder / "out")]
        done = subprocess.run(
            [*command, "--wait-for-ready", "30s", "--max-time", "300s", *target],
            env=place.env, cwd=folder, capture_output=True, check=False, timeout=PATIENCE_S,
        )  # fmt: skip
    return done.returncode, done.stderr.decode()
