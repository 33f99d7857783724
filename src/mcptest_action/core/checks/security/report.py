"""What a scan found, ready to pass on."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.protocol.surface import NO_TOOLS, Surface
from mcptest_action.core.text import visible
from .baseline import Baseline
from .listed import MOST_PARTS, is_cut, tools_in
from .model import (
    Confidence,
    Finding,
    Hit,
    Kind,
    KnownFinding,
    Phase,
    Rule,
    ScanInput,
    Severity,
    Subject,
)
from .readings import LONGEST_READ
from .same_cause import Referred, parted
from .scan import phases_of, scan
from .secrets import without_secrets

LONGEST_SNIPPET = 160
LONGEST_SENTENCE = 400
# The author of a rule bounds its details; this bounds what a server can make of them.
_MOST_ENTRIES = 50
_DEEPEST = 6
# Masking looks at all of it, and nobody reads this far.
_FAR = 65_536
_HALF = re.compile(r"\\[uU]?[0-9a-f]{0,8}\Z")


def snippet_of(text: str) -> str:
    return _quoted(text, LONGEST_SNIPPET)


def sentence_of(text: str) -> str:
    return _quoted(text, LONGEST_SENTENCE)


def _quoted(text: str, longest: int) -> str:
    """Escapes make a text longer; if we cut it again, we cut no escape in half."""
    shown = visible(without_secrets(text[:_FAR]), longest)
    if len(shown) <= longest:
        return shown
    return _HALF.sub("", shown[: longest - 1]) + "…"


def details_of(value: Any, depth: int = 0) -> Any:
    """The same for all texts in a value, and no more of it than a reader can take in."""
    match value:
        case str():
            return snippet_of(value)
        case Mapping() | list() | tuple() | set() | frozenset() if depth >= _DEEPEST:
            return "…"
        case Mapping():
            entries = list(value.items())[:_MOST_ENTRIES]
            return {snippet_of(str(key)): details_of(inner, depth + 1) for key, inner in entries}
        case list() | tuple():
            return [details_of(inner, depth + 1) for inner in value[:_MOST_ENTRIES]]
        case set() | frozenset():
            return details_of(sorted(value, key=repr), depth)
        case bool() | int() | float() | None:
            return value
        case _:
            return snippet_of(str(value))


class ServerName(NamedTuple):
    name: str | None
    version: str | None


class SurfaceCounts(NamedTuple):
    """How much there was to look at."""

    tools: int
    prompts: int
    resources: int
    resource_templates: int
    instructions: bool


_NOT_RUN = {
    Phase.TRANSPORT: "there was no conformance examination, whose exchanges are looked at",
    Phase.PROBE: "no probes were run, whose answers are looked at",
}


class Lapsed(NamedTuple):
    """An entry of a baseline that covers nothing any more, though its finding is there."""

    entry: KnownFinding
    because: str


class ScanReport(NamedTuple):
    """What a scan found, ready to pass on: all of it visible, short and without secrets."""

    server: ServerName
    listed: SurfaceCounts
    incomplete: str
    """Why the findings may not be all; empty if they are."""
    findings: tuple[Finding, ...]
    """The worst first."""
    rules: tuple[Rule, ...]
    phases: frozenset[Phase]
    """What was looked at; a rule about anything else has not run."""
    baseline: str | None = None
    """The file of known findings, if there is one."""
    stale: tuple[KnownFinding, ...] = ()
    """What it lists and was not found any more."""
    lapsed: tuple[Lapsed, ...] = ()
    """What it lists in vain: the finding is there, and counts as new."""
    ending: tuple[KnownFinding, ...] = ()
    """What it covers, but not for long."""
    referred: tuple[Referred, ...] = ()
    """What a conformance check or a probe rules on: no cause of its own."""

    def of_kind(self, kind: str) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.rule.kind == kind)

    @property
    def everything(self) -> tuple[Finding, ...]:
        """The findings, and those that refer: who asks only the scan must hear of them."""
        return (*self.findings, *(finding for finding, _ in self.referred))

    @property
    def confident(self) -> tuple[Finding, ...]:
        return tuple(each for each in self.findings if each.confidence is Confidence.HIGH)

    @property
    def new_defects(self) -> tuple[Finding, ...]:
        """An exposure isn't something to fix, and is never new."""
        return tuple(finding for finding in self.of_kind(Kind.DEFECT) if finding.new)

    def why_not_run(self, rule: Rule) -> str:
        """Why the rule did not look; empty if it did."""
        return "" if rule.phase in self.phases else _NOT_RUN[rule.phase]

    @property
    def rules_not_run(self) -> int:
        return sum(rule.phase not in self.phases for rule in self.rules)


