"""The tests of suites as Markdown: a table of what did not pass, the rest in numbers."""

from collections.abc import Iterator, Sequence

from mcptest_action.core.checks.ruling import Status
from mcptest_action.core.render.escape import for_markdown
from mcptest_action.core.render.suites import ServerTests, not_passed, suite_tally
from mcptest_action.core.run.model import CaseResult

# As with the probes: a step summary has 1 MiB for everything.
MOST_BYTES = 40_000
MOST_ROWS = 100
_MARK = {
    Status.FAILED: "❌ failed",
    Status.INCONCLUSIVE: "❌ inconclusive",
    Status.SKIPPED: "⏭️ skipped",
}


def suites_markdown(tests: Sequence[ServerTests]) -> str:
    return "\n".join(line for one in tests for line in _lines(one)) + "\n"


def _lines(tests: ServerTests) -> Iterator[str]:
    yield f"### Tests of {for_markdown(tests.server)}"
    yield from ("", suite_tally(tests.results))
    if tests.incomplete:
        yield from ("", f"- ❌ incomplete: {for_markdown(tests.incomplete)}")
    rows = [_row(result) for result in not_passed(tests.results)]
    if rows:
        yield from ("", "| Status | Test | Where | Why |", "|---|---|---|---|")
    room = MOST_BYTES
    for number, row in enumerate(rows):
        room -= len(row.encode()) + 1
        if room < 0 or number == MOST_ROWS:
            yield f"| … | {len(rows) - number} more | | see run.json |"
            break
        yield row


def _row(result: CaseResult) -> str:
    where = f"{result.suite}:{result.case.line}"
    reason = f"{result.ruling.skip}: " if result.ruling.skip else ""
    cells = (result.case.name, where, f"{reason}{result.ruling.because}")
    return f"| {_MARK[result.ruling.status]} | {' | '.join(map(for_markdown, cells))} |"
