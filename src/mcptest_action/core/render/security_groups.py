"""Findings that repeat: one entry for what one rule says of many tools."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mcptest_action.core.checks.security import Confidence, Finding, Severity
from mcptest_action.core.text import names_in_words, plural

# So many say as little as a hundred would.
_FEWEST = 4
# Below these, who has read one has read all. Of a grave one, each piece of evidence counts.
_GRAVE = (Severity.CRITICAL, Severity.HIGH, Severity.MEDIUM)
_SURENESS = {
    Confidence.HIGH: "sure",
    Confidence.MEDIUM: "medium confidence",
    Confidence.LOW: "low confidence",
}


class Group(NamedTuple):
    """What one rule found, at one severity and with one confidence."""

    findings: tuple[Finding, ...]

    @property
    def first(self) -> Finding:
        return self.findings[0]

    @property
    def repeats(self) -> bool:
        return len(self.findings) > 1


def grouped(findings: Iterable[Finding]) -> list[Group]:
    """In the order of the findings. Few of a kind stand alone, each with its evidence."""
    alike: dict[tuple[object, ...], list[Finding]] = {}
    for finding in findings:
        alike.setdefault(_likeness(finding), []).append(finding)
    return [group for members in alike.values() for group in _groups(members)]


def _likeness(finding: Finding) -> tuple[object, ...]:
    says = finding.hit.because if finding.severity in _GRAVE else ""
    entry = finding.known  # people ask different owners about different findings
    known = entry and (entry.owner, entry.reason, entry.expiry, entry.issue)
    how = (finding.confidence, finding.new, finding.uncovered, known)
    return (finding.rule.id, finding.severity, *how, says)


def _groups(members: list[Finding]) -> list[Group]:
    if len(members) < _FEWEST:
        return [Group((member,)) for member in members]
    return [Group(tuple(members))]


def sureness(finding: Finding) -> str:
    """How sure we are, in a word or two."""
    return _SURENESS[finding.confidence]


def subjects_of(findings: Sequence[Finding]) -> tuple[str, ...]:
    names = (finding.hit.subject.name or finding.hit.subject.type for finding in findings)
    return tuple(dict.fromkeys(names))


def subject_of(finding: Finding) -> str:
    kind, name = finding.hit.subject
    return f"{kind} {name}" if name else kind


def subjects_in_words(group: Group) -> str:
    """`tool a`; for a group `on 109 tools: a, b, c and 106 more`."""
    if not group.repeats:
        return subject_of(group.first)
    kinds = {finding.hit.subject.type for finding in group.findings}
    names = subjects_of(group.findings)
    noun = next(iter(kinds)) if len(kinds) == 1 else "entry"
    times = plural(len(names), noun).replace("entrys", "entries")
    again = "" if len(names) == len(group.findings) else f" ({len(group.findings)} times)"
    return f"on {times}{again}: {names_in_words(names)}"
