"""The tests of suites as JUnit XML: a suite per server, a case per test."""

from collections.abc import Callable, Sequence

from junit_xml import TestCase, TestSuite

from mcptest_action.core.checks.results import CaseResult, measured_of
from mcptest_action.core.text import for_xml
from .junit_cases import as_xml, ended_early, seconds, settle
from .suites import ServerTests

Gates = Callable[[CaseResult], bool]


def suite_junit(tests: Sequence[ServerTests]) -> str:
    return as_xml([server_suite(one) for one in tests])


def server_suite(tests: ServerTests, gates: Gates = lambda _: True) -> TestSuite:
    """The cases. A failure that doesn't gate is shown as skipped."""
    cases = [_case(result, tests, gates) for result in tests.results]
    name = for_xml(tests.server)
    return TestSuite(name, [*cases, *ended_early(name, tests.incomplete)])


def _case(result: CaseResult, tests: ServerTests, gates: Gates) -> TestCase:
    file = for_xml(result.suite)
    case = TestCase(
        for_xml(result.case.name),
        classname=file,
        elapsed_sec=seconds(measured_of(result, tests.measured).took_us),
        file=file,
        line=result.case.line,
    )
    skipped = f"{result.ruling.skip}: "
    settle(case, result, "expectation", gates=gates(result), prefix=skipped)
    return case
