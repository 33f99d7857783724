"""What a rule is, what it finds, and what a scan reports."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:  # reports need no more than the names below, and that is slow to import
    from mcptest_action.core.security.ground import Ground


class Severity(StrEnum):
    """Worst first, so that their order can sort."""

    CRITICAL = "critical"
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"
    INFO = "info"


class Kind(StrEnum):
    DEFECT = "defect"
    """Something to mend. It gates by its severity."""
    EXPOSURE = "exposure"
    """Something to know: what the server can do. It gates only where a policy says so."""


class Confidence(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Phase(StrEnum):
    """What must have been looked at for a rule to say anything."""

    SURFACE = "surface"
    """What the server lists. Always there."""
    TRANSPORT = "transport"
    """The exchanges of the conformance examination."""
    PROBE = "probe"
    """The calls of the run."""


class Subject(NamedTuple):
    type: str
    """tool, resource, template, prompt, instructions, server or endpoint"""
    name: str


class Hit(NamedTuple):
    """What a rule found. The engine adds what the rule already says of itself."""

    subject: Subject
    pointer: str
    """Where in the surface, as a JSON pointer; empty for what stands in no listing."""
    snippet: str
    """The evidence as it stands there, unescaped; it is cut and escaped where it is shown."""
    because: str
    """One clause that names the evidence."""
    details: Mapping[str, Any] = {}
    severity: Severity | None = None
    """Where the circumstances make it better or worse than the rule says."""
    confidence: Confidence | None = None
    more: tuple[str, ...] = ()
    """Further evidence of the same: a baseline that does not know it does not cover it."""


class Rule(NamedTuple):
    """One rule. Its id is never given to another one."""

    id: str
    severity: Severity
    kind: Kind
    finds: str
    """What it reports, as a clause."""
    why: str
    """What goes wrong for the people who use the server, in a sentence or two."""
    silent: str
    """What looks alike and is not reported."""
    remedy: str
    find: "Callable[[Ground], Iterator[Hit]]"
    phase: Phase = Phase.SURFACE
    confidence: Confidence = Confidence.HIGH
    owasp: tuple[str, ...] = ()
    cwe: tuple[int, ...] = ()
    also: Mapping[str, str] = {}
    """The same rule in other catalogues: agentreserve, snyk, safe."""


class Finding(NamedTuple):
    rule: Rule
    hit: Hit
    severity: Severity
    confidence: Confidence
    fingerprint: str
    """Stays the same from run to run, and wherever in the list the tool stands."""
    new: bool | None = None
    """Whether the baseline doesn't list it; None without a baseline."""


class BaselineEntry(NamedTuple):
    fingerprint: str
    rule: str
    severity: str
    subject: str
    """Its type and name, for people."""


class ServerName(NamedTuple):
    name: str | None
    version: str | None


class Listed(NamedTuple):
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


class ScanReport(NamedTuple):
    """What a scan found, fit to be passed on: all of it visible, short and without secrets."""

    server: ServerName
    listed: Listed
    incomplete: str
    """Why the findings may not be all; empty if they are."""
    findings: tuple[Finding, ...]
    """The worst first."""
    rules: tuple[Rule, ...]
    phases: frozenset[Phase]
    """What was looked at; a rule about anything else has not run."""
    baseline: str | None = None
    """The file of known findings, if there is one."""
    stale: tuple[BaselineEntry, ...] = ()
    """What it lists and was not found any more."""

    def of_kind(self, kind: str) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.rule.kind == kind)

    @property
    def new_defects(self) -> tuple[Finding, ...]:
        """An exposure is nothing to mend, and never new."""
        return tuple(finding for finding in self.of_kind(Kind.DEFECT) if finding.new)

    def why_not_run(self, rule: Rule) -> str:
        """Why the rule has not looked; empty if it has."""
        return "" if rule.phase in self.phases else _NOT_RUN[rule.phase]

    @property
    def rules_not_run(self) -> int:
        return sum(rule.phase not in self.phases for rule in self.rules)


def severity_counts(findings: Iterable[Finding]) -> dict[Severity, int]:
    counts = Counter(finding.severity for finding in findings)
    return {severity: counts[severity] for severity in Severity}
