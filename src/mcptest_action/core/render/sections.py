"""What was found for a report, beside the verdict. Imported only where something was."""

from collections.abc import Iterator

from mcptest_action.core.render.conformance_markdown import conformance_markdown
from mcptest_action.core.render.conformance_pretty import conformance_pretty
from mcptest_action.core.render.coverage import coverage_markdown, coverage_pretty
from mcptest_action.core.render.probes_markdown import probes_markdown
from mcptest_action.core.render.probes_pretty import probes_pretty
from mcptest_action.core.render.report import Report
from mcptest_action.core.render.security_markdown import security_markdown
from mcptest_action.core.render.security_pretty import security_pretty
from mcptest_action.core.render.suite_markdown import suites_markdown
from mcptest_action.core.render.suite_pretty import suites_pretty


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
