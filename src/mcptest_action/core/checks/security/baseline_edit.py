"""A baseline to commit: what was found, and what the file before it says of that."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.text import unusable, visible
from .baseline import RANK, Baseline
from .baseline_load import GRANTED, SCAN, SCHEMA
from .model import Finding, KnownFinding, Subject
from .same_subject import contradiction


class Grant(NamedTuple):
    """What a new entry says for itself."""

    owner: str
    reason: str
    created: str
    expiry: str
    issue: str = ""


class ToList(NamedTuple):
    """What a baseline is made of: the findings, and who has not looked."""

    findings: tuple[KnownFinding, ...]
    waiting: tuple[str, ...]
    """The rules that have not looked."""
    incomplete: bool
    """Whether there may be more findings."""


class Written(NamedTuple):
    entries: tuple[KnownFinding, ...]
    kept: int
    """How many say what they said before."""
    lapsed: int
    """How many of those cover nothing any more."""
    dropped: int
    """How many were listed before, and are not found any more."""


def as_known(finding: Finding) -> KnownFinding:
    """The finding as a new entry that says nothing for itself."""
    subject = Subject(finding.hit.subject.type, visible(finding.hit.subject.name))
    return KnownFinding(finding.fingerprint, finding.rule.id, str(finding.severity), subject)


def to_list_of_report(data: Any, report: Baseline) -> ToList:
    """What a `security.json` has found. It was read as a baseline, so its findings are sound."""
    if data.get("schema_version") != SCAN:
        what = f"schema_version is '{data.get('schema_version')}', not '{SCAN}'"
        raise unusable(report.file, what, "name the security.json of a gate or of a scan")
    rules = data.get("rules")
    waiting = tuple(
        str(rule.get("id"))
        for rule in (rules if isinstance(rules, list) else [])
        if isinstance(rule, dict) and rule.get("status") == "not_run"
    )
    return ToList(tuple(report.entries.values()), waiting, bool(data.get("incomplete")))


def rewritten(scan: ToList, before: Baseline | None, grant: Grant | None) -> Written:
    """All that was found. What an entry says already, it goes on saying: above all, its end.

    An entry that nobody could look for is kept, too.
    """
    old = {} if before is None else dict(before.entries)
    fresh, kept = [], []
    for found in scan.findings:
        entry = old.pop(found.fingerprint, None)
        if entry is None or _says_less(entry, found):
            fresh.append(found)
        else:
            kept.append(_saying(found, said_for_itself(entry)))
    unseen = [e for e in old.values() if scan.incomplete or e.rule in scan.waiting]
    kept += unseen
    lapsed = 0 if before is None else sum(bool(before.lapse(entry)) for entry in kept)
    entries = tuple(_filled(entry, grant) for entry in (*fresh, *kept))
    return Written(entries, len(kept), lapsed, len(old) - len(unseen))


def _says_less(entry: KnownFinding, found: KnownFinding) -> bool:
    """Whether the entry is of something milder, or of something else altogether."""
    is_graver = RANK[found.severity] < RANK[entry.severity]
    return is_graver or bool(contradiction(entry, found.rule, found.subject))


def _filled(entry: KnownFinding, grant: Grant | None) -> KnownFinding:
    """What the entry lacks, as it is granted now. An entry that has an end began before."""
    if grant is None:
        return entry
    given = grant._asdict()
    if entry.expiry is not None:
        given.pop("created")
    lacks = {name: value for name, value in given.items() if getattr(entry, name) in ("", None)}
    return _saying(entry, lacks)


def _saying(entry: KnownFinding, said: Mapping[str, Any]) -> KnownFinding:
    return entry._replace(**said)


def baseline_document(entries: Iterable[KnownFinding]) -> dict[str, Any]:
    """A baseline that lists all of these."""
    return {
        "schema_version": SCHEMA,
        "findings": [
            {
                "fingerprint": entry.fingerprint,
                "rule": entry.rule,
                "severity": entry.severity,
                "subject": entry.subject._asdict(),
                **said_for_itself(entry),
            }
            for entry in sorted(entries, key=lambda each: (each.rule, each.fingerprint))
        ],
    }


def said_for_itself(entry: KnownFinding) -> dict[str, str]:
    """Who answers for the entry, why and until when, as far as it says so."""
    return {name: value for name in GRANTED if (value := getattr(entry, name)) not in ("", None)}
