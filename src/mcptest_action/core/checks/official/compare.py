"""Where both the official suite and we came to a ruling, and not to the same."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.checks.conformance import SAME_QUESTIONS, SameQuestion
from .model import OfficialCheck, OfficialRun

_PASSED = {"passed": True, "failed": False}
_MOST = 5


class OurRow(NamedTuple):
    """One check of ours, in one revision or over all of them."""

    id: str
    status: str
    because: str

    @property
    def passed(self) -> bool | None:
        """None if nobody looked, or there was nothing to look at."""
        return _PASSED.get(self.status)


class Ours(NamedTuple):
    """`conformance.json` as we wrote it."""

    document: Mapping[str, Any]
    rows: Mapping[str, Mapping[str, OurRow]]
    """By check and revision; the empty revision stands for all of them."""

    @property
    def is_incomplete(self) -> bool:
        return bool(self.document.get("incomplete"))

    @property
    def is_partial(self) -> bool:
        return bool(self.document.get("partial"))


class Disagreement(NamedTuple):
    revision: str
    """Empty where nobody knows it."""
    passed: bool
    """What the suite says of the server."""
    theirs: tuple[OfficialCheck, ...]
    ours: tuple[OurRow, ...]


def our_report(document: Mapping[str, Any]) -> Ours:
    """What a report of ours says of each check. It has been read as an artifact before."""
    listed = document.get("checks")
    checks = [each for each in listed or () if isinstance(each.get("id"), str)]
    return Ours(document, {check["id"]: _rows(check) for check in checks})


def _rows(check: Mapping[str, Any]) -> dict[str, OurRow]:
    revisions = check.get("revisions")
    found = revisions if isinstance(revisions, Mapping) else {}
    return {
        revision: OurRow(check["id"], str(row.get("status")), str(row.get("because", "")))
        for revision, row in {"": check, **found}.items()
        if isinstance(row, Mapping)
    }


def compared(run: OfficialRun, ours: Ours) -> tuple[int, tuple[Disagreement, ...]]:
    """How many questions both have ruled on, and on which they disagree."""
    many, found = 0, []
    asked = _by_question(run)
    for question in SAME_QUESTIONS:
        for revision in sorted({each.revision for each in run.scenarios}):
            theirs = _rulings([c for each in question.theirs for c in asked[revision, each]])
            found_by_us = (ours.rows.get(each, {}).get(revision) for each in question.ours)
            rows = [row for row in found_by_us if row is not None]
            ruled = [row for row in rows if row.passed is not None]
            if not theirs or not ruled or _is_open(question, rows):
                continue
            many += 1
            disagreement = _differ(question, revision, theirs, ruled)
            if disagreement and not _found_elsewhere(disagreement, question, ours):
                found.append(disagreement)
    return many, tuple(found)


def _by_question(run: OfficialRun) -> Mapping[tuple[str, str], list[OfficialCheck]]:
    """Their checks by revision and id."""
    asked: defaultdict[tuple[str, str], list[OfficialCheck]] = defaultdict(list)
    for scenario in run.scenarios:
        for check in scenario.checks:
            asked[scenario.revision, check.id].append(check)
    return asked


def _rulings(asked: Sequence[OfficialCheck]) -> list[OfficialCheck]:
    """Their rulings on one question; none where they passed only what they could test."""
    ruled = [check for check in asked if check.passed is not None]
    whole = not any(check.is_untestable for check in asked)
    return ruled if whole or not all(check.passed for check in ruled) else []


def _is_open(question: SameQuestion, rows: Sequence[OurRow]) -> bool:
    """Whether a row that is not verified would decide: no other has."""
    decided = any(row.passed is question.either for row in rows)
    return not decided and any(row.status == "not_verified" for row in rows)


def _differ(
    question: SameQuestion,
    revision: str,
    theirs: Sequence[OfficialCheck],
    ours: Sequence[OurRow],
) -> Disagreement | None:
    their_ruling = all(check.passed for check in theirs)
    our_ruling = (any if question.either else all)(row.passed for row in ours)
    if their_ruling == our_ruling:
        return None
    # Each side with what its ruling rests on.
    shown = [check for check in theirs if check.passed == their_ruling]
    rows = [row for row in ours if row.passed == our_ruling]
    return Disagreement(revision, their_ruling, tuple(shown[:_MOST]), tuple(rows))


def _found_elsewhere(each: Disagreement, question: SameQuestion, ours: Ours) -> bool:
    """Whether their failure is one of ours, too, under another id."""
    rows = (ours.rows.get(check, {}).get(each.revision) for check in question.or_in)
    return not each.passed and any(row is not None and row.passed is False for row in rows)
