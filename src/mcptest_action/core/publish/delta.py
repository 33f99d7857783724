"""What is different from the run that the last comment was about."""

from collections.abc import Iterator
from itertools import islice

from mcptest_action.core.policy import RuleOutcome
from mcptest_action.core.render import MARK, ORDER, Report, worst_first
from mcptest_action.core.text import for_markdown, plural
from .digest import Digest, outcome_counts, rule_mark
from .subject import NoVerdict

MOST_LINES = 30
_SHORT = 7


def delta_lines(result: Report | NoVerdict, sha: str, previous: Digest | None) -> list[str]:
    """Markdown, a bullet per rule with another outcome; nothing without an earlier run."""
    if previous is None:
        return []
    same_commit = previous.sha == sha or not previous.sha
    since = "the run before" if same_commit else f"`{previous.sha[:_SHORT]}`"
    if isinstance(result, NoVerdict):
        before = f"the verdict {previous.level}" if previous.level else "no verdict"
        return [f"**Since {since}:** there was {before}, now there is none."]
    head = f"**Since {since}:** {_step(result, previous)}"
    bullets = list(_changes(result, previous))
    lines = [f"- {line}" for line in islice(bullets, MOST_LINES)]
    if len(bullets) > MOST_LINES:
        lines.append(f"- … and {len(bullets) - MOST_LINES} more")
    return [head, "", *lines] if lines else [head]


def _step(report: Report, previous: Digest) -> str:
    now = report.verdict.level
    if previous.level is None:
        return f"{now}, there was no verdict"
    changed = f"{now}, was {previous.level}" if now != previous.level else f"still {now}"
    counts = outcome_counts(report.verdict)
    moved = [
        f"{counts[outcome]} {outcome} (was {previous.counts[outcome]})"
        for outcome in ORDER
        if counts[outcome] != previous.counts[outcome]
    ]
    return f"{changed}; {', '.join(moved)}" if moved else changed


def _changes(report: Report, previous: Digest) -> Iterator[str]:
    if not previous.rules:  # of too many rules, a comment remembers only the number
        return
    marks = set()
    for result in worst_first(report.verdict.results):
        mark = rule_mark(result.rule.id)
        marks.add(mark)
        before = previous.rules.get(mark)
        if before is None and result.outcome is not RuleOutcome.PASS:
            yield f"{MARK[result.outcome]}: {for_markdown(result.rule.id)} (a new rule)"
        elif before is not None and before is not result.outcome:
            yield f"{MARK[result.outcome]}: {for_markdown(result.rule.id)} (was {before})"
    gone = len(previous.rules.keys() - marks)
    if gone:
        yield f"{plural(gone, 'rule')} of then {'is' if gone == 1 else 'are'} gone"
