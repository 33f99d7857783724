"""`security.json`: every finding, the counts, and which rules have looked."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.security.baseline import Baseline, is_new, stale
from mcptest_action.core.security.evidence import details_of, sentence_of, snippet_of
from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.listed import tools_in
from mcptest_action.core.security.model import Finding, Kind, Phase, Rule, Severity
from mcptest_action.core.security.plain import LONGEST
from mcptest_action.core.security.scan import phases_of, scan
from mcptest_action.core.security.schemas import MOST_PARTS, is_cut
from mcptest_action.core.surface.collect import NO_TOOLS
from mcptest_action.core.surface.model import Surface

SCHEMA = "mcptest.dev/security/v1"
_NOT_RUN = {
    Phase.TRANSPORT: "there was no conformance examination, whose exchanges are looked at",
    Phase.PROBE: "no probes were run, whose answers are looked at",
}


class Scanned(NamedTuple):
    ground: Ground
    rules: tuple[Rule, ...]
    findings: tuple[Finding, ...]


def scanned(ground: Ground, rules: Sequence[Rule]) -> Scanned:
    return Scanned(ground, tuple(rules), scan(ground, rules))


def security_document(found: Scanned, baseline: Baseline | None = None) -> dict[str, Any]:
    """Worst first, and the same bytes for the same server: no time, no place in a list."""
    surface, findings = found.ground.surface, found.findings
    incomplete = _incomplete(found.ground)
    return {
        "schema_version": SCHEMA,
        "server": {name: _said(surface.server.get(name)) for name in ("name", "version")},
        "scanned": {
            "tools": len(surface.tools),
            "prompts": len(surface.prompts),
            "resources": len(surface.resources),
            "resource_templates": len(surface.templates),
            "instructions": surface.instructions is not None,
        },
        "incomplete": incomplete or None,
        "counts": _counts(findings),
        "total_findings": len(findings),
        **{f"{kind}_counts": _counts(f for f in findings if f.rule.kind is kind) for kind in Kind},
        **_compared(found, baseline, incomplete),
        "findings": [_finding(finding, baseline) for finding in findings],
        **_rules(found),
    }


def _incomplete(ground: Ground) -> str:
    """Why the findings may not be all: something could not be listed, or a part ended early."""
    run, exam = ground.run or {}, ground.conformance or {}
    said = (*_unlisted(ground.surface), run.get("incomplete"), exam.get("incomplete"), _cut(ground))
    return sentence_of(next((str(problem) for problem in said if problem), ""))


def _unlisted(surface: Surface) -> tuple[str, ...]:
    """A server need not have tools, if there is something else that could be looked at."""
    others = surface.prompts or surface.resources or surface.templates or surface.instructions
    return tuple(what for what in surface.problems if what != NO_TOOLS or not others)


def _cut(ground: Ground) -> str:
    """A text or a schema that was read to some point only, if there is one."""
    for text in ground.texts:
        if len(text.raw) > LONGEST:
            return f"{text.pointer} has {len(text.raw)} characters, and {LONGEST} of them were read"
    for tool in tools_in(ground.surface):
        if is_cut(tool):
            return f"a schema of {tool.pointer} has more than {MOST_PARTS} parts to look at"
    return ""


def _counts(findings: Iterable[Finding]) -> dict[str, int]:
    counts = Counter(finding.severity for finding in findings)
    return {str(severity): counts[severity] for severity in Severity}


def _compared(found: Scanned, baseline: Baseline | None, incomplete: str) -> dict[str, Any]:
    """What a baseline adds. New are only defects: an exposure is nothing to mend."""
    if baseline is None:
        return {}
    new = [f for f in found.findings if f.rule.kind is Kind.DEFECT and is_new(f, baseline)]
    phases = phases_of(found.ground)
    waiting = [rule.id for rule in found.rules if rule.phase not in phases]
    # What was not listed this time may be there all the same.
    gone = () if incomplete else stale(baseline, found.findings, waiting)
    return {
        "baseline": baseline.file,
        "new_counts": _counts(new),
        "stale_baseline": [
            {**entry._asdict(), "subject": snippet_of(entry.subject)} for entry in gone
        ],
    }


def _finding(finding: Finding, baseline: Baseline | None) -> dict[str, Any]:
    rule, hit = finding.rule, finding.hit
    return {
        "rule": rule.id,
        "kind": str(rule.kind),
        "severity": str(finding.severity),
        "confidence": str(finding.confidence),
        "subject": {"type": hit.subject.type, "name": snippet_of(hit.subject.name)},
        "pointer": sentence_of(hit.pointer),
        "snippet": snippet_of(hit.snippet),
        "because": sentence_of(hit.because),
        "details": details_of(dict(hit.details)),
        "fingerprint": finding.fingerprint,
        **({} if baseline is None else {"new": is_new(finding, baseline)}),
        "remediation": rule.remedy,
        "mappings": {
            "owasp": list(rule.owasp),
            "cwe": [f"CWE-{number}" for number in rule.cwe],
            **{name: rule.also[name] for name in sorted(rule.also)},
        },
    }


def _rules(found: Scanned) -> dict[str, Any]:
    """Which rules have looked. One that has not found nothing, and has not found that nothing is.

    The counts say nothing about it, so how many there are is a number of its own.
    """
    phases = phases_of(found.ground)
    counts = Counter(finding.rule.id for finding in found.findings)
    ran = sum(rule.phase in phases for rule in found.rules)
    return {
        "rules_run": ran,
        "rules_not_run": len(found.rules) - ran,
        "rules": [
            {
                "id": rule.id,
                "kind": str(rule.kind),
                "severity": str(rule.severity),
                "phase": str(rule.phase),
                "status": "ran" if rule.phase in phases else "not_run",
                "because": None if rule.phase in phases else _NOT_RUN[rule.phase],
                "findings": counts[rule.id] if rule.phase in phases else None,
                "finds": rule.finds,
            }
            for rule in found.rules
        ],
    }


def _said(value: Any) -> str | None:
    return snippet_of(value) if isinstance(value, str) else None
