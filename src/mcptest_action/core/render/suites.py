"""The tests of suites: for a terminal, and as Markdown. What did not pass comes first."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mcptest_action.core.checks.results import CaseResult, Measured, Status, Test
from mcptest_action.core.checks.suite import Suite, case_id
from mcptest_action.core.text import for_markdown, for_terminal
from .lines import for_a_terminal, table
from .probes import ORDER

UNHAPPY = (Status.FAILED, Status.INCONCLUSIVE)


class ServerTests(NamedTuple):
    """The tests of one server, and why the run ended early if it did."""

    server: str
    results: tuple[CaseResult, ...]
    incomplete: str = ""
    measured: Mapping[Test, Measured] = {}


def suite_tally(results: Sequence[CaseResult]) -> str:
    """`1 failed, 12 skipped, 30 passed`: every status that occurred, worst first."""
    counts = Counter(result.ruling.status for result in results)
    return ", ".join(f"{counts[s]} {s}" for s in ORDER if counts[s])


def not_passed(results: Sequence[CaseResult]) -> list[CaseResult]:
    """What did not pass, the worst first."""
    return [r for status in ORDER[:-1] for r in results if r.ruling.status is status]


def shortfall(tests: Sequence[ServerTests]) -> str:
    """Why a run of tests isn't a pass; empty if it is."""
    results = [result for one in tests for result in one.results]
    ended = next((one.incomplete for one in tests if one.incomplete), "")
    if ended:
        return f"the run is not complete: {ended}"
    unhappy = [result for result in results if result.ruling.status in UNHAPPY]
    if unhappy:
        return suite_tally(unhappy)
    if not any(result.ruling.status is Status.PASSED for result in results):
        return f"nothing ran: {suite_tally(results)}"
    return ""


MOST_LINES = 100
_WORD = 12


def suites_pretty(tests: Sequence[ServerTests]) -> str:
    return "".join(map(_one_pretty, tests))


@for_a_terminal
def _one_pretty(tests: ServerTests) -> Iterator[str]:
    yield f"tests of {for_terminal(tests.server)}: {suite_tally(tests.results)}"
    if tests.incomplete:
        yield f"  {'incomplete':<{_WORD}}  {for_terminal(tests.incomplete)}"
    shown = not_passed(tests.results)
    for result in shown[:MOST_LINES]:
        where = f"{result.suite}:{result.case.line}"
        name = for_terminal(f"{result.case.name} ({where})")
        yield f"  {result.ruling.status:<{_WORD}}  {name}"
        reason = f" [{result.ruling.skip}]" if result.ruling.skip else ""
        mark = f"  [{result.fingerprint}]" if result.ruling.status in UNHAPPY else ""
        yield f"  {'':<{_WORD}}    {for_terminal(result.ruling.because)}{reason}{mark}"
    if len(shown) > MOST_LINES:
        yield f"  {'…':<{_WORD}}  {len(shown) - MOST_LINES} more, see the other reporters"


def suite_list(suites: Iterable[Suite]) -> str:
    """What would run, a line for each test."""
    lines = []
    for suite in suites:
        for case in suite.cases:
            marks = [f"{case.kind.removesuffix('s')} {case.subject}"]
            marks += [f"on {case.server}"] * bool(case.server)
            marks += [f"tags {', '.join(case.tags)}"] * bool(case.tags)
            marks += ["serial"] * case.serial + [f"skipped: {case.skip}"] * bool(case.skip)
            lines.append(for_terminal(f"{case_id(suite, case)} ({'; '.join(marks)})"))
    return "".join(f"{line}\n" for line in lines)


MOST_ROWS = 100
_MARK = {
    Status.FAILED: "❌ failed",
    Status.INCONCLUSIVE: "❌ inconclusive",
    Status.SKIPPED: "⏭️ skipped",
}


def suites_markdown(tests: Sequence[ServerTests]) -> str:
    return "\n".join(line for one in tests for line in _markdown_lines(one)) + "\n"


def _markdown_lines(tests: ServerTests) -> Iterator[str]:
    yield f"### Tests of {for_markdown(tests.server)}"
    yield from ("", suite_tally(tests.results))
    if tests.incomplete:
        yield from ("", f"- ❌ incomplete: {for_markdown(tests.incomplete)}")
    rows = [_row(result) for result in not_passed(tests.results)]
    yield from table("| Status | Test | Where | Why |", rows, "run.json", most=MOST_ROWS)


def _row(result: CaseResult) -> str:
    where = f"{result.suite}:{result.case.line}"
    reason = f"{result.ruling.skip}: " if result.ruling.skip else ""
    name, *others = map(for_markdown, (result.case.name, where, f"{reason}{result.ruling.because}"))
    if result.ruling.status in UNHAPPY:
        name += f" `{result.fingerprint}`"
    return f"| {_MARK[result.ruling.status]} | {' | '.join((name, *others))} |"
