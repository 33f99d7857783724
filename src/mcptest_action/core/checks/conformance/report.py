"""What an examination found, ready to pass on: one row per check, over all revisions; and counts
for a badge. An unchecked requirement never counts in favour of a server.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from mcptest_action.core.checks.results import RULES_ON_PROBE, Status, fingerprint_of
from mcptest_action.core.checks.run import Ended, incomplete
from mcptest_action.core.checks.samples import clipped
from mcptest_action.core.protocol.target import Transport
from mcptest_action.core.protocol.transcript import Exchange
from .config import ExamConfig, Selection
from .evidence import MOST_EVIDENCE, with_evidence
from .examine import CheckResult, Examined
from .expected import Expectations, Expected, compare
from .model import Check, Level
from .revision import ASKED, spec_link

T1_SHOULD, T2_SHOULD = 95, 70


class Counts(NamedTuple):
    must_passed: int
    must_total: int
    should_passed: int
    should_total: int

    @property
    def must_failed(self) -> int:
        return self.must_total - self.must_passed

    @property
    def should_failed(self) -> int:
        return self.should_total - self.should_passed

    @property
    def total(self) -> int:
        return self.must_total + self.should_total


def counts_of(outcomes: Iterable[tuple[Level, Status]]) -> Counts:
    """Counts only what passed or failed."""
    listed = list(outcomes)

    def many(level: Level, *statuses: Status) -> int:
        return sum(lev is level and status in statuses for lev, status in listed)

    return Counts(
        many(Level.MUST, Status.PASSED),
        many(Level.MUST, Status.PASSED, Status.FAILED),
        many(Level.SHOULD, Status.PASSED),
        many(Level.SHOULD, Status.PASSED, Status.FAILED),
    )


def badge_of(counts: Counts, ended: Ended | None) -> str:
    if ended or counts.must_total == 0 or counts.must_passed < counts.must_total:
        return "F"
    share = 100 * counts.should_passed
    if share >= T1_SHOULD * counts.should_total:
        return "T1"
    return "T2" if share >= T2_SHOULD * counts.should_total else "T3"


class RevisionRow(NamedTuple):
    """One check in one revision."""

    status: Status
    because: str
    spec: str
    """The address of the page where it is written."""
    evidence: tuple[Exchange, ...] = ()
    """Of a failure: what the ruling points at."""


class CheckRow(NamedTuple):
    """One check over all revisions: a failure in any of them is a failure."""

    check: Check
    status: Status
    because: str
    revisions: Mapping[str, RevisionRow]

    @property
    def fingerprint(self) -> str:
        """A check is one finding, however many things it failed for."""
        return fingerprint_of("check", self.check.id)

    @property
    def failed_in(self) -> list[str]:
        """The revisions in which it failed."""
        return [rev for rev, row in self.revisions.items() if row.status is Status.FAILED]


class RevisionCounts(NamedTuple):
    spoken: bool
    counts: Counts


class ConformanceReport(NamedTuple):
    counts: Counts
    ended: Ended | None
    """Why not everything was examined; None if it was."""
    selection: Selection
    calls: bool
    """Whether calls were allowed at all."""
    transport: Transport
    revisions: Mapping[str, RevisionCounts]
    rows: tuple[CheckRow, ...]
    """By the id of the check."""
    expectations: Expectations | None = None

    @property
    def badge(self) -> str:
        return badge_of(self.counts, self.ended)

    @property
    def spoken(self) -> tuple[str, ...]:
        """The revisions that were examined, the oldest first."""
        return tuple(sorted(revision for revision, row in self.revisions.items() if row.spoken))

    @property
    def incomplete(self) -> str:
        """Why not everything was examined, in words; empty if it was."""
        return clipped(incomplete(self.ended))

    @property
    def partial(self) -> str:
        """The part of the checks that it covers; empty if it covers all."""
        chosen, clauses = self.selection, []
        if chosen.only:
            clauses.append(f"only {', '.join(chosen.only)}")
        if chosen.skip:
            clauses.append(f"without {', '.join(chosen.skip)}")
        if set(chosen.revisions) != set(ASKED):
            clauses.append(f"only in {', '.join(chosen.revisions)}")
        return "; ".join(clauses)

    def ruled_failure(self, probe: str) -> str:
        """The failed check that rules on what a probe of the run finds; empty if there is none."""
        check = RULES_ON_PROBE.get(probe, "")
        return check if any(row.check.id == check for row in self.having(Status.FAILED)) else ""

    def having(self, status: Status) -> list[CheckRow]:
        return [row for row in self.rows if row.status is status]


# The worst first. A pass outweighs a revision that had nothing to look at.
_WEIGHT = (Status.FAILED, Status.PASSED, Status.INCONCLUSIVE, Status.SKIPPED)


def conformance_report(
    examined: Examined, config: ExamConfig, expected: Expected | None = None
) -> ConformanceReport:
    rows = check_rows(examined)
    return ConformanceReport(
        counts_of((row.check.level, row.status) for row in rows),
        examined.ended,
        config.selection,
        examined.calls,
        config.seen_in(examined.exchanges).address.transport,
        {revision: _counts(examined, revision) for revision in examined.asked},
        rows,
        None if expected is None else _expectations(rows, expected),
    )


def check_rows(examined: Examined) -> tuple[CheckRow, ...]:
    """By the id of the check."""
    by_check: dict[str, dict[str, CheckResult]] = {}
    for revision, results in examined.results.items():
        for result in results:
            by_check.setdefault(result.check.id, {})[revision] = result
    return tuple(_row(by_check[check_id], examined.exchanges) for check_id in sorted(by_check))


def _row(by_revision: dict[str, CheckResult], exchanges: Sequence[Exchange]) -> CheckRow:
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


def _evidence(result: CheckResult, exchanges: Sequence[Exchange]) -> tuple[Exchange, ...]:
    ruling = with_evidence(result.ruling, result.probe, exchanges)
    return ruling.shown[:MOST_EVIDENCE] if ruling.status is Status.FAILED else ()


def _counts(examined: Examined, revision: str) -> RevisionCounts:
    results = examined.results[revision]
    counts = counts_of((result.check.level, result.ruling.status) for result in results)
    return RevisionCounts(revision in examined.spoken, counts)


def _expectations(rows: Sequence[CheckRow], expected: Expected) -> Expectations:
    compared = compare(expected, ((row.check.id, row.status) for row in rows))
    recorded = {row.check.id for row in rows if row.check.level is Level.INFO}
    new = tuple(name for name in compared.new_failures if name not in recorded)
    return compared._replace(new_failures=new)
