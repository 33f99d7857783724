"""The safety table of a server as a Markdown page, for a README."""

from collections.abc import Iterator, Sequence

from mcptest_action.core.safety import Planned, Unstable, complaints, hints_in_words
from mcptest_action.core.text import for_markdown
from .safety_pretty import FILE


def safety_markdown(title: str, plan: Sequence[Planned], unstable: Sequence[Unstable]) -> str:
    return "".join(f"{line}\n" for line in _lines(title, plan, unstable))


def _lines(title: str, plan: Sequence[Planned], unstable: Sequence[Unstable]) -> Iterator[str]:
    yield f"## Tool safety: {for_markdown(title)}"
    yield ""
    yield "| Tool | Class | Source | Because | Hints | Decision of automatic tests |"
    yield "|---|---|---|---|---|---|"
    for row in plan:
        tool = row.tool
        cells = (
            tool.name or "without a name",
            str(tool.tool_class),
            str(tool.source),
            tool.because,
            hints_in_words(tool) or "none",
            _decision(row),
        )
        yield f"| {' | '.join(map(for_markdown, cells))} |"
    problems = complaints(plan, unstable)
    if problems:
        yield ""
        yield from (f"- ❌ {for_markdown(problem.sentence)}" for problem in problems)


def _decision(row: Planned) -> str:
    held = row.live.held_back is not None
    because = f": {row.live.because}" if held and row.live.because != row.tool.because else ""
    unsaid = row.tool.overridden and FILE not in row.tool.because + because
    return f"{row.live.decision}{because}" + (f"; overridden in {FILE}" if unsaid else "")
