"""The comment on a pull request: shorter than the summary, the news first; and when to write it."""

import hashlib
import json
from collections.abc import Iterator
from typing import NamedTuple, assert_never

from mcptest_action.core.policy import RuleOutcome
from mcptest_action.core.render import MARK, tally_line, worst_first
from mcptest_action.core.render.markdown import markdown_parts, rule_cell
from mcptest_action.core.request import Mode
from mcptest_action.core.text import for_markdown, plural
from .changes import comparison_lines
from .delta import delta_lines
from .digest import Digest, digest_line, outcome_counts, rules_of
from .fit import Section, fit
from .subject import NoVerdict, Subject, caption

# GitHub takes 65,536 characters. Bytes are never fewer, however it counts.
LIMIT = 65_000
_TABLE = ("| Outcome | Rule | Why |", "|---|---|---|")


class About(NamedTuple):
    """Which comment this is, and of which run."""

    marker: str
    chosen_key: str
    sha: str
    run: int
    url: str


class Draft(NamedTuple):
    """A comment as it would be written."""

    body: str
    digest: Digest
    failed: bool


def draft_comment(subject: Subject, about: About, previous: Digest | None) -> Draft:
    """The comment; its first two lines are for the next run, not for people."""
    news = delta_lines(subject.result, about.sha, previous)
    lasting = list(_lasting(subject))
    digest = _digest(subject, about, lasting)
    room = LIMIT - len(about.marker.encode()) - len(digest_line(digest)) - 2
    sections = [_head(subject, about), Section(tuple(news)), *lasting]
    elsewhere = f"[the job summary]({about.url})" if about.url else "the job summary"
    text = fit([section for section in sections if section.lines], room, elsewhere)
    body = f"{about.marker}\n{digest_line(digest)}\n{text}"
    return Draft(body, digest, failed=subject.failed)


def _head(subject: Subject, about: About) -> Section:
    key = f" · {for_markdown(about.chosen_key)}" if about.chosen_key else ""
    known = caption(subject.server, about.sha, about.url)
    result = subject.result
    if isinstance(result, NoVerdict):
        title, counts = result.title, f"exit code {result.exit_code}"
    else:
        title, counts = MARK[RuleOutcome(result.verdict.level)], tally_line(result.verdict)
    return Section((f"## mcptest: {title}{key}", "", " · ".join([counts, *known])))


def _lasting(subject: Subject) -> Iterator[Section]:
    """The parts that are the same in two runs that found the same."""
    yield Section(comparison_lines(subject.comparison), opening=2)
    yield Section(tuple(f"- {for_markdown(remark)}" for remark in subject.remarks))
    if isinstance(subject.result, NoVerdict):
        yield Section(tuple(f"- {for_markdown(line)}" for line in subject.result.lines))
        return
    verdict = subject.result.verdict
    yield Section(
        tuple(f"- ❌ waiver policy: {for_markdown(breach.message)}" for breach in verdict.breaches)
    )
    ordered = worst_first(verdict.results)
    rows = [
        f"| {MARK[r.outcome]} | {rule_cell(r)} | {for_markdown(r.because)} |"
        for r in ordered
        if r.outcome is not RuleOutcome.PASS
    ]
    yield Section((*_TABLE, *rows) if rows else (), opening=len(_TABLE))
    yield Section(tuple(f"- {for_markdown(notice.message)}" for notice in verdict.notices))
    yield Section(tuple(markdown_parts(subject.result).sections), opening=1)
    passed = [r.rule.id for r in ordered if r.outcome is RuleOutcome.PASS]
    if passed:
        summary = f"<details><summary>{plural(len(passed), 'rule')} passed</summary>"
        bullets = (f"- {for_markdown(rule)}" for rule in passed)
        yield Section((summary, "", *bullets), opening=2, closing=("", "</details>"))


def _digest(subject: Subject, about: About, lasting: list[Section]) -> Digest:
    said = json.dumps([section.lines for section in lasting])
    if comparison_lines(subject.comparison) and subject.comparison is not None:
        said += subject.comparison.mark
    level, counts, rules = None, {}, {}
    if not isinstance(subject.result, NoVerdict):
        verdict = subject.result.verdict
        level, counts, rules = verdict.level, outcome_counts(verdict), rules_of(verdict.results)
    content = hashlib.sha256(f"{level}{said}".encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return Digest(level, about.sha, about.run, content, counts, rules)


def why_not(mode: Mode, draft: Draft, previous: Digest | None, *, exists: bool) -> str:
    """Why we write nothing; empty if we do."""
    # Two runs may end in the wrong order; the comment then stays with the later one.
    ours = draft.digest
    if previous is not None and previous.run > ours.run > 0 and previous.sha != ours.sha:
        return "a later run on another commit has commented already"
    match mode:
        case Mode.ALWAYS:
            return ""
        case Mode.ON_CHANGE:
            same = previous is not None and previous.content == draft.digest.content
            return "nothing has changed since the last comment (on-change)" if same else ""
        case Mode.ON_FAILURE:
            # An existing one is updated all the same: it must not go on saying fail.
            idle = not exists and not draft.failed
            return "the gate did not fail (on-failure)" if idle else ""
        case Mode.OFF:
            return "comments are off"
        case _:
            assert_never(mode)
