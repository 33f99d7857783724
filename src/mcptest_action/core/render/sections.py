"""The sections of a report besides the verdict. Imported only if there are any."""

from collections.abc import Iterator

from .conformance import conformance_markdown, conformance_pretty
from .coverage import coverage_markdown, coverage_pretty
from .probes import probes_markdown, probes_pretty
from .readiness import readiness_markdown, readiness_pretty
from .report import Report
from .security import security_markdown, security_pretty
from .suites import suites_markdown, suites_pretty
from .surface_cost import surface_cost_markdown, surface_cost_pretty


def sections(report: Report, *, markdown: bool) -> Iterator[str]:
    """A text for each; without Markdown, for a terminal."""
    if report.tests is not None:
        yield (suites_markdown if markdown else suites_pretty)([report.tests])
    if report.probes is not None:
        yield (probes_markdown if markdown else probes_pretty)(report.probes)
    if report.conformance is not None:
        yield (conformance_markdown if markdown else conformance_pretty)(report.conformance)
    if report.security is not None:
        yield (security_markdown if markdown else security_pretty)(report.security)
    if report.readiness is not None:
        yield (readiness_markdown if markdown else readiness_pretty)(report.readiness)
    if report.coverage is not None:
        yield (coverage_markdown if markdown else coverage_pretty)(report.coverage)
    if report.surface_cost is not None:
        yield (surface_cost_markdown if markdown else surface_cost_pretty)(report.surface_cost)
