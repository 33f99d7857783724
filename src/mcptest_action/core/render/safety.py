"""The safety table of a server: for a terminal, and as a Markdown page for a README."""

from collections.abc import Iterator, Sequence

from mcptest_action.core.safety import Planned, Unstable, complaints, hints_in_words
from mcptest_action.core.text import for_markdown, for_terminal, plural
from .lines import for_a_terminal, joined

FILE = "mcptest.yml"
_WIDEST = 40


@for_a_terminal
def safety_pretty(
    title: str, plan: Sequence[Planned], unstable: Sequence[Unstable] = ()
) -> Iterator[str]:
    """Which tools would be called, which not, and why; then everything that is wrong."""
    yield f"{for_terminal(title)}: {plural(len(plan), 'tool')}"
    names = [for_terminal(row.tool.name) or "without a name" for row in plan]
    width = min(_WIDEST, max(map(len, names), default=0))
    for name, row in zip(names, plan, strict=True):
        tool = row.tool
        shown = f"  {name.ljust(width)}  {tool.tool_class:<16}  {tool.source:<11}"
        yield f"{shown}  {row.live.decision:<11}  {for_terminal(_why(row))}"
    problems = complaints(plan, unstable)
    if problems:
        yield from ("", plural(len(problems), "problem"))
        yield from (f"  {for_terminal(problem.sentence)}" for problem in problems)


def _why(row: Planned) -> str:
    """The reason, the deployer's settings, the way out, and the hints, if there are any."""
    parts = [row.live.because]
    if row.tool.overridden and FILE not in row.live.because:
        parts.append(f"overridden in {FILE}")
    if row.live.way_out:
        parts.append(f"to call it: {row.live.way_out}")
    hints = hints_in_words(row.tool)
    if hints:
        parts.append(f"hints: {hints}")
    return "; ".join(parts)


@joined
def safety_markdown(
    title: str, plan: Sequence[Planned], unstable: Sequence[Unstable]
) -> Iterator[str]:
    yield from (f"## Tool safety: {for_markdown(title)}", "")
    yield "| Tool | Class | Source | Because | Hints | Decision of automatic tests |"
    yield "|---|---|---|---|---|---|"
    for row in plan:
        tool = row.tool
        cells = [tool.name or "without a name", tool.tool_class, tool.source, tool.because]
        cells += [hints_in_words(tool) or "none", _decision(row)]
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
