"""What a suite would run, a line for each test."""

from collections.abc import Iterable

from mcptest_action.core.render.escape import for_terminal
from mcptest_action.core.suite.model import Suite, case_id


def suite_list(suites: Iterable[Suite]) -> str:
    lines = []
    for suite in suites:
        for case in suite.cases:
            marks = [f"{case.kind.removesuffix('s')} {case.subject}"]
            marks += [f"on {case.server}"] * bool(case.server)
            marks += [f"tags {', '.join(case.tags)}"] * bool(case.tags)
            marks += ["serial"] * case.serial + [f"skipped: {case.skip}"] * bool(case.skip)
            lines.append(for_terminal(f"{case_id(suite, case)} ({'; '.join(marks)})"))
    return "".join(f"{line}\n" for line in lines)
