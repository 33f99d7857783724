"""The report as JUnit XML, readable by GitLab, Jenkins and the renderers of GitHub alike.

GitLab shows what stands inside an element, others its `message` attribute, so both say it.
"""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from typing import assert_never

from junit_xml import TestCase, TestSuite, to_xml_report_string

from mcptest_action.core.checks.ruling import Status
from mcptest_action.core.policy.model import RuleOutcome, RuleResult
from mcptest_action.core.render.conformance_junit import conformance_suite
from mcptest_action.core.render.escape import for_xml
from mcptest_action.core.render.numbered import numbered
from mcptest_action.core.render.probes import gated_levels, gates
from mcptest_action.core.render.report import Report, in_full
from mcptest_action.core.render.security_gated import gated_findings
from mcptest_action.core.render.security_junit import security_suite
from mcptest_action.core.render.suite_junit import server_suite
from mcptest_action.core.render.suites import case_gates
from mcptest_action.core.run.model import Measured, TestResult
from mcptest_action.core.timestamp import format_timestamp

SUITE = "mcptest.policy"
PROBES = "mcptest.probes"


def render_junit(report: Report) -> str:
    """A case per rule and per breach of the waiver policy; the probes in a suite of their own."""
    file = for_xml(report.policy.file)
    names = _unique_names(report.verdict.results)
    cases = [_case(r, name, file) for r, name in zip(report.verdict.results, names, strict=True)]
    for breach in report.verdict.breaches:
        case = TestCase(
            f"waiver on line {breach.line}", classname=SUITE, file=file, line=breach.line
        )
        _failure(case, for_xml(breach.message), "waiver-policy")
        cases.append(case)
    moment = format_timestamp(report.verdict.evaluated_at)
    properties = {"verdict": str(report.verdict.level), "evaluated_at": moment}
    if report.time_overridden:
        properties["time_overridden"] = "true"
    suites = [TestSuite(SUITE, cases, properties=properties)]
    if report.probes is not None:
        results, tests = report.probes.results, report.probes.measured
        ids = numbered([for_xml(result.id) for result in results])
        probes = [
            _probe_case(result, name, tests.get((result.check, result.tool), Measured()), report)
            for result, name in zip(results, ids, strict=True)
        ]
        suites.append(TestSuite(PROBES, probes))
    if report.tests is not None:
        rules = report.verdict.results
        suites.append(server_suite(report.tests, lambda status: case_gates(status, rules)))
    if report.conformance is not None:
        suites.append(conformance_suite(report.conformance, gated_levels(report.verdict.results)))
    if report.security is not None:
        suites.append(security_suite(report.security, gated_findings(report.verdict.results)))
    xml: str = to_xml_report_string(suites)
    return xml


def _probe_case(result: TestResult, name: str, measured: Measured, report: Report) -> TestCase:
    """A failure that gates nothing is shown as skipped: test views then agree with the verdict."""
    because = for_xml(result.ruling.because)
    # Not a float: sums of those differ from one Python to the next.
    seconds = Decimal(measured.took_us).scaleb(-6)
    case = TestCase(name, classname=f"{PROBES}.{result.family}", elapsed_sec=seconds)
    status, rules = result.ruling.status, report.verdict.results
    match status:
        case Status.FAILED | Status.INCONCLUSIVE if not gates(result, rules, measured.breaks):
            case.add_skipped_info(message=f"{status}, but gates nothing: {because}", output=because)
        case Status.FAILED:
            _failure(case, because, result.fault)
        case Status.INCONCLUSIVE:
            case.add_error_info(message=because, output=because, error_type="inconclusive")
        case Status.SKIPPED:
            if result.tool is not None:  # a tool whose tests are skipped looks tested otherwise
                because = f"this probe did not call the tool: {because}"
            case.add_skipped_info(message=because, output=because)
        case Status.PASSED:
            case.stdout = because
        case _:
            assert_never(status)
    return case


def _unique_names(results: Sequence[RuleResult]) -> list[str]:
    """The ids as they can be shown. GitLab drops a second case of the same name unseen."""
    shown = [for_xml(result.rule.id) for result in results]
    seen = Counter(shown)
    return [
        name if seen[name] == 1 else f"{name} (line {result.rule.line})"
        for name, result in zip(shown, results, strict=True)
    ]


def _case(result: RuleResult, name: str, file: str) -> TestCase:
    because = for_xml(in_full(result))
    case = TestCase(name, classname=SUITE, file=file, line=result.rule.line)
    match result.outcome:
        case RuleOutcome.FAIL | RuleOutcome.EXPIRED_WAIVER:
            _failure(case, because, str(result.outcome))
        case RuleOutcome.UNEVALUATED:
            case.add_error_info(message=because, output=because, error_type=str(result.outcome))
        case RuleOutcome.WAIVED:
            case.add_skipped_info(message=because, output=because)
        case RuleOutcome.WARN:
            case.stdout = f"WARN {because}"
        case RuleOutcome.PASS:
            pass
        case _:
            assert_never(result.outcome)
    return case


def _failure(case: TestCase, because: str, kind: str) -> None:
    case.add_failure_info(message=because, output=because, failure_type=kind)
