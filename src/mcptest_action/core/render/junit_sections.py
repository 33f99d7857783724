"""The sections of a report as suites of JUnit. Imported only if there are any."""

from collections.abc import Iterator

from junit_xml import TestCase, TestSuite

from mcptest_action.core.checks.results import Measured, TestResult
from mcptest_action.core.text import for_xml
from .conformance_formats import conformance_suite
from .gating import case_gates, gated_checks, gated_findings, gates
from .junit_cases import numbered, seconds, settle
from .probes import Probes
from .report import Report
from .security_formats import security_suite
from .suite_junit import server_suite

PROBES = "mcptest.probes"


def junit_sections(report: Report) -> Iterator[TestSuite]:
    rules = report.verdict.results
    if report.probes is not None:
        yield TestSuite(PROBES, list(_probe_cases(report.probes, report)))
    if report.tests is not None:
        yield server_suite(report.tests, lambda result: case_gates(result, rules))
    if report.conformance is not None:
        yield conformance_suite(report.conformance, gated_checks(rules))
    if report.security is not None:
        yield security_suite(report.security, gated_findings(rules))


def _probe_cases(probes: Probes, report: Report) -> Iterator[TestCase]:
    names = numbered([for_xml(result.id) for result in probes.results])
    for result, name in zip(probes.results, names, strict=True):
        measured = probes.measured.get((result.check, result.tool), Measured())
        yield _probe_case(result, name, measured, report)


def _probe_case(result: TestResult, name: str, measured: Measured, report: Report) -> TestCase:
    took = seconds(measured.took_us)
    case = TestCase(name, classname=f"{PROBES}.{result.family}", elapsed_sec=took)
    # Otherwise a tool whose tests are skipped looks tested.
    prefix = "" if result.tool is None else "this probe did not call the tool: "
    gating = gates(result, report.verdict.results, measured.breaks)
    settle(case, result, result.fault, gates=gating, prefix=prefix)
    return case
