"""Run the rules over the inputs, and order what they find."""

import hashlib
import json
import re
from collections.abc import Iterable

from .model import Confidence, Finding, Hit, Phase, Rule, ScanInput, Severity
from .readings import normalized

_RANK = {severity: rank for rank, severity in enumerate(Severity)}
_NUMBER = re.compile(r"(?<=/)[0-9]{1,9}(?=/|\Z)")
_LISTS = (["tools"], ["prompts"], ["resources"], ["resourceTemplates"])


def scan(inputs: ScanInput, rules: Iterable[Rule]) -> tuple[Finding, ...]:
    """What the rules find, the worst first, each thing once."""
    found: dict[str, Finding] = {}
    for rule in rules:
        if rule.phase in phases_of(inputs):
            for hit in rule.find(inputs):
                finding = _finding(rule, hit)
                found.setdefault(finding.fingerprint, finding)
    return tuple(sorted(found.values(), key=_order))


def phases_of(inputs: ScanInput) -> frozenset[Phase]:
    """What the scan looked at; a rule about anything else has not run."""
    phases = {Phase.SURFACE}
    if inputs.conformance is not None:
        phases.add(Phase.TRANSPORT)
    if inputs.run is not None:
        phases.add(Phase.PROBE)
    return frozenset(phases)


def _finding(rule: Rule, hit: Hit) -> Finding:
    severity = hit.severity or rule.severity
    confidence = hit.confidence or rule.confidence or Confidence.MEDIUM
    return Finding(rule, hit, severity, confidence, _fingerprint(rule, hit))


def _fingerprint(rule: Rule, hit: Hit) -> str:
    evidence = [
        rule.id,
        *hit.subject,
        _field(hit.pointer),
        normalized(hit.snippet),
        *map(normalized, hit.more),
    ]
    return hashlib.sha256(json.dumps(evidence).encode()).hexdigest()[:32]


def _field(pointer: str) -> list[str]:
    """The pointer without the position in its list, which says nothing about the entry."""
    _, *parts = pointer.split("/")
    return parts[2:] if parts[:1] in _LISTS else parts


def _order(finding: Finding) -> tuple[int, str, str, str, str]:
    """By what people look for first; the tenth tool of a list after the second."""
    hit = finding.hit
    place = _NUMBER.sub(lambda found: found[0].zfill(9), hit.pointer)
    rank = _RANK[finding.severity]
    return (rank, finding.rule.id, place, hit.subject.name, finding.fingerprint)
