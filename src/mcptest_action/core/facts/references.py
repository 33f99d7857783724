"""Failures of the run that refer to a check of `conformance.json`, where their cause counts."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.checks.results import RULES_ON_PROBE
from . import conformance, run_report
from .model import Document


def with_kept_references(documents: Mapping[str, Document]) -> Mapping[str, Document]:
    """The documents; a test keeps its `see` only if the check rules on such a test, and has failed
    in the conformance report beside it. Otherwise nobody else counts the cause.
    """
    run = documents.get(run_report.FLAG)
    tests = run.data.get("tests") if run and isinstance(run.data, Mapping) else None
    if run is None or not isinstance(tests, list):
        return documents
    failed = _failed(documents.get(conformance.FLAG))
    ours = run.data.get("schema_version") == run_report.SCHEMA
    kept = [test if ours and _is_kept(test, failed) else _without_see(test) for test in tests]
    return {**documents, run_report.FLAG: run._replace(data={**run.data, "tests": kept})}


def _failed(report: Document | None) -> set[str]:
    checks = report.data.get("checks") if report and isinstance(report.data, Mapping) else None
    return {
        str(check.get("id"))
        for check in (checks if isinstance(checks, list) else ())
        if isinstance(check, Mapping)
        and conformance.STATUS.get(str(check.get("status")).casefold()) == "failed"
    }


def _is_kept(test: Any, failed: set[str]) -> bool:
    if not isinstance(test, Mapping):
        return True  # the reader refuses it
    ruler = RULES_ON_PROBE.get(str(test.get("check")))
    return ruler is not None and test.get("see") == ruler and ruler in failed


def _without_see(test: Any) -> Any:
    if not isinstance(test, Mapping):
        return test
    return {key: value for key, value in test.items() if key != "see"}
