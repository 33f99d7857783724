"""The report as GitHub workflow commands that point at a rule in the policy, or at a test."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mcptest_action.core.policy import Notice, Omission, RuleOutcome, RuleResult, default, omissions
from mcptest_action.core.text import for_command, for_command_property
from mcptest_action.core.text.timestamp import format_timestamp
from .report import LEVEL, Report, in_full, worst_first

if TYPE_CHECKING:  # most policies are judged without a test of ours
    from mcptest_action.core.checks.results import CaseResult

# GitHub shows ten of each kind per step and drops the rest without a word.
MOST = 10
_KIND = {**LEVEL, RuleOutcome.WAIVED: "notice"}


class _Annotation(NamedTuple):
    line: int
    title: str
    message: str
    file: str = ""
    """Empty for the policy's."""


def render_annotations(report: Report) -> str:
    """Errors, warnings and notices, the worst first; a cut list says how many are missing."""
    file = report.policy.file
    by_kind: dict[str, list[_Annotation]] = {"error": [], "warning": [], "notice": []}
    by_kind["error"] += [_of("waiver policy", breach) for breach in report.verdict.breaches]
    for result in worst_first(report.verdict.results):
        kind = _KIND.get(result.outcome)
        if kind is not None:
            title = f"{result.outcome}: {result.rule.id}"
            by_kind[kind].append(_Annotation(_line(result), title, in_full(result)))
    if report.tests is not None:
        for kind, found in _tests(report.tests.results, report.verdict.results):
            by_kind[kind].append(found)
    by_kind["warning"] += [_forgotten(found) for found in omissions(report.policy)]
    if report.time_overridden:
        moment = format_timestamp(report.verdict.evaluated_at)
        by_kind["notice"].append(_Annotation(1, "time", f"evaluated as of {moment} (--now)"))
    by_kind["notice"] += [_of("waivers", notice) for notice in report.verdict.notices]
    return "".join(line for kind in by_kind for line in _lines(kind, file, by_kind[kind]))


def _tests(
    results: "Sequence[CaseResult]", rules: Sequence[RuleResult]
) -> Iterator[tuple[str, _Annotation]]:
    """The tests of suites that did not go well, each with its kind."""
    from .gating import case_gates
    from .suites import UNHAPPY, not_passed

    for test in not_passed(results):
        status = test.ruling.status
        if status in UNHAPPY:
            title = f"{status}: {test.case.name}"
            found = _Annotation(test.case.line, title, test.ruling.because, test.suite)
            yield "error" if case_gates(test, rules) else "warning", found


def _forgotten(found: Omission) -> _Annotation:
    return _Annotation(found.rule.line, "policy lint", found.sentence)


def _of(title: str, notice: Notice) -> _Annotation:
    return _Annotation(notice.line, title, notice.message)


def _line(result: RuleResult) -> int:
    """The line to change: the waiver's, if the waiver has expired."""
    if result.outcome is RuleOutcome.EXPIRED_WAIVER and result.waiver:
        return result.waiver.waiver.line
    return result.rule.line


def _lines(kind: str, file: str, annotations: Sequence[_Annotation]) -> Iterator[str]:
    shown = annotations if len(annotations) <= MOST else annotations[: MOST - 1]
    for line, title, message, own_file in shown:
        where = _where(own_file or file)
        at = [*where, f"line={line}"] if where else []
        properties = ",".join([*at, f"title={for_command_property(title)}"])
        yield f"::{kind} {properties}::{for_command(message)}\n"
    hidden = len(annotations) - len(shown)
    if hidden:
        yield f"::{' '.join([kind, *_where(file)])}::{hidden} more, see the report\n"


def _where(file: str) -> list[str]:
    """GitHub cannot show the default policy, because it isn't a file."""
    return [] if file == default.FILE else [f"file={for_command_property(file)}"]
