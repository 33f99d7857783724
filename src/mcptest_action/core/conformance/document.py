"""`conformance.json`: every check, what it found in each revision, and what follows."""

from collections.abc import Sequence
from typing import Any

from mcptest_action.core.checks.ruling import Status
from mcptest_action.core.conformance.badge import Merged, badge_of, counts_of, merged
from mcptest_action.core.conformance.config import ExamConfig
from mcptest_action.core.conformance.examine import CheckResult, Examined
from mcptest_action.core.conformance.expected import Expected, compare
from mcptest_action.core.conformance.model import WORDS, Level
from mcptest_action.core.conformance.revision import spec_link
from mcptest_action.core.conformance.selection import part_of, selection_document
from mcptest_action.core.probes.leak_patterns import masked_in
from mcptest_action.core.run.ended import incomplete
from mcptest_action.core.samples.model import clipped
from mcptest_action.core.transcript.lines import Exchange
from mcptest_action.core.transcript.reaction_json import reaction_document
from mcptest_action.core.transcript.shortened import shortened

SCHEMA = "mcptest.dev/conformance/v1"
MOST_EVIDENCE = 5


def conformance_document(
    examined: Examined, config: ExamConfig, expected: Expected | None = None
) -> dict[str, Any]:
    rows = merged(examined)
    counts = counts_of((row.check.level, row.status) for row in rows)
    badge = badge_of(counts, examined.ended)
    return {
        "schema_version": SCHEMA,
        "badge": badge,
        "tier": badge,
        **counts._asdict(),
        "incomplete": clipped(incomplete(examined.ended)) or None,
        "partial": part_of(config.selection) or None,
        "selection": selection_document(config.selection, calls=examined.calls),
        "transport": str(config.address.transport),
        "revisions": {revision: _revision(examined, revision) for revision in examined.asked},
        **_expectations(rows, expected),
        "checks": [_check(row, examined) for row in rows],
    }


def _expectations(rows: Sequence[Merged], expected: Expected | None) -> dict[str, Any]:
    if expected is None:
        return {}
    compared = compare(expected, ((row.check.id, row.status) for row in rows))
    recorded = {row.check.id for row in rows if row.check.level is Level.INFO}
    return {
        "expected_failures": expected.file,
        "new_failures": [name for name in compared.new_failures if name not in recorded],
        "stale_expectations": list(compared.stale),
        "without_counterpart": list(compared.without_counterpart),
    }


def _revision(examined: Examined, revision: str) -> dict[str, Any]:
    results = examined.results[revision]
    counts = counts_of((result.check.level, result.ruling.status) for result in results)
    return {"spoken": revision in examined.spoken, **counts._asdict()}


def _check(row: Merged, examined: Examined) -> dict[str, Any]:
    check = row.check
    return {
        "id": check.id,
        "level": str(check.level),
        "status": WORDS[row.status],
        "because": clipped(row.because),
        "expects": check.expects,
        "basis": check.basis,
        "remedy": check.remedy if row.status is Status.FAILED else None,
        "revisions": {
            revision: _in_revision(result, revision, examined.exchanges)
            for revision, result in row.by_revision.items()
        },
    }


def _in_revision(
    result: CheckResult, revision: str, exchanges: Sequence[Exchange]
) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "status": WORDS[result.ruling.status],
        "because": clipped(result.ruling.because),
        "spec": spec_link(result.check.spec[revision], revision),
    }
    if result.ruling.status is Status.FAILED:
        shown["evidence"] = [_evidence(e) for e in _shown(result, exchanges)[:MOST_EVIDENCE]]
    return shown


def _shown(result: CheckResult, exchanges: Sequence[Exchange]) -> Sequence[Exchange]:
    """What the ruling points at, or all that its probe did."""
    if result.ruling.shown or not result.probe:
        return result.ruling.shown
    own = [exchange for exchange in exchanges if exchange.key.check == result.probe]
    return sorted(own, key=lambda exchange: exchange.key.step)


def _evidence(exchange: Exchange) -> dict[str, Any]:
    """What was sent, how the server reacted, and what it said beside; the long parts as marks."""
    others = {"others": _shown_of(list(exchange.others))} if exchange.others else {}
    reaction = _shown_of(reaction_document(exchange.reaction))
    return {"sent": dict(exchange.sent), "reaction": reaction, **others}


def _shown_of(value: Any) -> Any:
    """Without what is long, and without what looks like a secret: reports are handed on."""
    return masked_in(shortened(value))
