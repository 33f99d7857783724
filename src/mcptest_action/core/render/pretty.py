"""The report for a terminal."""

from collections.abc import Callable, Iterator

from mcptest_action.core.policy import (
    Level,
    Notice,
    RuleOutcome,
    RuleResult,
    WaiverResult,
    time_left,
)
from mcptest_action.core.text import for_terminal, inert, plural
from mcptest_action.core.text.timestamp import format_timestamp
from .report import Report, tally_line

_RED, _GREEN, _YELLOW, _BOLD = 31, 32, 33, 1
_COLOUR = {
    RuleOutcome.PASS: _GREEN,
    RuleOutcome.WAIVED: _YELLOW,
    RuleOutcome.WARN: _YELLOW,
    RuleOutcome.FAIL: _RED,
    RuleOutcome.EXPIRED_WAIVER: _RED,
    RuleOutcome.UNEVALUATED: _RED,
}
_LEVEL_COLOUR = {Level.PASS: _GREEN, Level.WARN: _YELLOW, Level.FAIL: _RED}
_OUTCOME_WIDTH = max(len(outcome) for outcome in RuleOutcome)
_WIDEST_ID = 40

Paint = Callable[[str, int], str]


def _in_colour(text: str, code: int) -> str:
    return f"\x1b[{code}m{text}\x1b[0m"


def _plain(text: str, _code: int) -> str:
    return text


def render_pretty(report: Report, *, colour: bool) -> str:
    """A line per rule, then the waivers and notices, the verdict last, where the eye rests."""
    paint: Paint = _in_colour if colour else _plain
    sections = ""
    if report.has_sections:
        from .sections import pretty_sections

        sections = "".join(f"{section}\n" for section in pretty_sections(report))
    return sections + "\n".join(inert(line) for line in _lines(report, paint)) + "\n"


def _lines(report: Report, paint: Paint) -> Iterator[str]:
    verdict = report.verdict
    rules = plural(len(verdict.results), "rule")
    moment = format_timestamp(verdict.evaluated_at)
    clock = " (set with --now)" if report.time_overridden else ""
    # Made inert before it is painted: whoever drops the colours sees the name of the file first.
    title = inert(f"{for_terminal(report.policy.file)}: {rules}, evaluated {moment}{clock}")
    yield paint(title, _BOLD)
    yield ""
    width = min(_WIDEST_ID, max(len(for_terminal(r.rule.id)) for r in verdict.results))
    for result in verdict.results:
        yield _rule_line(result, width, paint)
        if result.rule.description and result.outcome is not RuleOutcome.PASS:
            yield f"  {' ' * _OUTCOME_WIDTH}    rule: {for_terminal(result.rule.description)}"
    if verdict.waivers:
        yield ""
        yield paint("waivers", _BOLD)
        for waiver in verdict.waivers:
            yield f"  {_waiver_line(waiver)}"
    yield ""
    for breach in verdict.breaches:
        yield _notice_line(report.policy.file, breach, paint("waiver policy", _RED))
    for notice in verdict.notices:
        yield _notice_line(report.policy.file, notice, paint("notice", _YELLOW))
    if verdict.breaches or verdict.notices:
        yield ""
    level = paint(verdict.level.upper(), _LEVEL_COLOUR[verdict.level])
    yield f"verdict: {level} ({tally_line(verdict)})"


def _rule_line(result: RuleResult, width: int, paint: Paint) -> str:
    outcome = paint(result.outcome.ljust(_OUTCOME_WIDTH), _COLOUR[result.outcome])
    return (
        f"  {outcome}  {for_terminal(result.rule.id).ljust(width)}  {for_terminal(result.because)}"
    )


def _notice_line(file: str, notice: Notice, kind: str) -> str:
    return f"{for_terminal(file)}:{notice.line}: {kind}: {for_terminal(notice.message)}"


def _waiver_line(result: WaiverResult) -> str:
    waiver = result.waiver
    issue = f" [{for_terminal(waiver.issue)}]" if waiver.issue else ""
    who = f"{for_terminal(waiver.owner)}: {for_terminal(waiver.reason)}{issue}"
    return f"{for_terminal(waiver.rule)}: {result.state}, {time_left(result)}; {who}"
