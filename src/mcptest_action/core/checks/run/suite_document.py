"""The tests of suites in `run.json`, and several runs of suites as one document."""

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from typing import Any

from mcptest_action.core.checks.results import (
    UNHAPPY,
    CaseKind,
    CaseResult,
    Measured,
    Status,
    Test,
    TestResult,
    measured_of,
)
from mcptest_action.core.checks.suite import Suite
from .negative_path import merged_negative_path

# What a test looks at, in the words of the taxonomy.
_FAMILY = {CaseKind.TOOL: "tool", CaseKind.RESOURCE: "protocol", CaseKind.PROMPT: "protocol"}


def summary_of_statuses(statuses: Sequence[Status]) -> dict[str, int]:
    counts = Counter(statuses)
    return {"total": len(statuses), **{str(status): counts[status] for status in Status}}


def suite_section(
    suites: Sequence[Suite], results: Sequence[CaseResult], sent: Container[str]
) -> dict[str, Any]:
    """How many tests of suites there were, and how they ended; they count in the summary, too.

    `sent`: the attempts that sent something.
    """
    statuses = [result.ruling.status for result in results]
    return {
        **summary_of_statuses(statuses),
        "ran": sum(any(name in sent for name in result.attempts) for result in results),
        "files": [suite.file for suite in suites],
    }


def fingerprinted(result: TestResult | CaseResult) -> dict[str, str]:
    """For a result that somebody has to act on, and may have to waive."""
    return {"fingerprint": result.fingerprint} if result.ruling.status in UNHAPPY else {}


def case_document(result: CaseResult, tests: Mapping[Test, Measured]) -> dict[str, Any]:
    case, ruling = result.case, result.ruling
    cost = measured_of(result, tests)
    return {
        "id": result.id,
        "check": result.id,
        "tool": case.tool,
        "status": str(ruling.status),
        "because": ruling.because,
        **fingerprinted(result),
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


def merged_document(
    names: Sequence[str], documents: Sequence[Mapping[str, Any]]
) -> Mapping[str, Any]:
    """For a single run, that run as it is."""
    if len(documents) == 1:
        return documents[0]
    files = dict.fromkeys(file for one in documents for file in one["suite"]["files"])
    return {
        "schema_version": documents[0]["schema_version"],
        "servers": [
            {"name": name, "server": one["server"], "protocol": one["protocol"]}
            for name, one in zip(names, documents, strict=True)
        ],
        "source": documents[0]["source"],
        "incomplete": _first(documents, "incomplete"),
        "nothing_works": any(one["nothing_works"] for one in documents),
        "nothing_works_because": _first(documents, "nothing_works_because"),
        "summary": _sums(documents, "summary", documents[0]["summary"]),
        "tests": [test for one in documents for test in one["tests"]],
        "negative_path": merged_negative_path([one["negative_path"] for one in documents]),
        "suite": {
            **_sums(documents, "suite", [*documents[0]["summary"], "ran"]),
            "files": list(files),
        },
    }


def _first(documents: Sequence[Mapping[str, Any]], name: str) -> Any:
    return next((one[name] for one in documents if one[name]), None)


def _sums(documents: Sequence[Mapping[str, Any]], section: str, names: Any) -> dict[str, int]:
    return {name: _sum(documents, section, name) for name in names}


def _sum(documents: Sequence[Mapping[str, Any]], section: str, name: str) -> int:
    return sum(int(one[section][name]) for one in documents)
