"""What was found for a report, beside the verdict. Imported only where something was."""

from collections.abc import Iterator

from .conformance import conformance_markdown, conformance_pretty
from .coverage import coverage_markdown, coverage_pretty
from .probes import probes_markdown, probes_pretty
from .report import Report
from .security import security_markdown, security_pretty
from .suites import suites_markdown, suites_pretty


def pretty_sections(report: Report) -> Iterator[str]:
    if report.tests is not None:
        yield suites_pretty([report.tests])
    if report.probes is not None:
        yield probes_pretty(report.probes)
    if report.conformance is not None:
        yield conformance_pretty(report.conformance)
    if report.security is not None:
        yield security_pretty(report.security)
    if report.coverage is not None:
        yield coverage_pretty(report.coverage)


def markdown_sections(report: Report) -> Iterator[str]:
    if report.tests is not None:
        yield suites_markdown([report.tests])
    if report.probes is not None:
        yield probes_markdown(report.probes)
    if report.conformance is not None:
        yield conformance_markdown(report.conformance)
    if report.security is not None:
        yield security_markdown(report.security)
    if report.coverage is not None:
        yield coverage_markdown(report.coverage)
