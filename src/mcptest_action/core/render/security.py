"""A scan: for a terminal, and as Markdown. First what to fix, then what to know."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mcptest_action.core.checks.security import (
    Finding,
    Kind,
    Rule,
    ScanReport,
    Severity,
)
from mcptest_action.core.text import for_markdown, for_terminal, names_in_words, page, plural
from .lines import for_a_terminal, joined, table
from .security_groups import Group, grouped, subjects_in_words, subjects_of, sureness
from .security_known import by_severity, compared, marks_of, standing


class Inventory(NamedTuple):
    """What one rule about exposures found, in one line."""

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
        Inventory(findings[0].rule, severity, len(findings), subjects_of(findings))
        for (_, severity), findings in grouped.items()
    ]


def quoted(finding: Finding) -> str:
    """The text in question; empty if the reason already quotes it."""
    text = finding.hit.snippet
    return "" if text.removesuffix("…") in finding.hit.because else text


def tally(report: ScanReport) -> str:
    """`1 critical and 2 high defects, 12 exposures`"""
    defects = report.of_kind(Kind.DEFECT)
    noun = "defect" if len(defects) == 1 else "defects"
    listed = f"{by_severity(defects)} {noun}" if defects else "no defects"
    return f"{listed}; {plural(len(report.of_kind(Kind.EXPOSURE)), 'exposure')}"


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


def referred(report: ScanReport) -> Iterator[str]:
    """What others rule on: a line for each cause, however many findings say it again."""
    times = Counter((see, finding.rule.id) for finding, see in report.referred)
    for (see, rule), count in sorted(times.items()):
        yield f"{see}: {rule}, {plural(count, 'finding')}, counted there"


MOST = 100
_WORD = 8


@for_a_terminal
def security_pretty(report: ScanReport, kind: str | None = None) -> Iterator[str]:
    """Defects in full and exposures in sum; with a kind, only that kind, in full."""
    yield f"security: {tally(report)}"
    yield f"  {'scanned':<{_WORD}}  {for_terminal(looked_at(report))}"
    if report.incomplete:
        yield f"  incomplete: {for_terminal(report.incomplete)}"
    yield from _in_full(report.of_kind(kind or Kind.DEFECT))
    if kind is None:
        for row in inventory(report):
            names = for_terminal(names_in_words(row.subjects))
            head = f"{row.severity:<{_WORD}}  {row.rule.id}  {plural(row.times, Kind.EXPOSURE)}"
            yield f"  {head}: {for_terminal(row.rule.finds)} ({names})"
    for line in referred(report):
        yield f"  {'see':<{_WORD}}  {for_terminal(line)}"
    for because, rules in not_run(report):
        listed = f"{plural(len(rules), 'rule')}: {for_terminal(because)} ({', '.join(rules)})"
        yield f"  {'not run':<{_WORD}}  {for_terminal(listed)}"
    yield from (f"  {'baseline':<{_WORD}}  {for_terminal(line)}" for line in compared(report))


def _in_full(findings: Sequence[Finding]) -> Iterator[str]:
    remedied = set()
    groups = grouped(findings)
    for group in groups[:MOST]:
        rule, hit = group.first.rule, group.first.hit
        yield f"  {group.first.severity:<{_WORD}}  {rule.id}  {_head(group)}"
        found = "found in the first" if group.repeats else "found"
        yield f"  {'':<{_WORD}}    {found}: {for_terminal(hit.because)}"
        if text := quoted(group.first):
            yield f"  {'':<{_WORD}}    text: {for_terminal(text)}"
        if said := standing(group.first):
            yield f"  {'':<{_WORD}}    {for_terminal(said)}"
        for mark in _marks(group):
            yield f"  {'':<{_WORD}}    {mark}"
        if rule.id not in remedied:  # once is enough
            remedied.add(rule.id)
            yield f"  {'':<{_WORD}}    remedy: {for_terminal(rule.remedy)}"
    if len(groups) > MOST:
        rest = sum(len(group.findings) for group in groups[MOST:])
        yield f"  {'…':<{_WORD}}  {rest} more, see --format json"


def _marks(group: Group) -> Iterator[str]:
    """What to copy into a baseline or a waiver."""
    for mark, whose in marks_of(group):
        yield f"fingerprint: {mark}" + (f"  {for_terminal(whose)}" if whose else "")
    if not marks_of(group):
        yield f"fingerprints: {_MANY}, or with --format json"


def _head(group: Group) -> str:
    """Who it is about and where, and how sure we are."""
    pointer = "" if group.repeats else group.first.hit.pointer
    where = f"  {for_terminal(pointer)}" if pointer else ""
    new = ", new" if group.first.new else ""
    return f"{for_terminal(subjects_in_words(group))}{where}  ({sureness(group.first)}{new})"


_MARK = {
    Severity.CRITICAL: "❌",
    Severity.HIGH: "❌",
    Severity.MEDIUM: "⚠️",
    Severity.LOW: "🔹",
    Severity.INFO: "🔹",
}
_FILE = "security.json"
_MANY = f"{_FILE} has them all"


@joined
def security_markdown(report: ScanReport, kind: str | None = None) -> Iterator[str]:
    yield from (f"### Security: {tally(report)}", "", for_markdown(looked_at(report)))
    if report.incomplete:
        yield from ("", f"- ❌ incomplete: {for_markdown(report.incomplete)}")
    rows = [_row(group) for group in grouped(report.of_kind(kind or Kind.DEFECT))]
    yield from table("| Severity | Rule | Where | Found | Remedy | Fingerprint |", rows, _FILE)
    if kind is None:
        rows = [_exposure(row) for row in inventory(report)]
        yield from table("| Exposure | Rule | Times | What | Of |", rows, _FILE)
    for line in referred(report):
        yield from ("", f"- see {for_markdown(line)}")
    for because, rules in not_run(report):
        yield from ("", f"- not run: {for_markdown(', '.join(rules))}: {for_markdown(because)}")
    for line in compared(report):
        yield from ("", f"- {for_markdown(line)}")


def _row(group: Group) -> str:
    finding = group.first
    hit, text = finding.hit, quoted(finding)
    found = f"{hit.because}: {text}" if text else hit.because
    if said := standing(finding):
        found = f"{found}; {said}"
    subjects = subjects_in_words(group)
    texts = (f"{subjects} {hit.pointer}", found, finding.rule.remedy)
    if group.repeats:
        texts = (subjects, f"in the first: {found}", finding.rule.remedy)
    cells = " | ".join(map(for_markdown, texts))
    new = ", new" if finding.new else ""
    grade = f"{_MARK[finding.severity]} {finding.severity} ({sureness(finding)}{new})"
    return f"| {grade} | {_link(finding.rule)} | {cells} | {_to_copy(group)} |"


def _to_copy(group: Group) -> str:
    shown = [
        f"{for_markdown(whose)} `{mark}`" if whose else f"`{mark}`"
        for mark, whose in marks_of(group)
    ]
    return ", ".join(shown) or f"see {_FILE}"


def _exposure(row: Inventory) -> str:
    what = f"{for_markdown(row.rule.finds)} | {for_markdown(names_in_words(row.subjects))}"
    return f"| {row.severity} | {_link(row.rule)} | {row.times} | {what} |"


def _link(rule: Rule) -> str:
    return f"[{rule.id}]({page('security-rules.md', rule.id.lower())})"
