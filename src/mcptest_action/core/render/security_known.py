"""What a baseline says of a scan: who answers for what is known, and what it lists in vain."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from mcptest_action.core.checks.security import Finding, KnownFinding, ScanReport, severity_counts
from mcptest_action.core.text import names_in_words
from .security_groups import Group

# With more of them, nobody copies one from a page.
_MOST_SHOWN = 5


def marks_of(group: Group) -> list[tuple[str, str]]:
    """The fingerprints to show, each with whose it is; empty where there are too many."""
    if len(group.findings) > _MOST_SHOWN:
        return []
    return [(each.fingerprint, _whose(each) if group.repeats else "") for each in group.findings]


def _whose(finding: Finding) -> str:
    return finding.hit.subject.name or finding.hit.subject.type


def standing(finding: Finding) -> str:
    """`known: until 2026-12-31T00:00:00Z, owner sec-team: a reason (GH-1)`, or why it is new."""
    if finding.uncovered:
        return f"new: {finding.uncovered}"
    said = "" if finding.known is None else _said(finding.known)
    return f"known: {said}" if said else ""


def _said(entry: KnownFinding) -> str:
    until = f"until {entry.expiry}" if entry.expiry else ""
    owner = f"owner {entry.owner}" if entry.owner else ""
    who = ", ".join(filter(None, (until, owner)))
    why = ": ".join(filter(None, (who, entry.reason)))
    return f"{why} ({entry.issue})" if entry.issue else why


def compared(report: ScanReport) -> Iterator[str]:
    """How the findings compare with a baseline, if there is one."""
    file = report.baseline
    if file is None:
        return
    new = by_severity(report.new_defects) or "none"
    yield f"new defects, which {file} does not list: {new}"
    lapsed = [entry for entry, _ in report.lapsed]
    yield from _by_owner(f"{file} lists what its entries do not cover any more", lapsed)
    ends = sorted(report.ending, key=lambda entry: str(entry.expiry))
    for expiry, entries in groupby(ends, key=lambda entry: entry.expiry):
        yield from _by_owner(f"{file} has entries that end soon, {expiry}", list(entries))
    yield from _by_owner(f"{file} lists what is not found any more", report.stale)


def _by_owner(what: str, entries: Sequence[KnownFinding]) -> Iterator[str]:
    """A line for each owner, who can do something about it."""
    by_owner: dict[str, list[str]] = {}
    for entry in entries:
        by_owner.setdefault(entry.owner, []).append(entry.place)
    for owner, places in by_owner.items():
        yield f"{what}{f' (owner {owner})' if owner else ''}: {names_in_words(places)}"


def by_severity(findings: tuple[Finding, ...]) -> str:
    counts = severity_counts(findings).items()
    return ", ".join(f"{count} {severity}" for severity, count in counts if count)
