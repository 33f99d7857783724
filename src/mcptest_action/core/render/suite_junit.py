"""The tests of suites as JUnit XML: a suite per server, a case per test."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import assert_never

from junit_xml import TestCase, TestSuite, to_xml_report_string

from mcptest_action.core.checks.ruling import Status
from mcptest_action.core.render.escape import for_xml
from mcptest_action.core.render.suites import ServerTests
from mcptest_action.core.run.model import CaseResult
from mcptest_action.core.run.suite_document import measured_of

Gates = Callable[[Status], bool]


def suite_junit(tests: Sequence[ServerTests]) -> str:
    xml: str = to_xml_report_string([server_suite(one) for one in tests])
    return xml


def server_suite(tests: ServerTests, gates: Gates = lambda _: True) -> TestSuite:
    """The cases. A failure that gates nothing is shown as skipped."""
    cases = [_case(result, tests, gates) for result in tests.results]
    if tests.incomplete:
        ended = TestCase("complete", classname=for_xml(tests.server))
        ended.add_error_info(message=for_xml(tests.incomplete), error_type="incomplete")
        cases.append(ended)
    return TestSuite(for_xml(tests.server), cases)


def _case(result: CaseResult, tests: ServerTests, gates: Gates) -> TestCase:
    because, status = for_xml(result.ruling.because), result.ruling.status
    # Not a float: sums of those differ from one Python to the next.
    seconds = Decimal(measured_of(result, tests.measured).took_us).scaleb(-6)
    file = for_xml(result.suite)
    case = TestCase(
        for_xml(result.case.name),
        classname=file,
        elapsed_sec=seconds,
        file=file,
        line=result.case.line,
    )
    match status:
        case Status.FAILED | Status.INCONCLUSIVE if not gates(status):
            case.add_skipped_info(message=f"{status}, but gates nothing: {because}", output=because)
        case Status.FAILED:
            case.add_failure_info(message=because, output=because, failure_type="expectation")
        case Status.INCONCLUSIVE:
            case.add_error_info(message=because, output=because, error_type="inconclusive")
        case Status.SKIPPED:
            said = f"{result.ruling.skip}: {because}"
            case.add_skipped_info(message=said, output=said)
        case Status.PASSED:
            case.stdout = because
        case _:
            assert_never(status)
    return case
