"""The report as JUnit XML, readable by GitLab, Jenkins and the renderers of GitHub alike."""

from collections import Counter
from collections.abc import Sequence
from typing import assert_never

from junit_xml import TestCase, TestSuite

from mcptest_action.core.policy import Notice, Rule, RuleOutcome, RuleResult
from mcptest_action.core.text import for_xml
from mcptest_action.core.text.timestamp import format_timestamp
from .junit_cases import as_xml, err, fail, skip
from .report import Report, in_full

SUITE = "mcptest.policy"


def render_junit(report: Report) -> str:
    """A case per rule and per breach of the waiver policy; the probes in a suite of their own."""
    file = for_xml(report.policy.file)
    names = _unique_names(report.verdict.results)
    cases = [
        _case(result, name, file, report.policy.place(result.rule.layer, result.rule.line)[0])
        for result, name in zip(report.verdict.results, names, strict=True)
    ]
    for breach in report.verdict.breaches:
        line = report.policy.place(breach.layer, breach.line)[0]
        name = f"waiver on {_line(breach)}"
        case = TestCase(name, classname=SUITE, file=file, line=line)
        fail(case, for_xml(breach.message), "waiver-policy")
        cases.append(case)
    moment = format_timestamp(report.verdict.evaluated_at)
    properties = {"verdict": str(report.verdict.level), "evaluated_at": moment}
    if report.time_overridden:
        properties["time_overridden"] = "true"
    suites = [TestSuite(SUITE, cases, properties=properties)]
    if report.has_sections:
        from .junit_sections import junit_sections

        suites += junit_sections(report)
    return as_xml(suites)


def _unique_names(results: Sequence[RuleResult]) -> list[str]:
    """The ids in a form to show. GitLab silently drops a second case with the same name."""
    shown = [for_xml(result.rule.id) for result in results]
    seen = Counter(shown)
    return [
        name if seen[name] == 1 else f"{name} ({_line(result.rule)})"
        for name, result in zip(shown, results, strict=True)
    ]


def _line(at: Rule | Notice) -> str:
    return f"line {at.line}" + (f" of {for_xml(at.layer)}" if at.layer else "")


def _case(result: RuleResult, name: str, file: str, line: int) -> TestCase:
    because = for_xml(in_full(result))
    case = TestCase(name, classname=SUITE, file=file, line=line)
    match result.outcome:
        case RuleOutcome.FAIL | RuleOutcome.EXPIRED_WAIVER:
            fail(case, because, result.outcome)
        case RuleOutcome.UNEVALUATED:
            err(case, because, result.outcome)
        case RuleOutcome.WAIVED:
            skip(case, because)
        case RuleOutcome.WARN:
            case.stdout = f"WARN {because}"
        case RuleOutcome.PASS:
            pass
        case _:
            assert_never(result.outcome)
    return case
