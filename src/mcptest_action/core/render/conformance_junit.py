"""Conformance as JUnit XML: a case per check."""

from collections.abc import Collection

from junit_xml import TestCase, TestSuite

from mcptest_action.core.checks.conformance import WORDS, CheckRow, ConformanceReport, Level
from mcptest_action.core.checks.results import Status
from mcptest_action.core.text import for_xml
from .conformance import badge_properties, link_of, where_found
from .junit_cases import as_xml, ended_early, fail, skip

SUITE = "mcptest.conformance"


def conformance_junit(report: ConformanceReport) -> str:
    return as_xml([conformance_suite(report)])


def conformance_suite(
    report: ConformanceReport, gated: Collection[str] = (Level.MUST, Level.SHOULD)
) -> TestSuite:
    """The cases. A failure on a level that gates nothing is shown as skipped."""
    cases = [_case(row, gated) for row in report.rows]
    cases += ended_early(SUITE, report.incomplete)
    return TestSuite(SUITE, cases, properties=badge_properties(report))


def _case(row: CheckRow, gated: Collection[str]) -> TestCase:
    check, because = row.check, for_xml(row.because)
    case = TestCase(check.id, classname=f"{SUITE}.{check.level}")
    if row.status is Status.PASSED:
        case.stdout = because
    elif row.status is not Status.FAILED:
        skip(case, f"{WORDS[row.status]}: {because}", because)
    else:
        found = f"{for_xml(check.expects)} Found: {because} ({where_found(row)})"
        text = f"{found} Remedy: {for_xml(check.remedy)} See {link_of(row)}"
        if check.level in gated:
            fail(case, text, check.level)
        else:
            skip(case, f"failed, but gates nothing: {text}", text)
    return case
