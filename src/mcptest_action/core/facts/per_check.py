"""`conformance.check.ID`: how one check came out, at its worst over the examined revisions."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .family import FactFamily
from .model import Absent, FactType, FactValue, Object, Reading

# The worst first. What had nothing to look at in one revision may have passed in another.
WORST_FIRST = ("failed", "not_verified", "passed", "not_applicable")
# How reports made elsewhere word it. What they skip may have had something to look at.
_WORDS = {"fail": "failed", "pass": "passed", "skipped": "not_verified"}
PLACE = (
    "`checks[].id` and `checks[].status`, and `checks[].revisions.*.status` where there is such "
    "an object: the worst of them counts"
)


def _ids() -> Sequence[str]:
    # Imported late: a policy rarely names a check that does not exist.
    from mcptest_action.core.checks.conformance.catalogue import CHECKS  # noqa: PLC0415

    return [check.id for check in CHECKS]


FAMILY = FactFamily(
    "conformance.check.ID",
    "the worst status of {} over the examined revisions; absent if it was not in the run",
    "BASE-08",
    FactType.TEXT,
    WORST_FIRST,
    ids=_ids,
)


def per_check(checks: Sequence[Object]) -> Reading:
    """By the name of the fact; of a check that is listed twice, the worse."""
    found: dict[str, list[str]] = {}
    for check in checks:
        id_ = check.get("id")
        if isinstance(id_, str) and id_:
            found.setdefault(id_, []).extend(_statuses(check))
    reading: dict[str, FactValue | Absent] = {
        FAMILY.name(id_): _worst(id_, statuses) for id_, statuses in found.items()
    }
    return reading


def _statuses(check: Object) -> Iterator[str]:
    yield _word(check.get("status"))
    revisions = check.get("revisions")
    rows = revisions.values() if isinstance(revisions, Mapping) else (revisions,)
    for row in rows if revisions is not None else ():
        yield _word(row.get("status") if isinstance(row, Mapping) else None)


def _word(status: Any) -> str:
    word = str(status).casefold()
    return _WORDS.get(word, word)


def _worst(id_: str, statuses: Sequence[str]) -> str | Absent:
    for status in statuses:
        if status not in WORST_FIRST:
            return Absent(f"{id_} has the status '{status}', which is none of those we know")
    return min(statuses, key=WORST_FIRST.index)
