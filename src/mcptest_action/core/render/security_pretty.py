"""The scan for a terminal: what to mend, and what to know."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mcptest_action.core.policy.wording import names_in_words, plural
from mcptest_action.core.render.escape import for_terminal, inert
from mcptest_action.core.render.security_rows import (
    DEFECT,
    EXPOSURE,
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

MOST = 100
_WORD = 8


def security_pretty(document: Mapping[str, Any], kind: str | None = None) -> str:
    """Defects in full and exposures in sum; with a kind, that one in full and nothing else."""
    return "\n".join(inert(line) for line in _lines(document, kind)) + "\n"


def _lines(document: Mapping[str, Any], kind: str | None) -> Iterator[str]:
    yield f"security: {tally(document)}"
    yield f"  {'scanned':<{_WORD}}  {for_terminal(looked_at(document))}"
    if document["incomplete"]:
        yield f"  incomplete: {for_terminal(document['incomplete'])}"
    yield from _in_full(findings(document, kind or DEFECT))
    if kind is None:
        for row in inventory(document):
            names = for_terminal(names_in_words(row.subjects))
            head = f"{row.severity:<{_WORD}}  {row.rule}  {plural(row.times, EXPOSURE)}"
            yield f"  {head}: {for_terminal(row.finds)} ({names})"
    for because, rules in not_run(document):
        listed = f"{plural(len(rules), 'rule')}: {for_terminal(because)} ({', '.join(rules)})"
        yield f"  {'not run':<{_WORD}}  {for_terminal(listed)}"
    yield from (f"  {'baseline':<{_WORD}}  {for_terminal(line)}" for line in compared(document))


def _in_full(rows: Sequence[Row]) -> Iterator[str]:
    told = set()
    for row in rows[:MOST]:
        new = "  new" if row.get("new") else ""
        where = f"  {for_terminal(row['pointer'])}" if row["pointer"] else ""
        subject = for_terminal(subject_of(row))
        yield f"  {row['severity']:<{_WORD}}  {row['rule']}  {subject}{where}{new}"
        yield f"  {'':<{_WORD}}    found: {for_terminal(row['because'])}"
        if text := quoted(row):
            yield f"  {'':<{_WORD}}    text: {for_terminal(text)}"
        if row["rule"] not in told:  # once is enough
            told.add(row["rule"])
            yield f"  {'':<{_WORD}}    remedy: {for_terminal(row['remediation'])}"
    if len(rows) > MOST:
        yield f"  {'…':<{_WORD}}  {len(rows) - MOST} more, see --format json"
