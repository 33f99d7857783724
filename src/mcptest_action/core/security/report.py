"""What a scan found, fit to be passed on."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from mcptest_action.core.security.baseline import KnownFinding
from mcptest_action.core.security.model import Finding, Kind, Phase, Rule, Severity


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


class ScanReport(NamedTuple):
    """What a scan found, fit to be passed on: all of it visible, short and without secrets."""

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
