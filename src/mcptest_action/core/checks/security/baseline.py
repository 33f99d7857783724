"""Known findings: a file of fingerprints. It never lowers a count."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.text import InputError, unusable, visible
from .model import Finding, Severity

SCHEMA = "mcptest.dev/security-baseline/v1"
# The output of `mcptest security --format json` lists findings in the same way.
_READ = (SCHEMA, "mcptest.dev/security/v1")
_RANK = {str(severity): rank for rank, severity in enumerate(Severity)}


class KnownFinding(NamedTuple):
    fingerprint: str
    rule: str
    severity: str
    subject: str
    """Its type and name, for people."""


class Baseline(NamedTuple):
    file: str
    entries: Mapping[str, KnownFinding]
    """By fingerprint."""


def load_baseline(data: Any, file: str) -> Baseline:
    if not isinstance(data, Mapping):
        raise _not_recognised(file, "the file holds no object")
    if data.get("schema_version") not in _READ:
        raise _not_recognised(file, f"schema_version is '{data.get('schema_version')}'")
    findings = data.get("findings")
    if not isinstance(findings, list):
        raise _not_recognised(file, "there is no list called 'findings'")
    entries = [_entry(each, position, file) for position, each in enumerate(findings)]
    return Baseline(file, {entry.fingerprint: entry for entry in entries})


def _entry(data: Any, position: int, file: str) -> KnownFinding:
    match data:
        case {"fingerprint": str(mark), "rule": str(rule), "severity": str(severity)}:
            pass
        case _:
            what = f"findings[{position}] needs a fingerprint, a rule and a severity"
            raise unusable(file, what, "make it again with --write-baseline")
    if severity not in _RANK:
        known = f"known: {', '.join(_RANK)}"
        raise unusable(file, f"findings[{position}].severity is '{severity}'", known)
    match data:
        case {"subject": {"type": str(kind), "name": str(name)}}:
            return KnownFinding(mark, rule, severity, f"{kind} {name}".strip())
        case _:
            return KnownFinding(mark, rule, severity, "")


def _not_recognised(file: str, found: str) -> InputError:
    what = f"not recognised as a baseline: {found}"
    return unusable(file, what, "make it with mcptest security … --write-baseline FILE")


def is_new(finding: Finding, baseline: Baseline) -> bool:
    """Whether it is not listed, or was listed as less severe."""
    entry = baseline.entries.get(finding.fingerprint)
    return entry is None or _RANK[finding.severity] < _RANK[entry.severity]


def stale(
    baseline: Baseline, findings: Iterable[Finding], waiting: Sequence[str]
) -> tuple[KnownFinding, ...]:
    """Entries without a finding. Rules that have not run yet may still find them."""
    found = {finding.fingerprint for finding in findings}
    return tuple(
        entry
        for mark, entry in sorted(baseline.entries.items(), key=lambda item: item[1][1:] + item[:1])
        if mark not in found and entry.rule not in waiting
    )


def baseline_document(findings: Iterable[Finding]) -> dict[str, Any]:
    """A baseline that lists all of these."""
    return {
        "schema_version": SCHEMA,
        "findings": [
            {
                "fingerprint": finding.fingerprint,
                "rule": finding.rule.id,
                "severity": str(finding.severity),
                "subject": {
                    "type": finding.hit.subject.type,
                    "name": visible(finding.hit.subject.name),
                },
            }
            for finding in sorted(findings, key=lambda f: (f.rule.id, f.fingerprint))
        ],
    }
