"""`--conformance-report`: which requirements of the protocol the server meets."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from mcptest_action.core.protocol.exchange import LEGACY_VERSIONS, MODERN_VERSIONS
from . import official_suite
from .artifact import Artifact
from .baseless_zeros import Basis, only_looked_at
from .completeness import marked
from .model import (
    TOP,
    Absent,
    Document,
    FactSpec,
    FactType,
    Named,
    Names,
    Object,
    Reading,
)
from .per_check import FAMILY, PLACE, per_check
from .value import count, text

SCHEMA = "mcptest.dev/conformance/v1"
FLAG = "--conformance-report"
COUNTS = ("must_passed", "must_total", "should_passed", "should_total")
PLACES = (TOP, "counts", "summary", "tier_input")
LEVELS = ("must", "should")
BADGES = ("T1", "T2", "T3", "F")
STATUS = {
    "passed": "passed",
    "pass": "passed",
    "failed": "failed",
    "fail": "failed",
    **dict.fromkeys(("skipped", "not_applicable", "not_verified"), "not counted"),
}
T1_SHOULD, T2_SHOULD = 95, 70


def read(document: Document, _now: datetime) -> Reading:
    data = document.require_object(SCHEMA, FLAG)
    ours = data.get("schema_version") == SCHEMA
    official = official_suite.read(document, data)
    found = document.holder_of(data, PLACES, COUNTS)
    if found is None and "badge" not in data and "tier" not in data:
        if data.get(official_suite.GROUP) is not None:
            document.tally("checks", data.get("checks"), "status", STATUS)  # as _check_list does
            return only_looked_at({**_nothing_of_ours(), **official}, _BASES)
        looked_for = "no badge, tier, must_passed, must_total, should_passed or should_total"
        raise document.not_recognised(FLAG, looked_for)
    prefix, holder = found or ("", data)
    counts = {name: count(holder, name, prefix + name) for name in COUNTS}
    failed = {f"{level}_failed": _failed(document, prefix, counts, level) for level in LEVELS}
    badge, tier = text(data, "badge", "badge"), text(data, "tier", "tier")
    _check_list(document, prefix, counts, data.get("checks"))
    _check_badge(document, badge, counts, ours=ours)
    if ours and isinstance(badge, str) and isinstance(tier, str) and badge != tier:
        raise document.contradiction(f"badge is '{badge}', but tier is '{tier}'")
    new = data.get("new_failures")
    surprises = len(new) if isinstance(new, list) else Absent("no file of expected failures")
    revisions = _revisions(document, data)
    if unknown := marked(data, "incomplete", "the examination is incomplete"):
        # Not every check ran: a number of failures would look like all of them. Nor is it sure
        # which revisions the server speaks: it may never have said so.
        counts, failed = dict.fromkeys(counts, unknown), dict.fromkeys(failed, unknown)
        revisions = dict.fromkeys(revisions, unknown)
        badge = tier = surprises = unknown
    elif part := marked(data, "partial", "only a part of the checks was examined"):
        # A badge for some checks, or for one revision, isn't the badge of the server.
        badge = tier = part
    ruled = {"badge": badge, "tier": tier, "new_failures": surprises, **counts, **failed}
    values: Reading = {**ruled, **revisions}
    facts = {spec.name: values[spec.name.removeprefix("conformance.")] for spec in _OWN_FACTS}
    return only_looked_at({**facts, **official}, _BASES)


def _nothing_of_ours() -> Reading:
    """For a report that only imports: a zero would say that we had looked."""
    why = Absent("the file holds only what was imported from the official suite")
    return {spec.name: why for spec in _OWN_FACTS}


_TOTALS = tuple(f"conformance.{level}_total" for level in LEVELS)
_BASES = (
    *(
        Basis(
            (f"conformance.{level}_failed",),
            (f"conformance.{level}_total",),
            f"no {level.upper()} check was run",
        )
        for level in LEVELS
    ),
    Basis(("conformance.new_failures",), _TOTALS, "no check was run"),
    *official_suite.BASES,
)


def _revisions(document: Document, data: Mapping[str, Any]) -> Reading:
    """Which revisions were examined, and the newest of them. Both must say the same."""
    listed = data.get("revisions")
    if not isinstance(listed, dict):
        unknown = Absent("revisions is not an object with the revisions that were examined")
        return {"revision": text(data, "revision", "revision"), "revisions": unknown}
    spoken = sorted(
        revision
        for revision, found in listed.items()
        if isinstance(found, dict) and found.get("spoken") is True
    )
    newest = max(spoken, default=None)
    if data.get("revision", newest) != newest:
        what = f"revision is '{data['revision']}', but the newest one that is spoken is {newest}"
        raise document.contradiction(what)
    if newest is None:
        none = Absent("the server spoke no revision that was asked for")
        return {"revision": none, "revisions": none}
    return {"revision": newest, "revisions": ", ".join(spoken)}


def _failed(document: Document, prefix: str, counts: Reading, level: str) -> int | Absent:
    passed, total = counts[f"{level}_passed"], counts[f"{level}_total"]
    if not isinstance(passed, int) or not isinstance(total, int):
        return Absent(f"{level}_failed needs both {level}_passed and {level}_total")
    if passed > total:
        what = f"{prefix}{level}_passed is {passed}, but {level}_total is {total}"
        raise document.contradiction(what)
    return total - passed


def _check_list(document: Document, prefix: str, counts: Reading, checks: Any) -> None:
    """The counts must match the list of checks, if there is one."""
    document.tally("checks", checks, "status", STATUS)  # refuses what is not a list of checks
    for level in LEVELS if checks is not None else ():
        of_level = [check for check in checks if _level(check) == level]
        listed = document.tally(f"{level} checks", of_level, "status", STATUS) or {}
        passed, failed = listed["passed"], listed["failed"]
        where = f"checks of level {level}"
        document.must_agree(f"{prefix}{level}_passed", counts[f"{level}_passed"], passed, where)
        total = counts[f"{level}_total"]
        document.must_agree(f"{prefix}{level}_total", total, passed + failed, where)


def _level(check: Mapping[str, Any]) -> str:
    return str(check.get("level", "")).casefold()


def _check_badge(document: Document, badge: Any, counts: Reading, *, ours: bool) -> None:
    """A badge may be worse than the counts, never better: an unchecked check hasn't passed."""
    must_passed, must_total = counts["must_passed"], counts["must_total"]
    if badge not in BADGES[:3] or not isinstance(must_passed, int):
        return
    if must_total == 0:
        raise document.contradiction(f"badge is '{badge}', but no MUST check was run")
    if must_passed != must_total and isinstance(must_total, int):
        what = f"badge is '{badge}', but {must_passed} of {must_total} MUST checks passed"
        raise document.contradiction(what)
    passed, total = counts["should_passed"], counts["should_total"]
    needed = {"T1": T1_SHOULD, "T2": T2_SHOULD, "T3": 0}[str(badge)]
    if (
        ours
        and isinstance(passed, int)
        and isinstance(total, int)
        and passed * 100 < needed * total
    ):
        what = f"badge is '{badge}', but {passed} of {total} SHOULD checks passed"
        raise document.contradiction(what)


