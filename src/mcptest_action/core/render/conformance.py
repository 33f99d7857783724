"""An examination: for a terminal, and as Markdown. What failed and why, the rest in numbers."""

from collections.abc import Iterator

from mcptest_action.core.checks.conformance import WORDS, CheckRow, ConformanceReport, Level
from mcptest_action.core.checks.results import Status
from mcptest_action.core.text import for_markdown, for_terminal, visible
from .lines import for_a_terminal, joined, table

_ORDER = (Status.FAILED, Status.INCONCLUSIVE, Status.PASSED, Status.SKIPPED)
_LEVELS = tuple(Level)


def by_importance(report: ConformanceReport) -> list[CheckRow]:
    """Failures first, and of those the requirements before the recommendations."""

    def rank(row: CheckRow) -> tuple[int, int, str]:
        return _ORDER.index(row.status), _LEVELS.index(row.check.level), row.check.id

    return sorted(report.rows, key=rank)


def failures(report: ConformanceReport) -> list[CheckRow]:
    return [row for row in by_importance(report) if row.status is Status.FAILED]


def where_found(row: CheckRow) -> str:
    """Where it failed for the reason that is shown, and where for another one."""
    same = [rev for rev in row.failed_in if row.revisions[rev].because == row.because]
    other = [rev for rev in row.failed_in if rev not in same]
    shown = ", ".join(same)
    return f"{shown}; in {', '.join(other)} for another reason" if other else shown


def evidence_in(row: CheckRow) -> str:
    """Where in the transcript a failure can be seen, as a phrase; empty if nobody knows."""
    shown = [e.line for rev in row.failed_in for e in row.revisions[rev].evidence if e.line]
    lines = sorted(set(shown))
    if not lines:
        return ""
    more = f" and {len(lines) - _MOST_LINES} more" if len(lines) > _MOST_LINES else ""
    return f"transcript, line {', '.join(map(str, lines[:_MOST_LINES]))}{more}"


_MOST_LINES = 5


def link_of(row: CheckRow) -> str:
    """Where the specification says it: in the newest revision that it failed in, or that has it."""
    return row.revisions[max(row.failed_in or row.revisions)].spec


def badge_in_words(report: ConformanceReport) -> str:
    """The badge; a badge for a part of the checks doesn't look like one for all."""
    return f"{report.badge} for a part of the checks" if report.partial else report.badge


def badge_properties(report: ConformanceReport) -> dict[str, str]:
    """The badge for machines, with the part of the checks that it covers."""
    part = {"partial": report.partial} if report.partial else {}
    return {"badge": report.badge, **part}


def reservations(report: ConformanceReport) -> Iterator[tuple[str, str]]:
    """What to know about the badge, each with a word for it."""
    if report.incomplete:
        yield "incomplete", report.incomplete
    if report.partial:
        yield "part", report.partial
    if not report.calls:
        unverified = len(report.having(Status.INCONCLUSIVE))
        yield "calls", f"switched off; {unverified} checks are not verified"


def tally(report: ConformanceReport) -> str:
    """The numbers, as phrases."""
    counts = report.counts
    must = f"MUST {counts.must_passed} of {counts.must_total}"
    should = f"SHOULD {counts.should_passed} of {counts.should_total}"
    other = (
        f"{len(report.having(status))} {WORDS[status].replace('_', ' ')}"
        for status in (Status.SKIPPED, Status.INCONCLUSIVE)
    )
    return ", ".join((must, should, *other))


def spoken(report: ConformanceReport) -> str:
    """The tested revisions, in words."""
    return ", ".join(report.spoken) or "none of those asked for"


def expectations(report: ConformanceReport) -> Iterator[str]:
    """How the result compares with a file of expected failures, if there is one."""
    expected = report.expectations
    if expected is None:
        return
    yield f"new failures, which no file expects: {_listed(expected.new_failures)}"
    yield f"expected failures that no longer fail: {_listed(expected.stale)}"


def _listed(names: tuple[str, ...]) -> str:
    return visible(", ".join(names)) or "none"


_WORD = 6


@for_a_terminal
def conformance_pretty(report: ConformanceReport, *, verbose: bool = False) -> Iterator[str]:
    yield f"conformance: {badge_in_words(report)}  ({tally(report)})"
    yield f"  revisions  {spoken(report)}, over {report.transport}"
    for word, text in reservations(report):
        yield f"  {word:<9}  {for_terminal(text)}"
    for row in failures(report):
        check = row.check
        yield f"  {check.level:<{_WORD}}  {check.id}  {for_terminal(check.expects)}"
        yield f"  {'':<{_WORD}}    found: {for_terminal(row.because)} ({where_found(row)})"
        if evidence := evidence_in(row):
            yield f"  {'':<{_WORD}}    evidence: {evidence}"
        yield f"  {'':<{_WORD}}    fingerprint: {row.fingerprint}"
        yield f"  {'':<{_WORD}}    remedy: {for_terminal(check.remedy)}"
        yield f"  {'':<{_WORD}}    spec: {link_of(row)}"
    if verbose:
        for row in by_importance(report):
            if row.status is not Status.FAILED:
                shown = f"{row.check.level:<{_WORD}}  {row.check.id}  {for_terminal(row.because)}"
                yield f"  {WORDS[row.status]:<14}  {shown}"
    yield from (f"  {line}" for line in expectations(report))


@joined
def conformance_markdown(report: ConformanceReport) -> Iterator[str]:
    yield from (f"### Conformance: {badge_in_words(report)}", "", tally(report))
    yield from ("", f"Revisions: {spoken(report)}, over {report.transport}")
    for word, text in reservations(report):
        mark = "❌" if word == "incomplete" else "⚠️"
        yield from ("", f"- {mark} {word}: {for_markdown(text)}")
    rows = [_row(row) for row in failures(report)]
    yield from table("| Level | Check | Expected | Found | Remedy |", rows, "conformance.json")
    for line in expectations(report):
        yield from ("", f"- {for_markdown(line)}")


def _row(row: CheckRow) -> str:
    check = row.check
    mark = "❌" if check.level is Level.MUST else "⚠️"
    cells = (check.expects, f"{row.because} ({where_found(row)})", check.remedy)
    shown = " | ".join(map(for_markdown, cells))
    link = f"[{check.id}]({link_of(row)}) `{row.fingerprint}`"
    return f"| {mark} {check.level} | {link} | {shown} |"
