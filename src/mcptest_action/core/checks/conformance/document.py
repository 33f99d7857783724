"""`conformance.json`: every check, what it found in each revision, and what follows from that."""

from typing import Any

from mcptest_action.core.checks.probes import masked_in
from mcptest_action.core.checks.results import Status
from mcptest_action.core.protocol.transcript import Exchange, reaction_document, shortened
from .expected import Expectations
from .model import WORDS
from .report import CheckRow, ConformanceReport, RevisionRow

SCHEMA = "mcptest.dev/conformance/v1"


def conformance_document(report: ConformanceReport) -> dict[str, Any]:
    selection = report.selection
    return {
        "schema_version": SCHEMA,
        "badge": report.badge,
        "tier": report.badge,
        **report.counts._asdict(),
        "incomplete": report.incomplete or None,
        "partial": report.partial or None,
        "selection": {
            "only": list(selection.only),
            "skip": list(selection.skip),
            "revisions": list(selection.revisions),
            "pinned": selection.pinned,
            "calls": report.calls,
        },
        "transport": str(report.transport),
        "revision": max(report.spoken, default=None),
        "revisions": {
            revision: {"spoken": row.spoken, **row.counts._asdict()}
            for revision, row in report.revisions.items()
        },
        **({} if report.expectations is None else _expectations(report.expectations)),
        "checks": [_check(row) for row in report.rows],
    }


def _expectations(expectations: Expectations) -> dict[str, Any]:
    return {
        "expected_failures": expectations.file,
        "new_failures": list(expectations.new_failures),
        "stale_expectations": list(expectations.stale),
        "without_counterpart": list(expectations.without_counterpart),
    }


def _check(row: CheckRow) -> dict[str, Any]:
    check = row.check
    return {
        "id": check.id,
        "level": str(check.level),
        "status": WORDS[row.status],
        **({"fingerprint": row.fingerprint} if row.status is Status.FAILED else {}),
        "because": row.because,
        "expects": check.expects,
        "basis": check.basis,
        "remedy": check.remedy if row.status is Status.FAILED else None,
        "revisions": {revision: _revision(found) for revision, found in row.revisions.items()},
    }


def _revision(row: RevisionRow) -> dict[str, Any]:
    shown: dict[str, Any] = {"status": WORDS[row.status], "because": row.because, "spec": row.spec}
    if row.status is Status.FAILED:
        shown["evidence"] = [_evidence(exchange) for exchange in row.evidence]
    return shown


def _evidence(exchange: Exchange) -> dict[str, Any]:
    """Its line in the transcript, what we sent, the server's reaction, and what else it said; the
    long parts as marks.
    """
    others = {"others": _shown_of(list(exchange.others))} if exchange.others else {}
    reaction = _shown_of(reaction_document(exchange.reaction))
    sent = {"line": exchange.line, "sent": dict(exchange.sent)}
    return {**sent, "reaction": reaction, **others}


def _shown_of(value: Any) -> Any:
    """Without long parts and anything that looks like a secret: people pass reports on."""
    return masked_in(shortened(value))
