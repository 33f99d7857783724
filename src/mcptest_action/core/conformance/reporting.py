"""From an examination to its report: one row per check, over all revisions."""

from collections.abc import Sequence

from mcptest_action.core.conformance.badge import counts_of
from mcptest_action.core.conformance.config import ExamConfig
from mcptest_action.core.conformance.examine import Examined, Result
from mcptest_action.core.conformance.expected import Expected, compare
from mcptest_action.core.conformance.model import Level, Status
from mcptest_action.core.conformance.report import (
    CheckRow,
    ConformanceReport,
    Expectations,
    RevisionCounts,
    RevisionRow,
)
from mcptest_action.core.conformance.spec_links import spec_link
from mcptest_action.core.samples.model import clipped
from mcptest_action.core.transcript.lines import Exchange

MOST_EVIDENCE = 5
# The worst first. A pass outweighs what another revision had nothing to look at for.
_WEIGHT = (Status.FAILED, Status.PASSED, Status.NOT_VERIFIED, Status.NOT_APPLICABLE)


def conformance_report(
    examined: Examined, config: ExamConfig, expected: Expected | None = None
) -> ConformanceReport:
    rows = check_rows(examined)
    return ConformanceReport(
        counts_of((row.check.level, row.status) for row in rows),
        clipped(examined.incomplete),
        config.selection,
        examined.calls,
        config.place.transport,
        {revision: _counts(examined, revision) for revision in examined.asked},
        rows,
        None if expected is None else _expectations(rows, expected),
    )


def check_rows(examined: Examined) -> tuple[CheckRow, ...]:
    """By the id of the check."""
    by_check: dict[str, dict[str, Result]] = {}
    for revision, results in examined.results.items():
        for result in results:
            by_check.setdefault(result.check.id, {})[revision] = result
    return tuple(_row(by_check[check_id], examined.exchanges) for check_id in sorted(by_check))


def _row(by_revision: dict[str, Result], exchanges: Sequence[Exchange]) -> CheckRow:
    worst = min(by_revision.values(), key=lambda result: _WEIGHT.index(result.ruling.status))
    return CheckRow(
        worst.check,
        worst.ruling.status,
        clipped(worst.ruling.because),
        {
            revision: RevisionRow(
                result.ruling.status,
                clipped(result.ruling.because),
                spec_link(result.check.spec[revision], revision),
                _evidence(result, exchanges),
            )
            for revision, result in by_revision.items()
        },
    )


def _evidence(result: Result, exchanges: Sequence[Exchange]) -> tuple[Exchange, ...]:
    """Of a failure, what the ruling points at, or all that its probe did."""
    if result.ruling.status is not Status.FAILED:
        return ()
    if result.ruling.shown or not result.probe:
        return result.ruling.shown[:MOST_EVIDENCE]
    own = [exchange for exchange in exchanges if exchange.key.check == result.probe]
    return tuple(sorted(own, key=lambda exchange: exchange.key.step)[:MOST_EVIDENCE])


def _counts(examined: Examined, revision: str) -> RevisionCounts:
    results = examined.results[revision]
    counts = counts_of((result.check.level, result.ruling.status) for result in results)
    return RevisionCounts(revision in examined.spoken, counts)


def _expectations(rows: Sequence[CheckRow], expected: Expected) -> Expectations:
    compared = compare(expected, ((row.check.id, row.status) for row in rows))
    recorded = {row.check.id for row in rows if row.check.level is Level.INFO}
    new = tuple(name for name in compared.new_failures if name not in recorded)
    return compared._replace(new_failures=new)
