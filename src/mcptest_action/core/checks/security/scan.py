"""Run the rules over the inputs, and order what they find."""

import re
from collections.abc import Iterable, Iterator

from .fingerprint import marked
from .model import Confidence, Finding, Hit, Phase, Rule, ScanInput, Severity

_RANK = {severity: rank for rank, severity in enumerate(Severity)}
_NUMBER = re.compile(r"(?<=/)[0-9]{1,9}(?=/|\Z)")


def scan(inputs: ScanInput, rules: Iterable[Rule]) -> tuple[Finding, ...]:
    """What the rules find, the worst first, each thing once."""
    found = sorted(_found(inputs, rules), key=_order)
    return tuple(sorted(marked(found, inputs.surface), key=_order))


def _found(inputs: ScanInput, rules: Iterable[Rule]) -> Iterator[Finding]:
    """Without fingerprints: what tells a finding from others is known when all are there."""
    for rule in rules:
        if rule.phase in phases_of(inputs):
            yield from (_finding(rule, hit) for hit in rule.find(inputs))


def _finding(rule: Rule, hit: Hit) -> Finding:
    severity = hit.severity or rule.severity
    confidence = hit.confidence or rule.confidence or Confidence.MEDIUM
    return Finding(rule, hit, severity, confidence, "")


def phases_of(inputs: ScanInput) -> frozenset[Phase]:
    """What the scan looked at; a rule about anything else has not run."""
    phases = {Phase.SURFACE}
    if inputs.conformance is not None:
        phases.add(Phase.TRANSPORT)
    if inputs.run is not None:
        phases.add(Phase.PROBE)
    return frozenset(phases)


def _order(finding: Finding) -> tuple[int, str, str, str, str]:
    """By what people look for first; the tenth tool of a list after the second."""
    hit = finding.hit
    place = _NUMBER.sub(lambda found: found[0].zfill(9), hit.pointer)
    rank = _RANK[finding.severity]
    return (rank, finding.rule.id, place, hit.subject.name, finding.fingerprint)
