"""A scan as its reports see it: what is to be mended first, then what is to be known."""

from collections.abc import Iterator
from typing import NamedTuple

from mcptest_action.core.policy.wording import names_in_words, plural
from mcptest_action.core.security.model import Finding, Kind, Rule, Severity
from mcptest_action.core.security.report import ScanReport, severity_counts


class Inventory(NamedTuple):
    """What one rule about exposures has found, in one line."""

    rule: Rule
    severity: Severity
    times: int
    subjects: tuple[str, ...]


def inventory(report: ScanReport) -> list[Inventory]:
    """The exposures by rule, in the order of the findings."""
    grouped: dict[tuple[str, Severity], list[Finding]] = {}
    for finding in report.of_kind(Kind.EXPOSURE):
        grouped.setdefault((finding.rule.id, finding.severity), []).append(finding)
    return [
        Inventory(findings[0].rule, severity, len(findings), _subjects(findings))
        for (_, severity), findings in grouped.items()
    ]


def _subjects(findings: list[Finding]) -> tuple[str, ...]:
    names = (finding.hit.subject.name or finding.hit.subject.type for finding in findings)
    return tuple(dict.fromkeys(names))


def subject_of(finding: Finding) -> str:
    kind, name = finding.hit.subject
    return f"{kind} {name}" if name else kind


def quoted(finding: Finding) -> str:
    """The text in question; empty where the reason quotes it already."""
    text = finding.hit.snippet
    return "" if text.removesuffix("…") in finding.hit.because else text


def tally(report: ScanReport) -> str:
    """`1 critical and 2 high defects, 12 exposures`"""
    defects = report.of_kind(Kind.DEFECT)
    noun = "defect" if len(defects) == 1 else "defects"
    listed = f"{_by_severity(defects)} {noun}" if defects else "no defects"
    return f"{listed}; {plural(len(report.of_kind(Kind.EXPOSURE)), 'exposure')}"


def _by_severity(findings: tuple[Finding, ...]) -> str:
    counts = severity_counts(findings).items()
    return ", ".join(f"{count} {severity}" for severity, count in counts if count)


def looked_at(report: ScanReport) -> str:
    """`14 tools and 2 prompts of demo 1.0; 62 rules ran, 8 did not`"""
    listed, skipped = report.listed, report.rules_not_run
    nouns = {"tool": listed.tools, "prompt": listed.prompts, "resource": listed.resources,
             "resource template": listed.resource_templates}  # fmt: skip
    things = [plural(count, noun) for noun, count in nouns.items() if count]
    server = " ".join(filter(None, report.server)) or "a server without a name"
    rules = f"{plural(len(report.rules) - skipped, 'rule')} ran, {skipped} did not"
    return f"{', '.join(things) or 'no tools'} of {server}; {rules}"


def not_run(report: ScanReport) -> list[tuple[str, list[str]]]:
    """Why rules did not run, and which."""
    reasons: dict[str, list[str]] = {}
    for rule in report.rules:
        if because := report.why_not_run(rule):
            reasons.setdefault(because, []).append(rule.id)
    return list(reasons.items())


def compared(report: ScanReport) -> Iterator[str]:
    """What a baseline makes of it, where there is one."""
    file = report.baseline
    if file is None:
        return
    yield f"new defects, which {file} does not list: {_by_severity(report.new_defects) or 'none'}"
    gone = [f"{entry.rule} on {entry.subject}" for entry in report.stale]
    if gone:
        yield f"{file} lists what is not found any more: {names_in_words(gone)}"
