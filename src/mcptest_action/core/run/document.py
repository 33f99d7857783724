"""The run as JSON (`mcptest.dev/run/v1`)."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from mcptest_action.core.exchange.reaction import BROKEN, NotSent
from mcptest_action.core.probes.model import Status
from mcptest_action.core.run import active
from mcptest_action.core.run.latency import latency_of
from mcptest_action.core.run.model import ActiveProbe, TestResult
from mcptest_action.core.run.rebuild import Rebuilt
from mcptest_action.core.safety.document import summary_of
from mcptest_action.core.transcript.lines import Exchange

SCHEMA = "mcptest.dev/run/v1"
CALL = "CallTool"
_RAN = (Status.PASSED, Status.FAILED)


def run_document(run: Rebuilt) -> dict[str, Any]:
    """Everything in it follows from the transcript."""
    surface, record = run.surface, run.record
    spent = _spent(run.exchanges)
    document: dict[str, Any] = {
        "schema_version": SCHEMA,
        "server": {
            "name": _text(surface.server.get("name")),
            "version": _text(surface.server.get("version")),
        },
        "protocol": {"era": str(surface.era.name), "version": surface.era.version},
        "source": dict(run.config.source) or None,
        "selection": {"only": list(run.config.only), "skip": list(run.config.skip)},
        "incomplete": record.incomplete or None,
        "summary": _summary(record.results),
        "tests": [_test(result, spent) for result in record.results],
        "negative_path": _negative_path(record.results, run.exchanges),
        "active_probe": _active_probe(record.active_probe),
        "safety": {
            **summary_of(run.plan),
            "hint_conflicts": _conflicts(run),
            **_calls(run.exchanges),
        },
    }
    latency = latency_of(run.exchanges)
    if latency is not None:
        document["latency"] = latency
    document["unstable_declarations"] = [
        {"tool": tool, "because": because} for tool, because in run.unstable
    ]
    return document


def _conflicts(run: Rebuilt) -> int:
    """Tools that contradict themselves: in one listing, or from one connection to the next."""
    contradicting = {row.tool.name for row in run.plan if row.tool.conflicts}
    return len(contradicting | {name for name, _ in run.unstable})


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _summary(results: Sequence[TestResult]) -> dict[str, int]:
    counts = Counter(result.ruling.status for result in results)
    return {"total": len(results), **{str(status): counts[status] for status in Status}}


_Spent = Counter[tuple[str, str | None]]


def _spent(exchanges: Sequence[Exchange]) -> _Spent:
    """Microseconds, which add up exactly, by check and tool."""
    spent: _Spent = Counter()
    for exchange in exchanges:
        spent[exchange.key.check, exchange.key.tool] += round(exchange.elapsed_ms * 1000)
    return spent


def _test(result: TestResult, spent: _Spent) -> dict[str, Any]:
    return {
        "id": result.id,
        "check": result.check,
        "tool": result.tool,
        "status": str(result.ruling.status),
        "because": result.ruling.because,
        "skip_reason": str(result.ruling.skip) or None,
        "unstable": result.ruling.unstable,
        "taxonomy": result.fault,
        "family": str(result.family),
        "duration_ms": spent[result.check, result.tool] / 1000,
    }


def _negative_path(results: Sequence[TestResult], exchanges: Sequence[Exchange]) -> dict[str, int]:
    ran = [r.ruling.status for r in results if r.negative_path and r.ruling.status in _RAN]
    failures = ran.count(Status.FAILED)
    return {
        "checks_run": len(ran),
        "failures": failures,
        "gate_passed": int(bool(ran) and not failures),
        "breaks": _breaks(results, exchanges),
    }


def _breaks(results: Sequence[TestResult], exchanges: Sequence[Exchange]) -> int:
    """How often the server died, hung or broke the connection under a probe."""
    checks = {result.check for result in results}
    return sum(
        exchange.key.check in checks and isinstance(exchange.reaction, BROKEN)
        for exchange in exchanges
    )


def _active_probe(probe: ActiveProbe) -> dict[str, Any]:
    hits = [
        {"toolName": hit.tool, "outcome": "rejected_compliant_input", "detail": hit.detail}
        for hit in probe.hits
    ]
    return {
        "rule": active.ACTIVE_PROBE,
        "dimension": active.DIMENSION,
        "severity": active.SEVERITY,
        "weight": active.WEIGHT,
        "ran": probe.ran,
        "attempted": probe.attempted,
        "rejected": len(hits),
        "result": "not_applicable" if probe.ruling.skip else str(probe.ruling.status),
        "because": probe.ruling.because,
        "evidence": {"hits": hits},
        "remediation": active.REMEDY if hits else None,
    }


def _calls(exchanges: Sequence[Exchange]) -> dict[str, int]:
    calls = [exchange for exchange in exchanges if exchange.sent.get("step") == CALL]
    refused = sum(isinstance(exchange.reaction, NotSent) for exchange in calls)
    return {"calls": len(calls) - refused, "refused": refused}
