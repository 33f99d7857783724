"""Known findings: a file of fingerprints. It never lowers a count.

An entry may say who answers for it, why, and until when. After that it covers nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from mcptest_action.core.text.timestamp import EXAMPLE, format_timestamp, parse_timestamp
from .model import Finding, KnownFinding, Severity
from .same_subject import contradiction

SOON = timedelta(days=14)
RANK = {str(severity): rank for rank, severity in enumerate(Severity)}


class Baseline(NamedTuple):
    file: str
    entries: Mapping[str, KnownFinding]
    """By fingerprint."""
    now: datetime
    """The moment that decides which entries still count."""

    def held_against(self, finding: Finding) -> Finding:
        """The finding, known or new, and why."""
        entry = self.entries.get(finding.fingerprint)
        if entry is None:
            return finding._replace(new=True)
        if because := _elsewhere(finding, entry) or self.lapse(entry) or _graver(finding, entry):
            return finding._replace(new=True, uncovered=f"{because}{_asked(entry)}")
        return finding._replace(new=False, known=entry)

    def lapse(self, entry: KnownFinding) -> str:
        """Why the entry covers nothing at this moment; empty if it counts."""
        if entry.expiry is not None:
            end = parse_timestamp(entry.expiry)
            if end is None:
                what = f"'{entry.expiry}' is not like {EXAMPLE}"
                return f"its baseline entry has no valid expiry: {what}"
            if self.now >= end:
                return f"its baseline entry expired {format_timestamp(end)}"
        start = parse_timestamp(entry.created)
        if start is not None and start > self.now:
            return f"its baseline entry starts only {format_timestamp(start)}"
        return ""

    def ends_soon(self, entry: KnownFinding) -> bool:
        end = None if entry.expiry is None else parse_timestamp(entry.expiry)
        return end is not None and end - self.now <= SOON

    def of(self, findings: Iterable[Finding]) -> tuple[KnownFinding, ...]:
        """The entries whose findings are there, in the order of what they are about."""
        found = {finding.fingerprint for finding in findings}
        return tuple(entry for entry in self._sorted() if entry.fingerprint in found)

    def stale(
        self, findings: Iterable[Finding], waiting: Sequence[str]
    ) -> tuple[KnownFinding, ...]:
        """Entries without a finding. Rules that have not run yet may still find them."""
        found = {finding.fingerprint for finding in findings}
        rest = (entry for entry in self._sorted() if entry.fingerprint not in found)
        return tuple(entry for entry in rest if entry.rule not in waiting)

    def _sorted(self) -> list[KnownFinding]:
        return sorted(self.entries.values(), key=_order)


def _order(entry: KnownFinding) -> tuple[str, str, str, str]:
    return entry.rule, entry.severity, entry.place, entry.fingerprint


def _elsewhere(finding: Finding, entry: KnownFinding) -> str:
    return contradiction(entry, finding.rule.id, finding.hit.subject)


def _graver(finding: Finding, entry: KnownFinding) -> str:
    is_graver = RANK[finding.severity] < RANK[entry.severity]
    return f"its baseline entry lists it as {entry.severity} only" if is_graver else ""


def _asked(entry: KnownFinding) -> str:
    return f"; owner: {entry.owner}" if entry.owner else ""
