"""The tests of suites in `run.json`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from mcptest_action.core.checks.ruling import Status
from mcptest_action.core.run.model import CaseResult, Measured, Test
from mcptest_action.core.suite.model import CaseKind, Suite

# What a test looks at, in the words of the taxonomy.
_FAMILY = {CaseKind.TOOL: "tool", CaseKind.RESOURCE: "protocol", CaseKind.PROMPT: "protocol"}


def summary_of_statuses(statuses: Sequence[Status]) -> dict[str, int]:
    counts = Counter(statuses)
    return {"total": len(statuses), **{str(status): counts[status] for status in Status}}


def suite_section(suites: Sequence[Suite], results: Sequence[CaseResult]) -> dict[str, Any]:
    """How many tests of suites there were, and how they ended; they count in the summary, too."""
    statuses = [result.ruling.status for result in results]
    return {
        **summary_of_statuses(statuses),
        "ran": sum(bool(result.attempts) for result in results),
        "files": [suite.file for suite in suites],
    }


def measured_of(result: CaseResult, tests: Mapping[Test, Measured]) -> Measured:
    """All attempts together."""
    parts = [tests.get((name, result.case.tool), Measured()) for name in result.attempts]
    return Measured(sum(part.took_us for part in parts), sum(part.breaks for part in parts))


def case_document(result: CaseResult, tests: Mapping[Test, Measured]) -> dict[str, Any]:
    case, ruling = result.case, result.ruling
    cost = measured_of(result, tests)
    return {
        "id": result.id,
        "check": result.id,
        "tool": case.tool,
        "status": str(ruling.status),
        "because": ruling.because,
        "skip_reason": str(ruling.skip) or None,
        "unstable": False,
        "taxonomy": None,
        "family": _FAMILY[case.kind],
        "bad_request": case.negative_path is not None,
        "breaks": cost.breaks,
        "duration_ms": cost.took_us / 1000,
        "suite": {
            "file": result.suite,
            "line": case.line,
            "name": case.name,
            "server": case.server or None,
            "kind": str(case.kind),
            "tags": list(case.tags),
            "attempts": len(result.attempts),
            "checks": [
                {
                    "check": one.check,
                    "taxonomy": one.fault,
                    "status": str(one.ruling.status),
                    "because": one.ruling.because,
                    "skip_reason": str(one.ruling.skip) or None,
                }
                for one in result.bad_requests
            ],
        },
    }
