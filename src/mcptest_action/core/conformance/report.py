"""What an examination found, fit to be passed on. Imports nothing of what examines."""

from collections.abc import Mapping
from typing import NamedTuple

from mcptest_action.core.conformance.badge import Counts, badge_of
from mcptest_action.core.conformance.model import Check, Status, Transport
from mcptest_action.core.conformance.revision import REVISIONS
from mcptest_action.core.conformance.selection import Selection
from mcptest_action.core.transcript.lines import Exchange


class RevisionRow(NamedTuple):
    """One check in one revision."""

    status: Status
    because: str
    spec: str
    """The address of the page where it is written."""
    evidence: tuple[Exchange, ...] = ()
    """Of a failure: what the ruling points at."""


class CheckRow(NamedTuple):
    """One check over all revisions: one that fails in any of them failed."""

    check: Check
    status: Status
    because: str
    revisions: Mapping[str, RevisionRow]

    @property
    def failed_in(self) -> list[str]:
        """The revisions in which it failed."""
        return [rev for rev, row in self.revisions.items() if row.status is Status.FAILED]


class RevisionCounts(NamedTuple):
    spoken: bool
    counts: Counts


class Expectations(NamedTuple):
    """What a file of expected failures makes of it."""

    file: str
    new_failures: tuple[str, ...]
    """Checks that failed, and that nobody expects to."""
    stale: tuple[str, ...]
    """Entries whose checks ran, and none of them failed."""
    without_counterpart: tuple[str, ...]
    """Scenarios of the official suite that have no check here."""

    @property
    def surprise(self) -> bool:
        return bool(self.new_failures or self.stale)


class ConformanceReport(NamedTuple):
    counts: Counts
    incomplete: str
    """Why not everything was examined; empty if it was."""
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
        return badge_of(self.counts, self.incomplete)

    @property
    def partial(self) -> str:
        """The part of the checks that it is about; empty if that is all of them."""
        chosen, clauses = self.selection, []
        if chosen.only:
            clauses.append(f"only {', '.join(chosen.only)}")
        if chosen.skip:
            clauses.append(f"without {', '.join(chosen.skip)}")
        if set(chosen.revisions) != set(REVISIONS):
            clauses.append(f"only in {', '.join(chosen.revisions)}")
        return "; ".join(clauses)

    def having(self, status: Status) -> list[CheckRow]:
        return [row for row in self.rows if row.status is status]
