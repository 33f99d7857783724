"""What a pull request changes in the known findings: what is accepted, by whom and until when."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from .changes import Change, Changed

if TYPE_CHECKING:  # most pull requests have no baseline, and the rules need not be read for them
    from mcptest_action.core.checks.security import KnownFinding

    Entries = Mapping[str, KnownFinding]
# Worst first, as in a scan.
_GRAVITY = ("critical", "high", "medium", "low", "info")


def baseline_changes(base: "Entries | None", head: "Entries | None") -> Iterator[Changed]:
    """Entry by entry, by fingerprint; None stands for a branch without a baseline."""
    if head is None:
        if base is not None:
            yield Changed(Change.BASELINE_REMOVED, "", "nothing is known any more")
        return
    before = base or {}
    for mark, entry in head.items():
        yield from _entry(before.get(mark), entry)
    for mark, entry in before.items():
        if mark not in head:
            yield Changed(Change.KNOWN_REMOVED, entry.place, f"was {_until(entry)}")


def _entry(old: "KnownFinding | None", entry: "KnownFinding") -> Iterator[Changed]:
    if old is None:
        yield Changed(Change.KNOWN_ADDED, entry.place, f"{_until(entry)}{_by(entry)}")
        return
    if entry.expiry != old.expiry:
        what = f"{_until(entry)}, was {_until(old)}{_by(entry)}"
        yield Changed(Change.KNOWN_MOVED, entry.place, what)
    if _GRAVITY.index(entry.severity) < _GRAVITY.index(old.severity):
        what = f"as {entry.severity}, was {old.severity}{_by(entry)}"
        yield Changed(Change.KNOWN_GRAVER, entry.place, what)


def _until(entry: "KnownFinding") -> str:
    return "without an end" if entry.expiry is None else f"until {entry.expiry}"


def _by(entry: "KnownFinding") -> str:
    return f", by {entry.owner}: {entry.reason}" if entry.owner else ", by nobody"
