"""The formats of an import; JUnit XML is made here."""

from collections.abc import Callable, Mapping

from junit_xml import TestCase, TestSuite

from mcptest_action.core.checks.official import (
    Disagreement,
    Found,
    OfficialCheck,
    OfficialReport,
    Scenario,
    imported_document,
)
from mcptest_action.core.text import for_xml
from . import official
from .junit_cases import as_xml, ended_early, fail, numbered, skip
from .report_json import dump

SUITE = "mcptest.conformance.official"
OURS = f"{SUITE}.disagreements"


def official_junit(report: OfficialReport) -> str:
    run = report.run
    pairs = [(scenario, check) for scenario in run.scenarios for check in scenario.checks]
    names = numbered([for_xml(official.where(*pair)) for pair in pairs])
    cases = [_case(name, *pair) for name, pair in zip(names, pairs, strict=True)]
    cases += ended_early(SUITE, run.incomplete)
    suites = [TestSuite(SUITE, cases)]
    if report.disagreements:
        suites.append(TestSuite(OURS, [*map(_disputed, report.disagreements)]))
    return as_xml(suites)


def _case(name: str, scenario: Scenario, check: OfficialCheck) -> TestCase:
    case = TestCase(name, classname=f"{SUITE}.{for_xml(scenario.name or scenario.file)}")
    because = for_xml(check.because)
    if check.found is Found.SUCCESS:
        case.stdout = because
    elif check.found is Found.FAILURE:
        fail(case, because, check.found)
    else:  # the suite itself exits 0 with warnings
        skip(case, f"{check.found}: {because}", because)
    return case


def _disputed(each: Disagreement) -> TestCase:
    """Shown and never failing: which side is right, a reader has to find out."""
    about, theirs, ours = map(for_xml, official.sides(each))
    case = TestCase(about, classname=OURS)
    skip(case, f"they say: {theirs}; we say: {ours}")
    return case


OFFICIAL_FORMATS: Mapping[str, Callable[[OfficialReport], str]] = {
    "pretty": official.official_pretty,
    "json": lambda report: dump(imported_document(report)),
    "markdown": official.official_markdown,
    "junit": official_junit,
}
