"""The safety table of a server as a Markdown page, for a README."""

from collections.abc import Iterator, Sequence

from mcptest_action.core.render.escape import for_markdown
from mcptest_action.core.safety.complaint import complaints
from mcptest_action.core.safety.decide import Decision
from mcptest_action.core.safety.document import hints_of
from mcptest_action.core.safety.plan import Planned
from mcptest_action.core.safety.stability import Unstable

_CALLED = {
    Decision.EXECUTE: "yes",
    Decision.EXECUTE_ONCE: "once",
    Decision.GENERATE_ONLY: "no",
    Decision.REFUSE: "no",
}


def safety_markdown(title: str, plan: Sequence[Planned], unstable: Sequence[Unstable]) -> str:
    return "\n".join(_lines(title, plan, unstable)) + "\n"


def _lines(title: str, plan: Sequence[Planned], unstable: Sequence[Unstable]) -> Iterator[str]:
    yield f"## Tool safety: {for_markdown(title)}"
    yield ""
    yield "| Tool | Class | Because | Hints | Called by automatic tests |"
    yield "|---|---|---|---|---|"
    for row in plan:
        hints = ", ".join(f"{name}: {_word(value)}" for name, value in hints_of(row.tool).items())
        cells = (
            row.tool.name,
            str(row.tool.tool_class),
            row.tool.because,
            hints or "none",
            _called(row),
        )
        yield f"| {' | '.join(map(for_markdown, cells))} |"
    problems = complaints(plan, unstable)
    if problems:
        yield ""
        yield from (f"- ❌ {for_markdown(problem.sentence)}" for problem in problems)


def _called(row: Planned) -> str:
    called = _CALLED[row.live.decision]
    return called if row.live.held_back is None else f"{called}: {row.live.because}"


def _word(value: object) -> str:
    return str(value).lower()
