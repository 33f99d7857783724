"""`--readiness-report`: what directories and registries of servers ask for, and is missing."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Any, assert_never

from mcptest_action.core.checks.readiness import (
    READINESS_FACTS,
    SCHEMA,
    Criterion,
    ReadinessFact,
    Status,
    Total,
)
from mcptest_action.core.document import kind_of_json
from mcptest_action.core.text import unusable
from .artifact import Artifact
from .completeness import MARKS, if_whole
from .model import Absent, Document, FactSpec, Named, Names, Object, Reading

FLAG = "--readiness-report"
_UNSEEN, _LEFT = "unseen", "left_to_build"
_LOOKED = (Status.MET, Status.UNMET)


def read(document: Document, _now: datetime) -> Reading:
    data = document.require_object(SCHEMA, FLAG)
    rows = _rows(document, data)
    reading = {fact.name: _value(fact, rows) for fact in READINESS_FACTS}
    return if_whole(data, "the readiness report", reading)


def _rows(document: Document, data: Object) -> dict[str, Object]:
    """The criteria by their ids; each must be what its findings say."""
    listed = data.get("criteria")
    if not isinstance(listed, list):
        raise document.not_recognised(FLAG, "there is no list called 'criteria'")
    document.tally("criteria", listed, "status", {status: status for status in Status})
    rows: dict[str, Object] = {}
    for position, row in enumerate(listed):
        label = f"criteria[{position}]"
        name, status = row.get("id"), Status(row["status"].casefold())
        if not isinstance(name, str):
            raise unusable(document.file, f"{label}.id is {kind_of_json(name)}, not text")
        if name in rows:
            raise document.contradiction(f"the criterion {name} appears twice")
        findings = row.get("findings", [])
        if not isinstance(findings, list) or not all(isinstance(f, Mapping) for f in findings):
            raise unusable(document.file, f"{label}.findings is not a list of objects")
        if bool(findings) != (status is Status.UNMET):
            count = len(findings)
            raise document.contradiction(f"{name} is {status}, but {label}.findings holds {count}")
        partly = {key: _clauses(document, row, label, key) for key in (_UNSEEN, _LEFT)}
        if any(partly.values()) and status not in (Status.UNMET, Status.NOT_CHECKED):
            raise document.contradiction(f"{name} is {status}, but not all of it was looked at")
        rows[name] = {**row, **partly, "status": status, "findings": findings}
    return rows


def _clauses(document: Document, row: Object, label: str, key: str) -> list[str]:
    clauses = row.get(key, [])
    if not isinstance(clauses, list) or not all(isinstance(c, str) and c for c in clauses):
        raise unusable(document.file, f"{label}.{key} is not a list of texts")
    return clauses


def _value(fact: ReadinessFact, rows: Mapping[str, Object]) -> int | Absent:
    """The number; absent unless somebody has looked at all that it is about."""
    match fact.rests_on:
        case Criterion(id=name):
            return _why_unknown(name, fact, rows) or len(rows[name]["findings"])
        case Total(of=of, needs=needs):
            left_out = (_left_out(name, fact, rows) for name in of)
            # What only the build tells is left out on purpose.
            told = (n for n in of if rows[n][_UNSEEN] or (n in needs and not rows[n][_LEFT]))
            unknown = (_why_unknown(name, fact, rows) for name in told)
            if why := next(filter(None, chain(left_out, unknown)), None):
                return why
            there = [rows[name] for name in of]
            if not any(row["status"] in _LOOKED for row in there):
                return Absent(f"nothing that {fact.directory} asks for was checked")
            return len(_counted(fact, there))
        case _:
            assert_never(fact.rests_on)


def _counted(fact: ReadinessFact, rows: Sequence[Object]) -> list[Named]:
    """What the number counts: flaws, or the criteria that are not met."""
    if isinstance(fact.rests_on, Total) and fact.rests_on.of_criteria:
        return [Named(row["id"]) for row in rows if row["status"] is Status.UNMET]
    return [_named(row["id"], finding) for row in rows for finding in row["findings"]]


def _left_out(name: str, fact: ReadinessFact, rows: Mapping[str, Object]) -> Absent | None:
    if name in rows:
        return None
    return Absent(f"{name} was not looked at: mcptest ready --for {fact.directory}")


def _why_unknown(name: str, fact: ReadinessFact, rows: Mapping[str, Object]) -> Absent | None:
    if left_out := _left_out(name, fact, rows):
        return left_out
    row = rows[name]
    without = [*row[_UNSEEN], *row[_LEFT]]
    if row["status"] is Status.NOT_CHECKED:
        because = row.get("because")
        told = isinstance(because, str) and because
        return Absent(told or f"{name} was not checked")
    told = f"not all that {name} is about was looked at"
    return Absent(f"{told}: {without[0]}") if without else None


def names(document: Document) -> Names:
    rows = _rows(document, document.data)
    found: dict[str, tuple[Named, ...]] = {}
    for fact in READINESS_FACTS:
        on = fact.rests_on
        of = on.of if isinstance(on, Total) else (on.id,)
        found[fact.name] = tuple(_counted(fact, [rows[name] for name in of if name in rows]))
    return found


def _named(name: str, finding: Mapping[str, Any]) -> Named:
    subject, mark = finding.get("subject"), finding.get("fingerprint")
    of = subject.get("name") if isinstance(subject, Mapping) else None
    label = f"{name}:{of}" if isinstance(of, str) and of else name
    return Named(label, mark if isinstance(mark, str) else "")


ARTIFACT = Artifact(
    flag=FLAG,
    title="Readiness report",
    made_by="mcptest ready --for anthropic-connectors --format json",
    schema=SCHEMA,
    facts=tuple(FactSpec(fact.name, fact.counts, counts=True) for fact in READINESS_FACTS),
    read=read,
    names=names,
    places=(
        "`criteria[].status`: `met`, `unmet`, `not_applicable` or `not_checked`; an unmet one has "
        "`findings`, and no other one has",
        "`criteria[].findings`: a fact is their number; it is absent where the criterion was not "
        "checked, and zero where it does not apply",
        "`criteria[].unseen`, `criteria[].left_to_build`: what of it nobody could look at, and "
        "what only the build tells; its fact is then absent. Totals go without the latter",
        MARKS,
    ),
    example=(
        '{"criteria": [{"id": "ANT-01", "status": "unmet", "findings": [{"subject": '
        '{"type": "tool", "name": "echo"}}]}]}'
    ),
)
