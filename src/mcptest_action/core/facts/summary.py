"""A total, the parts it splits into, and the list that both count."""

from collections.abc import Mapping
from typing import NamedTuple

from .model import TOP, Absent, Document, Object, Reading
from .value import count


class Summary(NamedTuple):
    """How one artifact words its summary."""

    parts: tuple[str, ...]
    optional: frozenset[str]
    """Parts that may be left out when there was none of them."""
    entries: str
    """The list whose `status` fields are counted."""
    status: Mapping[str, str]
    """Each word a status may have, and the part it counts for."""

    @property
    def counts(self) -> tuple[str, ...]:
        return ("total", *self.parts)


def read_summary(document: Document, data: Object, flag: str, summary: Summary) -> Reading:
    """The counts, which contradict neither each other nor the list."""
    found = document.holder_of(data, ("summary", TOP), summary.counts)
    if found is None:
        looked_for = f"no {', '.join(summary.counts)} in 'summary' or at the top level"
        raise document.not_recognised(flag, looked_for)
    prefix, holder = found
    counts = {name: count(holder, name, prefix + name) for name in summary.counts}
    _check_sum(document, prefix, counts, summary)
    listed = document.tally(summary.entries, data.get(summary.entries), "status", summary.status)
    if listed is not None:
        total = sum(listed.values())
        document.must_agree(f"{prefix}total", counts["total"], total, summary.entries)
        for part in summary.parts:
            where = f"{summary.entries} with status {part}"
            document.must_agree(prefix + part, counts[part], listed[part], where)
    return counts


def _check_sum(document: Document, prefix: str, counts: Reading, summary: Summary) -> None:
    """Everything counted must have ended somehow: a total above its parts has lost something."""
    total = counts["total"]
    known = [count for part in summary.parts if isinstance(count := counts[part], int)]
    complete = not any(
        isinstance(counts[part], Absent) for part in summary.parts if part not in summary.optional
    )
    if isinstance(total, int) and (sum(known) > total or (complete and sum(known) != total)):
        raise document.contradiction(f"{prefix}total is {total}, but its parts sum to {sum(known)}")
