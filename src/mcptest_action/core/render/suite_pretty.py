"""The tests of suites for a terminal: what would run, and what came of it, the worst first."""

from collections.abc import Iterable, Iterator, Sequence

from mcptest_action.core.render.escape import for_terminal, inert
from mcptest_action.core.render.suites import ServerTests, not_passed, suite_tally
from mcptest_action.core.suite.model import Suite, case_id

MOST_LINES = 100
_WORD = 12


def suites_pretty(tests: Sequence[ServerTests]) -> str:
    return "".join(f"{inert(line)}\n" for one in tests for line in _lines(one))


def _lines(tests: ServerTests) -> Iterator[str]:
    yield f"tests of {for_terminal(tests.server)}: {suite_tally(tests.results)}"
    if tests.incomplete:
        yield f"  {'incomplete':<{_WORD}}  {for_terminal(tests.incomplete)}"
    shown = not_passed(tests.results)
    for result in shown[:MOST_LINES]:
        where = f"{result.suite}:{result.case.line}"
        name = for_terminal(f"{result.case.name} ({where})")
        yield f"  {result.ruling.status:<{_WORD}}  {name}"
        reason = f" [{result.ruling.skip}]" if result.ruling.skip else ""
        yield f"  {'':<{_WORD}}    {for_terminal(result.ruling.because)}{reason}"
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
