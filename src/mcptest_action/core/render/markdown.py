"""The report as Markdown, for a job summary: the verdict first, the worst rules on top."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mcptest_action.core.policy import (
    Level,
    Notice,
    Rule,
    RuleOutcome,
    RuleResult,
    WaiverResult,
    as_text,
    expectation,
    time_left,
)
from mcptest_action.core.text import for_markdown, names_in_words, plural
from mcptest_action.core.text.timestamp import format_timestamp
from .report import Report, tally_line, worst_first

# A step summary above 1 MiB is dropped as a whole. What is cut is counted, never the verdict.
# What is left of it is for probes, conformance and security, which bound themselves.
BUDGET = 850_000
_RULES_SHARE = 600_000
MARK = {
    RuleOutcome.PASS: "✅ pass",
    RuleOutcome.WAIVED: "⏸️ waived",
    RuleOutcome.WARN: "⚠️ warn",
    RuleOutcome.FAIL: "❌ fail",
    RuleOutcome.EXPIRED_WAIVER: "❌ expired-waiver",
    RuleOutcome.UNEVALUATED: "❌ unevaluated",
}
HEADING = {Level.PASS: "✅ pass", Level.WARN: "⚠️ warn", Level.FAIL: "❌ fail"}


class Parts(NamedTuple):
    """The lines of the report, for those who put something between them."""

    head: list[str]
    tables: list[str]
    sections: list[str]
    """What was found for the report, beside the verdict."""


def render_markdown(report: Report) -> str:
    """Less than 1 MiB, whatever the size of the policy."""
    head, tables, sections = markdown_parts(report)
    return "\n".join([*head, "", *tables, *(["", *sections] if sections else [])]) + "\n"


def markdown_parts(report: Report) -> Parts:
    verdict = report.verdict
    head = [
        f"## Policy verdict: {HEADING[verdict.level]}",
        "",
        f"{tally_line(verdict)} · `{format_timestamp(verdict.evaluated_at)}`"
        + (" (set with `--now`)" if report.time_overridden else ""),
        *([""] if verdict.breaches else []),
        *_bullets(verdict.breaches, "❌ waiver policy: "),
    ]
    rules = _within(_RULES_SHARE, map(_rule_row, worst_first(verdict.results)), "rule")
    waivers = _within(BUDGET - _RULES_SHARE - _RESERVE, map(_waiver_row, verdict.waivers), "waiver")
    tables = [
        "| Outcome | Rule | Fact | Observed | Expected | Source | Why |",
        "|---|---|---|---|---|---|---|",
        *rules,
        *_waiver_table(waivers),
        *_notices(verdict.notices),
    ]
    return Parts(head, tables, _sections(report))


def _sections(report: Report) -> list[str]:
    if not report.has_sections:
        return []
    from .sections import markdown_sections

    return "\n".join(markdown_sections(report)).splitlines()


_MOST_LINES = 50
_RESERVE = 100_000  # for head, breaches and notices, which are bounded in number and length


def _within(budget: int, rows: Iterable[str], noun: str) -> list[str]:
    """As many rows as fit, and a line that says how many do not."""
    kept: list[str] = []
    rows = list(rows)
    for row in rows:
        budget -= len(row.encode()) + 1
        if budget < 0:
            rest = plural(len(rows) - len(kept), f"more {noun}")
            return [*kept, "", f"… and {rest}, not shown for length."]
        kept.append(row)
    return kept


def _rule_row(result: RuleResult) -> str:
    rule, fact = result.rule, result.fact
    cells = (
        MARK[result.outcome],
        rule_cell(rule),
        for_markdown(rule.fact),
        for_markdown(as_text(fact.value)) if fact else "—",
        for_markdown(expectation(rule.comparator)),
        for_markdown(fact.source) if fact else "—",
        for_markdown(_why(result)) or "—",
    )
    return f"| {' | '.join(cells)} |"


def rule_cell(rule: Rule) -> str:
    """The rule by its id, and what it asks for where it says so."""
    return for_markdown(f"{rule.id}: {rule.description}" if rule.description else rule.id)


def _why(result: RuleResult) -> str:
    """What the other cells do not say: what the number counts, by name, and the waiver."""
    if result.outcome is RuleOutcome.UNEVALUATED:
        return result.because
    if result.outcome is RuleOutcome.PASS:
        return ""
    names = names_in_words(result.fact.behind) if result.fact else ""
    waived = result.waiver.because if result.waiver else ""
    return "; ".join(filter(None, (names, waived)))


def _waiver_row(result: WaiverResult) -> str:
    waiver = result.waiver
    cells = (
        str(result.state),
        for_markdown(waiver.rule),
        for_markdown(waiver.owner),
        for_markdown(waiver.reason),
        for_markdown(waiver.issue) or "—",
        for_markdown(waiver.expiry) or "—",
        time_left(result),
    )
    return f"| {' | '.join(cells)} |"


def _waiver_table(rows: list[str]) -> Iterator[str]:
    if rows:
        yield from (
            "",
            "### Waivers",
            "",
            "| State | Rule | Owner | Reason | Issue | Expiry | Left |",
        )
        yield "|---|---|---|---|---|---|---|"
        yield from rows


def _notices(notices: tuple[Notice, ...]) -> Iterator[str]:
    if notices:
        yield from ("", "### Notices", "")
        yield from _bullets(notices)


def _bullets(notices: tuple[Notice, ...], mark: str = "") -> Iterator[str]:
    yield from (f"- {mark}{for_markdown(notice.message)}" for notice in notices[:_MOST_LINES])
    if len(notices) > _MOST_LINES:
        yield f"- … and {len(notices) - _MOST_LINES} more"
