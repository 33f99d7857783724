"""`--security`: how many findings of which severity, counted from the list itself."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from mcptest_action.core.text import unusable
from . import finding_names, known_findings, scan_shape
from .artifact import Artifact
from .completeness import MARKS
from .confidence import PLACES, SPECS, confident
from .finding_names import names
from .known_findings import compared
from .model import Absent, Document, FactSpec, Object, Reading
from .per_rule import FAMILY, PLACE, per_rule
from .scan_shape import entries_of, scan_in, why_unknown
from .severity import OR_WORSE, SEVERITIES, or_worse, stated_by
from .value import count

SCHEMA, FLAG = scan_shape.SCHEMA, scan_shape.FLAG
KINDS = finding_names.KINDS
_WORDS = {severity: severity for severity in SEVERITIES}


def read(document: Document, _now: datetime) -> Reading:
    """The counts. They are zero only if there is a list of findings and it is empty."""
    data = scan_in(document)
    findings, referred = _both(document, data)
    both = [*findings, *referred]
    where = "findings and referred" if referred else "findings"
    if any("severity" not in finding for finding in both) and "counts" in data:
        counts: Mapping[str, int] = _stated_counts(document, data, both, where)
    else:
        counts = _tallied(document, findings, referred)
        for name, stated in _stated(document, data).items():
            document.must_agree(f"counts.{name}", stated, counts[name], f"{where} ({name})")
    total: int | Absent = len(both)
    if "total_findings" in data:
        total = count(data, "total_findings", "total_findings")
        document.must_agree("total_findings", total, len(both), where)
    reading: Reading = {
        **{f"security.{name}_count": counts[name] for name in SEVERITIES},
        "security.total_findings": total,
        **_kinds(document, data, findings),
        **confident(document, data, findings),
        **compared(document, data, findings),
        **_rules_that_ran(document, data),
    }
    why = why_unknown(data, reading["security.rules_run"])
    # Not every rule ran: a number of findings would look like all of them.
    return reading if why is None else dict.fromkeys(reading, why)


def _members(document: Document) -> Reading:
    """A count for each rule that has looked."""
    data = scan_in(document)
    reading = per_rule(data, *_both(document, data))
    why = why_unknown(data, _rules_that_ran(document, data)["security.rules_run"])
    return reading if why is None else dict.fromkeys(reading, why)


def _both(document: Document, data: Object) -> tuple[list[Object], list[Object]]:
    return entries_of(document, data, "findings"), entries_of(document, data, "referred")


def _tallied(
    document: Document, findings: list[Object], referred: list[Object]
) -> Mapping[str, int]:
    """By severity. A policy may name only these facts, so what others rule on counts, too."""
    counts = Counter(document.tally("findings", findings, "severity", _WORDS))
    counts.update(document.tally("referred", referred, "severity", _WORDS))
    return counts


def _stated(document: Document, data: Object) -> dict[str, Any]:
    """The counts the file states, each a known severity."""
    holder = data.get("counts", {})
    if not isinstance(holder, Mapping):
        raise unusable(document.file, "counts is not an object")
    for name in holder:
        if name not in SEVERITIES:
            what = f"counts.{name} is not a severity"
            raise unusable(document.file, what, f"known: {', '.join(SEVERITIES)}")
    return {name: count(holder, name, f"counts.{name}") for name in holder}


def _stated_counts(
    document: Document, data: Object, findings: list[Object], where: str
) -> dict[str, int]:
    """Counts stand in for severities that findings lack, if they account for every finding."""
    counts = dict.fromkeys(SEVERITIES, 0)
    for name, stated in _stated(document, data).items():
        if not isinstance(stated, int):
            raise unusable(document.file, stated.because)
        counts[name] = stated
    if sum(counts.values()) != len(findings):
        what = f"counts sum to {sum(counts.values())}, but {where} holds {len(findings)}"
        raise document.contradiction(what)
    graded = [finding for finding in findings if "severity" in finding]
    for name, seen in (document.tally(where, graded, "severity", _WORDS) or {}).items():
        if seen > counts[name]:
            what = f"counts.{name} is {counts[name]}, but {where} holds {seen}"
            raise document.contradiction(what)
    return counts


def _kinds(document: Document, data: Object, findings: list[Object]) -> Reading:
    """Defects and exposures separately, if every finding says which it is."""
    alone = [f"security.{kind}_{severity}" for kind in KINDS for severity in SEVERITIES]
    counted = {name: [name] for name in alone}
    for least in OR_WORSE:
        graver = [f"security.defect_{severity}" for severity in or_worse(least)]
        counted[f"security.defect_{least}_or_worse"] = graver
    if why := _without_kind(findings):
        return dict.fromkeys(counted, why)
    document.tally("findings", findings, "kind", {kind: kind for kind in KINDS})
    stated = Counter(f"security.{f['kind']}_{f['severity']}".casefold() for f in findings)
    _check_kinds(document, data, stated)
    return {name: sum(stated[each] for each in counted[name]) for name in counted}


def _without_kind(findings: list[Object]) -> Absent | None:
    if any("kind" not in finding or "severity" not in finding for finding in findings):
        return Absent("not every finding states its kind and severity")
    return None


def _check_kinds(document: Document, data: Object, listed: Mapping[str, int]) -> None:
    """The counts by kind, if there are any, must match the list."""
    for kind in KINDS:
        for severity, stated in stated_by(data, f"{kind}_counts").items():
            label, found = f"{kind}_counts.{severity}", listed[f"security.{kind}_{severity}"]
            document.must_agree(label, stated, found, f"findings ({kind}, {severity})")


def _rules_that_ran(document: Document, data: Object) -> Reading:
    """How many rules have looked. A rule that hasn't looked isn't one that found nothing."""
    words = {"ran": "run", "not_run": "not_run"}
    listed = document.tally("rules", data.get("rules"), "status", words)
    reading = {}
    for name in words.values():
        stated = count(data, f"rules_{name}", f"rules_{name}")
        if listed is not None:
            document.must_agree(f"rules_{name}", stated, listed[name], "rules")
        reading[f"security.rules_{name}"] = stated if listed is None else listed[name]
    return reading


def _by_severity(name: str, meaning: str) -> Iterator[FactSpec]:
    for severity in SEVERITIES:
        named = f"security.{name.format(severity)}"
        yield FactSpec(named, meaning.format(severity), counts=True)


ARTIFACT = Artifact(
    flag=FLAG,
    title="Security scan",
    made_by="mcptest security tools-list.json --format json",
    schema=SCHEMA,
    facts=(
        *_by_severity("{}_count", "findings of severity {}, also those that refer to a check"),
        FactSpec(
            "security.total_findings",
            "findings of any severity, also those that refer to a check",
            counts=True,
        ),
        *(
            spec
            for kind in KINDS
            for spec in _by_severity(f"{kind}_{{}}", f"{kind}s of severity {{}}")
        ),
        *(
            FactSpec(
                f"security.defect_{name}_or_worse",
                f"defects of severity {name} or graver",
                counts=True,
            )
            for name in OR_WORSE
        ),
        *SPECS,
        *known_findings.SPECS,
        FactSpec("security.rules_run", "rules that have looked"),
        FactSpec(
            "security.rules_not_run", "rules that have not, because what they look at was not there"
        ),
    ),
    read=read,
    names=names,
    families=(FAMILY,),
    members=_members,
    places=(
        "`findings[].severity`, in any case, or a top-level list of findings that is not empty",
        "`counts` by severity beside `findings`: must agree with the list, "
        "or stands in for severities that its findings lack",
        "`total_findings`, when present, must be the length of the list",
        "`referred[].severity`, when present: findings on whose cause a conformance check or a "
        "probe rules; they belong to `counts` and `total_findings`, and to no other number",
        "`findings[].kind`, when every finding has one, is `defect` or `exposure`; "
        "`defect_counts` and `exposure_counts` must agree with it",
        *PLACES,
        *known_findings.PLACES,
        "`rules[].status`, `ran` or `not_run`; `rules_run` and `rules_not_run` must agree with it",
        PLACE,
        MARKS,
    ),
    example=('{"findings": [{"rule": "SEC-001", "kind": "defect", "severity": "high"}]}'),
)