def _members(document: Document) -> Reading:
    """A status for each check that was in the run."""
    reading = per_check(document.data.get("checks") or ())
    unknown = marked(document.data, "incomplete", "the examination is incomplete")
    return reading if unknown is None else dict.fromkeys(reading, unknown)


def names(document: Document) -> Names:
    """The checks that failed, by level; a report made elsewhere may list none."""
    failed = [
        (_level(check), check)
        for check in document.data.get("checks") or ()
        if STATUS[check["status"].casefold()] == "failed" and isinstance(check.get("id"), str)
    ]
    of_ours = {
        f"conformance.{level}_failed": tuple(
            _named(check) for found, check in failed if found == level
        )
        for level in LEVELS
    }
    return {**of_ours, **official_suite.names(document.data)}


def _named(check: Object) -> Named:
    mark = check.get("fingerprint")
    return Named(check["id"], mark if isinstance(mark, str) else "")


_OWN_FACTS = (
    FactSpec("conformance.badge", "T1, T2, T3 or F", FactType.TEXT, BADGES),
    FactSpec("conformance.must_passed", "MUST checks that passed"),
    FactSpec("conformance.must_total", "MUST checks that ran"),
    FactSpec("conformance.must_failed", "MUST checks that failed", counts=True),
    FactSpec("conformance.should_passed", "SHOULD checks that passed"),
    FactSpec("conformance.should_total", "SHOULD checks that ran"),
    FactSpec("conformance.should_failed", "SHOULD checks that failed", counts=True),
    FactSpec(
        "conformance.new_failures",
        "checks that failed, and that no file of expected failures lists",
    ),
    FactSpec(
        "conformance.revision",
        "the newest revision that the server speaks, of those asked for",
        FactType.TEXT,
        (*LEGACY_VERSIONS, *MODERN_VERSIONS),
    ),
    FactSpec(
        "conformance.revisions",
        "the revisions that were examined, the oldest first: `2025-06-18, 2025-11-25`",
        FactType.TEXT,
    ),
    FactSpec("conformance.tier", "the tier as the report words it", FactType.TEXT),
)
ARTIFACT = Artifact(
    flag=FLAG,
    title="Conformance report",
    made_by="mcptest conformance run --format json",
    schema=SCHEMA,
    facts=(*_OWN_FACTS, *official_suite.FACTS),
    read=read,
    names=names,
    families=(FAMILY,),
    members=_members,
    places=(
        "`badge` and `tier` at the top level, as they are: `t1` is not `T1`",
        "`must_passed`, `must_total`, `should_passed`, `should_total` at the top level, "
        "or in `counts`, `summary` or `tier_input`",
        "`revision`, and `revisions`, an object with `spoken` for each; they must agree",
        "`checks[].level` and `checks[].status` must agree with them, when there is such a list",
        "`incomplete`: where it says anything but `false`, there is no badge, number or revision; "
        "where `partial` does, no badge",
        PLACE,
        *official_suite.PLACES,
    ),
    example=(
        '{"badge": "T2", "tier": "T2", "must_passed": 60, "must_total": 60, "should_passe'
        'd": 20, "should_total": 25}'
    ),
)
