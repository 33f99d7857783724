"""`conformance.json` with what the official suite found, as a group of its own.

Nothing of ours changes: no row, no count, no badge. Without a report of ours there are none of
those at all, not even zeros.
"""

from typing import Any

from .compare import Disagreement
from .model import Found, OfficialCheck, OfficialRun, Scenario
from .report import OfficialReport

SCHEMA = "mcptest.dev/conformance/v1"
SUITE = "@modelcontextprotocol/conformance"


def imported_document(report: OfficialReport) -> dict[str, Any]:
    ours = {"schema_version": SCHEMA} if report.ours is None else dict(report.ours.document)
    return {**ours, "official": _group(report)}


def _group(report: OfficialReport) -> dict[str, Any]:
    run = report.run
    both = report.ours is not None
    return {
        "suite": SUITE,
        "suite_version": run.suite_version or None,
        "revisions": list(run.revisions),
        "incomplete": run.incomplete or None,
        **_counts(run),
        "compared": report.compared if both else None,
        "disagreements": [_disagreement(each) for each in report.disagreements] if both else None,
        "scenarios": [_scenario(each) for each in run.scenarios],
    }


def _counts(run: OfficialRun) -> dict[str, int]:
    return {
        "total": run.total,
        "passed": run.count(Found.SUCCESS),
        "failed": run.count(Found.FAILURE),
        "warnings": run.count(Found.WARNING),
        "skipped": run.count(Found.SKIPPED),
        "info": run.count(Found.INFO),
        "untestable": run.untestable,
    }


def _scenario(scenario: Scenario) -> dict[str, Any]:
    return {
        "scenario": scenario.name or None,
        "revision": scenario.revision or None,
        "file": scenario.file,
        "digest": scenario.digest,
        "checks": [_check(check) for check in scenario.checks],
    }


def _check(check: OfficialCheck) -> dict[str, Any]:
    return {
        "id": check.id,
        "name": check.name,
        "status": str(check.found),
        "because": check.because,
        "spec": list(check.spec),
    }


def _disagreement(each: Disagreement) -> dict[str, Any]:
    return {
        "revision": each.revision or None,
        "official": [
            {"id": check.id, "status": str(check.found), "because": check.because}
            for check in each.theirs
        ],
        "ours": [row._asdict() for row in each.ours],
    }
