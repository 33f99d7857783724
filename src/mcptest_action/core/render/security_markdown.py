"""The scan as Markdown: a table of what to mend, the worst first, the rest in numbers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mcptest_action.core.policy.wording import names_in_words
from mcptest_action.core.render.escape import for_markdown
from mcptest_action.core.render.links import page
from mcptest_action.core.render.security_rows import (
    DEFECT,
    Row,
    compared,
    findings,
    inventory,
    looked_at,
    not_run,
    quoted,
    subject_of,
    tally,
)

# As with the probes: a step summary has 1 MiB for everything.
MOST_BYTES = 40_000
MARK = {"critical": "❌", "high": "❌", "medium": "⚠️", "low": "🔹", "info": "🔹"}


def security_markdown(document: Mapping[str, Any], kind: str | None = None) -> str:
    return "\n".join(_lines(document, kind)) + "\n"


def _lines(document: Mapping[str, Any], kind: str | None) -> Iterator[str]:
    yield from (f"### Security: {tally(document)}", "", for_markdown(looked_at(document)))
    if document["incomplete"]:
        yield from ("", f"- ❌ incomplete: {for_markdown(document['incomplete'])}")
    head = "| Severity | Rule | Where | Found | Remedy |"
    yield from _table(head, [_row(row) for row in findings(document, kind or DEFECT)])
    if kind is None:
        rows = [
            f"| {row.severity} | {rule_link(row.rule)} | {row.times} | {for_markdown(row.finds)} | "
            f"{for_markdown(names_in_words(row.subjects))} |"
            for row in inventory(document)
        ]
        yield from _table("| Exposure | Rule | Times | What | Of |", rows)
    for because, rules in not_run(document):
        yield from ("", f"- not run: {for_markdown(', '.join(rules))}: {for_markdown(because)}")
    for line in compared(document):
        yield from ("", f"- {for_markdown(line)}")


def _table(head: str, rows: Sequence[str]) -> Iterator[str]:
    if not rows:
        return
    yield from ("", head, "|---|---|---|---|---|")
    room = MOST_BYTES
    for number, row in enumerate(rows):
        room -= len(row.encode())
        if room < 0:
            yield f"| … | {len(rows) - number} more | | | see security.json |"
            return
        yield row


def _row(row: Row) -> str:
    where = f"{subject_of(row)} {row['pointer']}"
    text = quoted(row)
    found = f"{row['because']}: {text}" if text else row["because"]
    cells = " | ".join(map(for_markdown, (where, found, row["remediation"])))
    new = " (new)" if row.get("new") else ""
    return (
        f"| {MARK[row['severity']]} {row['severity']}{new} | {rule_link(row['rule'])} | {cells} |"
    )


def rule_link(rule_id: str) -> str:
    return f"[{rule_id}]({page('security-rules.md', rule_id.lower())})"
