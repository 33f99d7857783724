"""What a server lacks for a directory: for a terminal, as Markdown, and as a section of a report.

What is not met comes first, then how much is, and then what a person still has to look at.
"""

from collections.abc import Callable, Iterator, Mapping

from mcptest_action.core.checks.readiness import (
    DirectoryReport,
    ReadinessReport,
    Ruled,
    Status,
    Weight,
    readiness_document,
)
from mcptest_action.core.text import for_markdown, for_terminal
from .lines import for_a_terminal, joined
from .report_json import dump

_WORD = 8


@for_a_terminal
def ready_pretty(report: ReadinessReport) -> Iterator[str]:
    """Everything, as `mcptest ready` shows it."""
    yield _title(report, for_terminal)
    for each in report.directories:
        yield from ("", f"{each.directory.name}: {tally(each)}")
        yield from _unmet_lines(each)
        yield from _others(each)
        yield "  not checked here, so not met either:"
        for row in each.of(Status.NOT_CHECKED):
            yield f"    {row.criterion.id}  {for_terminal(row.criterion.asks)}"
            yield f"            {for_terminal(row.because)}"


@for_a_terminal
def readiness_pretty(report: ReadinessReport) -> Iterator[str]:
    """A section: what is not met, and the rest in numbers."""
    for each in report.directories:
        yield f"readiness for {each.directory.name}: {tally(each)}"
        yield from _unmet_lines(each)


def _title(report: ReadinessReport, safe: Callable[[str], str]) -> str:
    name = safe(report.name or "a server without a name")
    return f"{name} {safe(report.version or '')}".strip()


def tally(report: DirectoryReport) -> str:
    """`2 unmet, 5 met, 13 not checked here`; whoever looked at nothing says so."""
    words = {
        Status.UNMET: "unmet",
        Status.MET: "met",
        Status.NOT_APPLICABLE: "not applicable",
        Status.NOT_CHECKED: "not checked here",
    }
    counts = [(len(report.of(status)), word) for status, word in words.items()]
    told = ", ".join(f"{count} {word}" for count, word in counts if count)
    return told if report.was_checked else f"nothing was checked ({told})"


def _unmet_lines(report: DirectoryReport) -> Iterator[str]:
    for row in report.of(Status.UNMET):
        criterion = row.criterion
        advised = " (advised)" if criterion.weight is Weight.ADVISED else ""
        yield f"  {'unmet':<{_WORD}}  {criterion.id}  {for_terminal(criterion.asks)}{advised}"
        yield f"  {'':<{_WORD}}          {for_terminal(row.because)}"
        yield f"  {'':<{_WORD}}          {criterion.source} (read {criterion.read})"


def _others(report: DirectoryReport) -> Iterator[str]:
    for status in (Status.MET, Status.NOT_APPLICABLE):
        rows = report.of(status)
        if rows:
            ids = ", ".join(row.criterion.id for row in rows)
            yield f"  {status.replace('_', ' '):<{_WORD}}  {ids}"


@joined
def ready_markdown(report: ReadinessReport) -> Iterator[str]:
    """Everything, with the sources."""
    yield f"## Readiness of {_title(report, for_markdown)}"
    for each in report.directories:
        yield from ("", f"### {for_markdown(each.directory.name)}", "", tally(each))
        yield from _unmet_table(each)
        unseen = each.of(Status.NOT_CHECKED)
        yield from ("", "<details>", f"<summary>{len(unseen)} not checked here</summary>", "")
        yield from ("| Criterion | Asks | Instead | Source |", "|---|---|---|---|")
        yield from (_row(row) for row in unseen)
        yield from ("", "</details>")


@joined
def readiness_markdown(report: ReadinessReport) -> Iterator[str]:
    yield from ("### Readiness", "")
    for each in report.directories:
        yield f"- {for_markdown(each.directory.name)}: {tally(each)}"
    for each in report.directories:
        yield from _unmet_table(each)


def _unmet_table(report: DirectoryReport) -> Iterator[str]:
    rows = report.of(Status.UNMET)
    if rows:
        yield from ("", "| Not met | Asks | Because | Source |", "|---|---|---|---|")
        yield from (_row(row) for row in rows)


def _row(row: Ruled) -> str:
    criterion = row.criterion
    advised = " (advised)" if criterion.weight is Weight.ADVISED else ""
    source = f"[read {criterion.read}](<{criterion.source}>)"
    asks, because = for_markdown(criterion.asks), for_markdown(row.because)
    return f"| {criterion.id}{advised} | {asks} | {because} | {source} |"


READY_FORMATS: Mapping[str, Callable[[ReadinessReport], str]] = {
    "pretty": ready_pretty,
    "json": lambda report: dump(readiness_document(report)),
    "markdown": ready_markdown,
}
