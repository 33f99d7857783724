"""What was found for a report, as suites of JUnit. Imported only where something was."""

from collections.abc import Iterator
from typing import assert_never

from junit_xml import TestCase, TestSuite

from mcptest_action.core.probes.model import Status
from mcptest_action.core.render.conformance_junit import conformance_suite
from mcptest_action.core.render.escape import for_xml
from mcptest_action.core.render.gating import case_gates, gated_findings, gated_levels, gates
from mcptest_action.core.render.junit_cases import err, fail, numbered, seconds, skip
from mcptest_action.core.render.probes import Probes
from mcptest_action.core.render.report import Report
from mcptest_action.core.render.security_junit import security_suite
from mcptest_action.core.render.suite_junit import server_suite
from mcptest_action.core.run.model import Measured, TestResult

PROBES = "mcptest.probes"


def junit_sections(report: Report) -> Iterator[TestSuite]:
    rules = report.verdict.results
    if report.probes is not None:
        yield TestSuite(PROBES, list(_probe_cases(report.probes, report)))
    if report.tests is not None:
        yield server_suite(report.tests, lambda status: case_gates(status, rules))
    if report.conformance is not None:
        yield conformance_suite(report.conformance, gated_levels(rules))
    if report.security is not None:
        yield security_suite(report.security, gated_findings(rules))


def _probe_cases(probes: Probes, report: Report) -> Iterator[TestCase]:
    names = numbered([for_xml(result.id) for result in probes.results])
    for result, name in zip(probes.results, names, strict=True):
        measured = probes.measured.get((result.check, result.tool), Measured())
        yield _probe_case(result, name, measured, report)


def _probe_case(result: TestResult, name: str, measured: Measured, report: Report) -> TestCase:
    """A failure that gates nothing is shown as skipped: test views then agree with the verdict."""
    because = for_xml(result.ruling.because)
    took = seconds(measured.took_us)
    case = TestCase(name, classname=f"{PROBES}.{result.family}", elapsed_sec=took)
    status, rules = result.ruling.status, report.verdict.results
    match status:
        case Status.FAILED | Status.INCONCLUSIVE if not gates(result, rules, measured.breaks):
            skip(case, f"{status}, but gates nothing: {because}", because)
        case Status.FAILED:
            fail(case, because, result.fault)
        case Status.INCONCLUSIVE:
            err(case, because, "inconclusive")
        case Status.SKIPPED:
            if result.tool is not None:  # a tool whose tests are skipped looks tested otherwise
                because = f"this probe did not call the tool: {because}"
            skip(case, because)
        case Status.PASSED:
            case.stdout = because
        case _:
            assert_never(status)
    return case
