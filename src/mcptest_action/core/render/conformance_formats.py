"""The formats of an examination; JUnit XML and SARIF are made here."""

import hashlib
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from junit_xml import TestCase, TestSuite

from mcptest_action.core.checks.conformance import (
    WORDS,
    CheckRow,
    ConformanceReport,
    Level,
    conformance_document,
)
from mcptest_action.core.checks.results import Status
from mcptest_action.core.text import for_xml
from . import conformance
from .junit_cases import as_xml, ended_early, fail, skip
from .report_json import dump
from .sarif_log import Entry, sarif_invocation, sarif_log, sarif_result, sarif_rule

_LEVEL = {Level.MUST: "error", Level.SHOULD: "warning", Level.INFO: "note"}
SUITE = "mcptest.conformance"


def conformance_junit(report: ConformanceReport) -> str:
    return as_xml([conformance_suite(report)])


def conformance_suite(
    report: ConformanceReport, gated: Collection[str] = (Level.MUST, Level.SHOULD)
) -> TestSuite:
    """The cases. A failure that doesn't gate, by its level or as such, is shown as skipped."""
    cases = [_case(row, gated) for row in report.rows]
    cases += ended_early(SUITE, report.incomplete)
    return TestSuite(SUITE, cases, properties=conformance.badge_properties(report))


def _case(row: CheckRow, gated: Collection[str]) -> TestCase:
    check, because = row.check, for_xml(row.because)
    case = TestCase(check.id, classname=f"{SUITE}.{check.level}")
    if row.status is Status.PASSED:
        case.stdout = because
    elif row.status is not Status.FAILED:
        skip(case, f"{WORDS[row.status]}: {because}", because)
    else:
        found = f"{for_xml(check.expects)} Found: {because} ({conformance.where_found(row)})"
        text = f"{found} Remedy: {for_xml(check.remedy)} See {conformance.link_of(row)}"
        text += f" (fingerprint {row.fingerprint})"
        if check.level in gated or check.id in gated:
            fail(case, text, check.level)
        else:
            skip(case, f"failed, but gates nothing: {text}", text)
    return case


def conformance_sarif(report: ConformanceReport, file: str) -> str:
    rows, ended = conformance.failures(report), report.incomplete
    incomplete = f"The examination is incomplete: {ended}" if ended else ""
    invocation = sarif_invocation(incomplete, conformance.badge_properties(report))
    return sarif_log([_rule(r) for r in rows], [_result(r, file) for r in rows], invocation)


def _rule(row: CheckRow) -> Entry:
    check, link = row.check, conformance.link_of(row)
    texts = (check.expects, check.expects, check.remedy)
    return sarif_rule(f"conformance/{check.id}", texts, link, _LEVEL[check.level])


def _result(row: CheckRow, file: str) -> Entry:
    rule, text = f"conformance/{row.check.id}", f"{row.check.id}: {row.because}"
    # Not `row.fingerprint`: alerts that are known by this one would open again.
    mark = hashlib.sha256(rule.encode()).hexdigest()[:16]
    return sarif_result(rule, _LEVEL[row.check.level], text, (file, 1, 1), mark)


class ConformanceView(NamedTuple):
    """How to show it."""

    verbose: bool
    """Whether a terminal also gets what did not fail."""
    file: str
    """The one that names the server, for formats that must point into one."""


CONFORMANCE_FORMATS: Mapping[str, Callable[[ConformanceReport, ConformanceView], str]] = {
    "pretty": lambda report, view: conformance.conformance_pretty(report, verbose=view.verbose),
    "json": lambda report, _: dump(conformance_document(report)),
    "markdown": lambda report, _: conformance.conformance_markdown(report),
    "junit": lambda report, _: conformance_junit(report),
    "sarif": lambda report, view: conformance_sarif(report, view.file),
}
