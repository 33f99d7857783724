"""`security.json`: every finding, the counts, and which rules have looked."""

from collections import Counter
from typing import Any

from .baseline_edit import said_for_itself
from .model import Finding, Kind, KnownFinding, Rule
from .report import ScanReport, severity_counts

SCHEMA = "mcptest.dev/security/v1"


def security_document(report: ScanReport) -> dict[str, Any]:
    """Worst first, and the same bytes for the same server: no time, no place in a list."""
    counts = Counter(finding.rule.id for finding in report.findings)
    return {
        "schema_version": SCHEMA,
        "server": report.server._asdict(),
        "scanned": report.listed._asdict(),
        "incomplete": report.incomplete or None,
        "counts": severity_counts(report.everything),
        "total_findings": len(report.everything),
        **{f"{kind}_counts": severity_counts(report.of_kind(kind)) for kind in Kind},
        "confident_counts": severity_counts(report.confident),
        **_compared(report),
        "findings": [_finding(finding) for finding in report.findings],
        **_referred(report),
        # The counts say nothing about rules that have not looked, so their number is given.
        "rules_run": len(report.rules) - report.rules_not_run,
        "rules_not_run": report.rules_not_run,
        "rules": [_rule(rule, report.why_not_run(rule), counts[rule.id]) for rule in report.rules],
    }


def _referred(report: ScanReport) -> dict[str, Any]:
    """What is ruled on elsewhere: in `counts` and the total, and in no other number."""
    listed = [{"see": see, **_finding(finding)} for finding, see in report.referred]
    return {"referred": listed} if listed else {}


def _compared(report: ScanReport) -> dict[str, Any]:
    """What a baseline adds."""
    if report.baseline is None:
        return {}
    return {
        "baseline": report.baseline,
        "new_counts": severity_counts(report.new_defects),
        "stale_baseline": [_entry(entry) for entry in report.stale],
        "expired_baseline": [
            {**_entry(entry), "because": because} for entry, because in report.lapsed
        ],
    }


def _entry(entry: KnownFinding) -> dict[str, Any]:
    return {
        "fingerprint": entry.fingerprint,
        "rule": entry.rule,
        "severity": entry.severity,
        "subject": " ".join(filter(None, entry.subject)),
        **said_for_itself(entry),
    }


def _standing(finding: Finding) -> dict[str, Any]:
    """How a baseline takes the finding."""
    if finding.new is None:
        return {}
    said = {} if finding.known is None else said_for_itself(finding.known)
    return {
        "new": finding.new,
        **({"known": said} if said else {}),
        **({"uncovered": finding.uncovered} if finding.uncovered else {}),
    }


def _finding(finding: Finding) -> dict[str, Any]:
    rule, hit = finding.rule, finding.hit
    return {
        "rule": rule.id,
        "kind": str(rule.kind),
        "severity": str(finding.severity),
        "confidence": str(finding.confidence),
        "subject": hit.subject._asdict(),
        "pointer": hit.pointer,
        "snippet": hit.snippet,
        "because": hit.because,
        "details": hit.details,
        "fingerprint": finding.fingerprint,
        **_standing(finding),
        "remediation": rule.remedy,
        "mappings": {
            "owasp": list(rule.owasp),
            "cwe": [f"CWE-{number}" for number in rule.cwe],
            **{name: rule.also[name] for name in sorted(rule.also)},
        },
    }


def _rule(rule: Rule, why_not_run: str, findings: int) -> dict[str, Any]:
    return {
        "id": rule.id,
        "kind": str(rule.kind),
        "severity": str(rule.severity),
        "phase": str(rule.phase),
        "status": "not_run" if why_not_run else "ran",
        "because": why_not_run or None,
        "findings": None if why_not_run else findings,
        "finds": rule.finds,
    }
