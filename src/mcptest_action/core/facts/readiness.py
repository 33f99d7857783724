"""`--readiness-report`: what directories and registries of servers ask for, and is missing."""

from collections.abc import Mapping, Sequence
from datetime import datetime
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
        rows[name] = {**row, "status": status, "findings": findings}
    return rows


def _value(fact: ReadinessFact, rows: Mapping[str, Object]) -> int | Absent:
    """The number; absent unless somebody has looked."""
    match fact.rests_on:
        case Criterion(id=name):
            return _why_unknown(name, fact, rows) or len(rows[name]["findings"])
        case Total(of=of, needs=needs):
            left_out = (_left_out(name, fact, rows) for name in of)
            unknown = (_why_unknown(name, fact, rows) for name in needs)
            if why := next(filter(None, (*left_out, *unknown)), None):
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
    if rows[name]["status"] is not Status.NOT_CHECKED:
        return None
    because = rows[name].get("because")
    return Absent(because if isinstance(because, str) and because else f"{name} was not checked")


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
        MARKS,
    ),
    example=(
        '{"criteria": [{"id": "ANT-01", "status": "unmet", "findings": [{"subject": '
        '{"type": "tool", "name": "echo"}}]}]}'
    ),
)