def severity_counts(findings: Iterable[Finding]) -> dict[Severity, int]:
    counts = Counter(finding.severity for finding in findings)
    return {severity: counts[severity] for severity in Severity}


class Scanned(NamedTuple):
    inputs: ScanInput
    rules: tuple[Rule, ...]
    findings: tuple[Finding, ...]


def scanned(inputs: ScanInput, rules: Sequence[Rule]) -> Scanned:
    return Scanned(inputs, tuple(rules), scan(inputs, rules))


def scan_report(found: Scanned, baseline: Baseline | None = None) -> ScanReport:
    surface, phases = found.inputs.surface, phases_of(found.inputs)
    incomplete = _incomplete(found.inputs)
    own, referred = parted(found.findings, found.inputs)
    report = ScanReport(
        ServerName(_text(surface.server.get("name")), _text(surface.server.get("version"))),
        SurfaceCounts(
            len(surface.tools),
            len(surface.prompts),
            len(surface.resources),
            len(surface.templates),
            surface.instructions is not None,
        ),
        incomplete,
        tuple(_shown(finding, baseline) for finding in own),
        found.rules,
        phases,
        referred=tuple(each._replace(finding=_shown(each.finding, baseline)) for each in referred),
    )
    if baseline is None:
        return report
    waiting = [rule.id for rule in found.rules if rule.phase not in phases]
    there = [(_shown_entry(each), baseline.lapse(each)) for each in baseline.of(found.findings)]
    return report._replace(
        baseline=baseline.file,
        # What was not listed this time may still be there.
        stale=()
        if incomplete
        else tuple(map(_shown_entry, baseline.stale(found.findings, waiting))),
        lapsed=tuple(Lapsed(entry, sentence_of(why)) for entry, why in there if why),
        ending=tuple(entry for entry, why in there if not why and baseline.ends_soon(entry)),
    )


def _shown(finding: Finding, baseline: Baseline | None) -> Finding:
    """The finding with harmless quotations, and whether it is new."""
    hit = finding.hit
    shown = Hit(
        Subject(hit.subject.type, snippet_of(hit.subject.name)),
        sentence_of(hit.pointer),
        snippet_of(hit.snippet),
        sentence_of(hit.because),
        details_of(dict(hit.details)),
    )
    if baseline is not None:
        finding = baseline.held_against(finding)
    return finding._replace(
        hit=shown,
        known=finding.known and _shown_entry(finding.known),
        uncovered=sentence_of(finding.uncovered),
    )


def _shown_entry(entry: KnownFinding) -> KnownFinding:
    texts = {
        name: sentence_of(text)
        for name, text in entry._asdict().items()
        if text and name != "subject"
    }
    kind, name = entry.subject
    return entry._replace(subject=Subject(snippet_of(kind), snippet_of(name)), **texts)


def _incomplete(inputs: ScanInput) -> str:
    """Why there may be more findings: something could not be listed, or a part ended early."""
    run, exam = inputs.run or {}, inputs.conformance or {}
    said = (*_unlisted(inputs.surface), run.get("incomplete"), exam.get("incomplete"), _cut(inputs))
    return sentence_of(next((str(problem) for problem in said if problem), ""))


def _unlisted(surface: Surface) -> tuple[str, ...]:
    """A server needs no tools, if it has something else to look at."""
    others = surface.prompts or surface.resources or surface.templates or surface.instructions
    return tuple(what for what in surface.problems if what != NO_TOOLS or not others)


def _cut(inputs: ScanInput) -> str:
    """A text or a schema that we read only in part, if there is one."""
    for text in inputs.texts:
        if (size := len(text.raw)) > LONGEST_READ:
            return f"{text.pointer} has {size} characters, and {LONGEST_READ} of them were read"
    for tool in tools_in(inputs.surface):
        if is_cut(tool):
            return f"a schema of {tool.pointer} has more than {MOST_PARTS} parts to look at"
    return ""


def _text(value: Any) -> str | None:
    return snippet_of(value) if isinstance(value, str) else None
