"""`conformance.json` as its reports see it: what matters first."""

from collections.abc import Iterator, Mapping
from typing import Any

_ORDER = ("failed", "not_verified", "passed", "not_applicable")
_LEVELS = ("MUST", "SHOULD", "INFO")


def by_importance(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Failures first, and of those the requirements before the recommendations."""
    return sorted(
        document["checks"],
        key=lambda row: (
            _ORDER.index(row["status"]),
            _LEVELS.index(row["level"]),
            row["id"],
        ),
    )


def failures(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [row for row in by_importance(document) if row["status"] == "failed"]


def count_of(document: Mapping[str, Any], status: str) -> int:
    return sum(row["status"] == status for row in document["checks"])


def failed_in(row: Mapping[str, Any]) -> list[str]:
    """The revisions in which a check failed."""
    return [rev for rev, found in row["revisions"].items() if found["status"] == "failed"]


def where_found(row: Mapping[str, Any]) -> str:
    """Where it failed for the reason that is shown, and where for another."""
    failed = failed_in(row)
    same = [rev for rev in failed if row["revisions"][rev]["because"] == row["because"]]
    other = [rev for rev in failed if rev not in same]
    shown = ", ".join(same)
    return f"{shown}; in {', '.join(other)} for another reason" if other else shown


def link_of(row: Mapping[str, Any]) -> str:
    """Where it is written: in the newest revision in which it failed, or that has it."""
    revisions = failed_in(row) or list(row["revisions"])
    return str(row["revisions"][max(revisions)]["spec"])


def badge_in_words(document: Mapping[str, Any]) -> str:
    """The badge; that of a part of the checks does not look like one of all."""
    of_part = " for a part of the checks" if document["partial"] else ""
    return f"{document['badge']}{of_part}"


def badge_properties(document: Mapping[str, Any]) -> dict[str, str]:
    """The badge for machines, and beside it the part of the checks that it is for."""
    part = {"partial": document["partial"]} if document["partial"] else {}
    return {"badge": document["badge"], **part}


def reservations(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What to know about the badge, each with a word for it."""
    if document["incomplete"]:
        yield "incomplete", document["incomplete"]
    if document["partial"]:
        yield "part", document["partial"]
    if not document["selection"]["calls"]:
        unverified = count_of(document, "not_verified")
        yield "calls", f"switched off; {unverified} checks are not verified"


def tally(document: Mapping[str, Any]) -> Iterator[str]:
    """The numbers, as phrases."""
    yield f"MUST {document['must_passed']} of {document['must_total']}"
    yield f"SHOULD {document['should_passed']} of {document['should_total']}"
    for status in ("not_applicable", "not_verified"):
        yield f"{count_of(document, status)} {status.replace('_', ' ')}"


def spoken(document: Mapping[str, Any]) -> str:
    """The revisions that were tested, in words."""
    listed = [rev for rev, found in document["revisions"].items() if found["spoken"]]
    return ", ".join(listed) or "none of those asked for"
