"""The report for a terminal."""

from collections.abc import Callable, Iterator

from mcptest_action.core.policy import Notice, RuleOutcome, RuleResult, WaiverResult
from mcptest_action.core.text import for_terminal, inert, plural
from mcptest_action.core.text.timestamp import format_timestamp
from .report import LEVEL, Report, tally_line

_RED, _GREEN, _YELLOW, _BOLD = 31, 32, 33, 1
_BY_LEVEL = {"error": _RED, "warning": _YELLOW, "note": _YELLOW, "": _GREEN}
_COLOUR = {outcome: _BY_LEVEL[LEVEL.get(outcome, "")] for outcome in RuleOutcome}
_OUTCOME_WIDTH = max(len(outcome) for outcome in RuleOutcome)
_WIDEST_ID = 40

Paint = Callable[[str, int], str]


def render_pretty(report: Report, *, colour: bool) -> str:
    """A line per rule, then the waivers and notices, the verdict last, where the eye rests."""

    def paint(text: str, code: int) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if colour else text

    shown = ""
    if report.has_sections:
        from .sections import sections

        shown = "".join(f"{section}\n" for section in sections(report, markdown=False))
    return shown + "\n".join(inert(line) for line in _lines(report, paint)) + "\n"


def _lines(report: Report, paint: Paint) -> Iterator[str]:
    verdict = report.verdict
    rules = plural(len(verdict.results), "rule")
    moment = format_timestamp(verdict.evaluated_at)
    clock = " (set with --now)" if report.time_overridden else ""
    # Made inert before it is painted: without the colours, the file name comes first.
    title = inert(f"{for_terminal(report.policy.file)}: {rules}, evaluated {moment}{clock}")
    yield from (paint(title, _BOLD), "")
    width = min(_WIDEST_ID, max(len(for_terminal(r.rule.id)) for r in verdict.results))
    for result in verdict.results:
        yield _rule_line(result, width, paint)
        if result.rule.description and result.outcome is not RuleOutcome.PASS:
            yield f"  {' ' * _OUTCOME_WIDTH}    rule: {for_terminal(result.rule.description)}"
    if verdict.waivers:
        yield from ("", paint("waivers", _BOLD))
        yield from (f"  {_waiver_line(waiver)}" for waiver in verdict.waivers)
    yield ""
    for breach in verdict.breaches:
        yield _notice_line(report.policy.file, breach, paint("waiver policy", _RED))
    for notice in verdict.notices:
        yield _notice_line(report.policy.file, notice, paint("notice", _YELLOW))
    if verdict.breaches or verdict.notices:
        yield ""
    level = paint(verdict.level.upper(), _COLOUR[RuleOutcome(verdict.level)])
    yield f"verdict: {level} ({tally_line(verdict)})"


def _rule_line(result: RuleResult, width: int, paint: Paint) -> str:
    outcome = paint(result.outcome.ljust(_OUTCOME_WIDTH), _COLOUR[result.outcome])
    name = for_terminal(result.rule.id).ljust(width)
    of = f" [{for_terminal(result.rule.layer)}]" if result.rule.layer else ""
    return f"  {outcome}  {name}  {for_terminal(result.because)}{of}"


def _notice_line(file: str, notice: Notice, kind: str) -> str:
    where = f"{for_terminal(notice.layer or file)}:{notice.line}"
    return f"{where}: {kind}: {for_terminal(notice.message)}"


def _waiver_line(result: WaiverResult) -> str:
    waiver = result.waiver
    issue = f" [{for_terminal(waiver.issue)}]" if waiver.issue else ""
    who = f"{for_terminal(waiver.owner)}: {for_terminal(waiver.reason)}{issue}"
    return f"{for_terminal(waiver.rule)}: {result.state}, {result.time_left}; {who}"
