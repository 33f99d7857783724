"""The run as JSON (`mcptest.dev/run/v1`)."""

from collections.abc import Mapping, Sequence
from typing import Any

from mcptest_action.core.checks.results import (
    UPSTREAM,
    Measured,
    Ruling,
    Status,
    Test,
    TestResult,
)
from mcptest_action.core.protocol.exchange import NO_ERA, Era, NotSent
from mcptest_action.core.protocol.transcript import SURFACE, Exchange, noise_in
from mcptest_action.core.safety import HeldBack, summary_of, tools_by_name
from . import active
from .delivery import CALL, was_sent
from .measured import latency_of, measured
from .model import ActiveProbe, RunRecord
from .negative_path import negative_path_section
from .rebuild import Rebuilt
from .suite_document import case_document, fingerprinted, suite_section, summary_of_statuses
from .upstream import upstream_of, upstream_section

SCHEMA = "mcptest.dev/run/v1"


def run_document(run: Rebuilt) -> dict[str, Any]:
    """Everything in it follows from the transcript."""
    surface, record = run.surface, run.record
    tests = measured(run.exchanges)
    document: dict[str, Any] = {
        "schema_version": SCHEMA,
        "server": {
            "name": _text(surface.server.get("name")),
            "version": _text(surface.server.get("version")),
        },
        "protocol": _protocol(surface.era),
        "capabilities": sorted(map(str, surface.capabilities)),
        "source": dict(run.config.source) or None,
        "selection": {"only": list(run.config.only), "skip": list(run.config.skip)},
        "incomplete": record.incomplete or None,
        "nothing_works": bool(record.hopeless),
        "nothing_works_because": record.hopeless or None,
        "summary": summary_of_statuses(_statuses(record)),
        "tests": [
            *(_test(result, tests) for result in record.results),
            *(case_document(result, tests) for result in record.tests),
        ],
        "negative_path": negative_path_section(run, _breaks(record, tests)),
        "active_probe": _active_probe(record.active_probe),
        "upstream": upstream_section(upstream_of(run.exchanges)),
        "safety": _safety(run),
    }
    if run.config.suites:
        sent = {exchange.key.check for exchange in run.exchanges if was_sent(exchange)}
        document["suite"] = suite_section(run.config.suites, record.tests, sent)
    timed = {SURFACE, active.ACTIVE_PROBE, *_checks(record)}
    latency = latency_of(run.exchanges, timed)
    if latency is not None:
        document["latency"] = latency
    document["unstable_declarations"] = [
        {"tool": tool, "because": because} for tool, because in run.unstable
    ]
    noise = noise_in(run.exchanges)
    document["noise"] = None if noise is None else noise._asdict()
    return document


def _protocol(era: Era) -> dict[str, str] | None:
    """None for a server that never said hello."""
    return None if era == NO_ERA else {"era": str(era.name), "version": era.version}


def _safety(run: Rebuilt) -> dict[str, Any]:
    contradicting = _contradicting(run)
    counts = {**summary_of(run.plan), "hint_conflicts": len(contradicting)}
    if not contradicting and not run.config.probing:
        del counts["hint_conflicts"]  # nobody has listed the server a second time
    return {
        **counts,
        **_calls(run.record, run.exchanges),
        "by_name": {**tools_by_name(run.plan), "hint_conflicts": contradicting},
    }


def _contradicting(run: Rebuilt) -> list[str]:
    """Tools that contradict themselves: in one listing, or from one connection to the next."""
    contradicting = {row.tool.name for row in run.plan if row.tool.conflicts}
    return sorted(contradicting | {name for name, _ in run.unstable})


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _statuses(record: RunRecord) -> list[Status]:
    probes = [result.ruling.status for result in record.results]
    return [*probes, *(result.ruling.status for result in record.tests)]


def _checks(record: RunRecord) -> set[str]:
    """The names of all probes and tests, as the transcript has them."""
    attempts = (name for result in record.tests for name in result.attempts)
    return {*(result.check for result in record.results), *attempts}


def _test(result: TestResult, tests: Mapping[Test, Measured]) -> dict[str, Any]:
    cost = tests.get((result.check, result.tool), Measured())
    return {
        "id": result.id,
        "check": result.check,
        "tool": result.tool,
        "status": str(result.ruling.status),
        "because": result.ruling.because,
        **fingerprinted(result),
        "skip_reason": str(result.ruling.skip) or None,
        "unstable": result.ruling.unstable,
        "taxonomy": result.fault,
        "family": str(result.family),
        "bad_request": result.negative_path,
        "breaks": cost.breaks,
        "duration_ms": cost.took_us / 1000,
    }


def _breaks(record: RunRecord, tests: Mapping[Test, Measured]) -> int:
    """How often the server died, hung or broke the connection under a probe or a test."""
    checks = _checks(record)
    return sum(test.breaks for (check, _), test in tests.items() if check in checks)


def _active_probe(probe: ActiveProbe) -> dict[str, Any]:
    """The numbers are there only if a tool was called."""
    hits = [
        {"toolName": hit.tool, "outcome": "rejected_compliant_input", "detail": hit.detail}
        for hit in probe.hits
    ]
    return {
        "rule": active.ACTIVE_PROBE,
        "dimension": active.DIMENSION,
        "severity": active.SEVERITY,
        "weight": active.WEIGHT,
        **(_numbers(probe) if probe.ran else {}),
        "result": _result(probe.ruling),
        "because": probe.ruling.because,
        "evidence": {"hits": hits},
        "remediation": active.REMEDY if hits else None,
    }


def _numbers(probe: ActiveProbe) -> dict[str, Any]:
    return {"ran": True, "attempted": probe.attempted, "rejected": len(probe.hits)}


def _result(ruling: Ruling) -> str:
    if ruling.skip in UPSTREAM:
        return "not_verified"
    return "not_applicable" if ruling.skip else str(ruling.status)


def _calls(record: RunRecord, exchanges: Sequence[Exchange]) -> dict[str, int]:
    """Calls that were made, and those that the execution policy refused: in the plan, where a
    probe or a test is held back from a tool, or at the last moment, where a call is stopped.
    """
    calls = [exchange for exchange in exchanges if exchange.sent.get("step") == CALL]
    stopped = [(e.key.check, e.key.tool) for e in calls if isinstance(e.reaction, NotSent)]
    rulings = [((result.check, result.tool), result.ruling) for result in record.results]
    rulings += [((result.id, result.case.tool), result.ruling) for result in record.tests]
    held_back = [
        test for test, ruling in rulings if ruling.skip in tuple(HeldBack) and test not in stopped
    ]
    return {"calls": len(calls) - len(stopped), "refused": len(stopped) + len(held_back)}
