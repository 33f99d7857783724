"""The report as Markdown, for a job summary: the verdict first, the worst rules on top."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mcptest_action.core.policy import RuleOutcome, RuleResult, WaiverResult, as_text, expectation
from mcptest_action.core.text import for_markdown, names_in_words, plural
from mcptest_action.core.text.timestamp import format_timestamp
from .report import MARK, Report, tally_line, worst_first

# A step summary above 1 MiB is dropped completely. We count what we cut, and never cut the verdict.
# The remaining room is for probes, conformance and security, which bound themselves.
BUDGET = 850_000
_RULES_SHARE = 600_000


class Parts(NamedTuple):
    """The lines of the report, for callers that put something between them."""

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
    breaches = [breach.message for breach in verdict.breaches]
    head = [
        f"## Policy verdict: {MARK[RuleOutcome(verdict.level)]}",
        "",
        f"{tally_line(verdict)} · `{format_timestamp(verdict.evaluated_at)}`"
        + (" (set with `--now`)" if report.time_overridden else ""),
        *([""] if breaches else []),
        *_bullets(breaches, "❌ waiver policy: "),
    ]
    rules = _within(_RULES_SHARE, map(_rule_row, worst_first(verdict.results)), "rule")
    waivers = _within(BUDGET - _RULES_SHARE - _RESERVE, map(_waiver_row, verdict.waivers), "waiver")
    tables = [
        "| Outcome | Rule | Fact | Observed | Expected | Source | Why |",
        "|---|---|---|---|---|---|---|",
        *rules,
        *(_WAIVER_HEAD if waivers else ()),
        *waivers,
        *(("", "### Notices", "") if verdict.notices else ()),
        *_bullets([notice.message for notice in verdict.notices]),
    ]
    return Parts(head, tables, _sections(report))


def _sections(report: Report) -> list[str]:
    if not report.has_sections:
        return []
    from .sections import sections

    return "\n".join(sections(report, markdown=True)).splitlines()


_WAIVER_HEAD = (
    "", "### Waivers", "",
    "| State | Rule | Owner | Reason | Issue | Expiry | Left |", "|---|---|---|---|---|---|---|",
)  # fmt: skip
_MOST_LINES = 50
_RESERVE = 100_000  # for head, breaches and notices, which are bounded in number and length


def _within(budget: int, rows: Iterable[str], noun: str) -> list[str]:
    """As many rows as fit, and a line that says how many don't."""
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
        rule_cell(result),
        for_markdown(rule.fact),
        for_markdown(as_text(fact.value)) if fact else "—",
        for_markdown(expectation(rule.comparator)),
        for_markdown(fact.source) if fact else "—",
        for_markdown(_why(result)) or "—",
    )
    return f"| {' | '.join(cells)} |"


def rule_cell(result: RuleResult) -> str:
    """The rule by its id, what it asks for if it says so, and the layer that it comes from."""
    rule = result.rule
    text = f"{rule.id}: {rule.description}" if rule.description else rule.id
    return for_markdown(f"{text} [{rule.layer}]" if rule.layer else text)


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
    given = map(for_markdown, (waiver.rule, waiver.owner, waiver.reason))
    optional = (for_markdown(text) or "—" for text in (waiver.issue, waiver.expiry))
    return f"| {' | '.join((result.state, *given, *optional, result.time_left))} |"


def _bullets(messages: Sequence[str], mark: str = "") -> Iterator[str]:
    yield from (f"- {mark}{for_markdown(message)}" for message in messages[:_MOST_LINES])
    if len(messages) > _MOST_LINES:
        yield f"- … and {len(messages) - _MOST_LINES} more"
