"""The safety table of a server, for a terminal."""

from collections.abc import Iterator, Sequence

from mcptest_action.core.safety import Planned, Unstable, complaints, hints_in_words
from mcptest_action.core.text import for_terminal, inert, plural

FILE = "mcptest.yml"
_WIDEST = 40


def safety_pretty(title: str, plan: Sequence[Planned], unstable: Sequence[Unstable] = ()) -> str:
    """What would be called and what not, and why; then everything that is wrong."""
    return "".join(f"{inert(line)}\n" for line in _lines(title, plan, unstable))


def _lines(title: str, plan: Sequence[Planned], unstable: Sequence[Unstable]) -> Iterator[str]:
    yield f"{for_terminal(title)}: {plural(len(plan), 'tool')}"
    names = [for_terminal(row.tool.name) or "without a name" for row in plan]
    width = min(_WIDEST, max(map(len, names), default=0))
    for name, row in zip(names, plan, strict=True):
        tool = row.tool
        shown = f"  {name.ljust(width)}  {tool.tool_class:<16}  {tool.source:<11}"
        yield f"{shown}  {row.live.decision:<11}  {for_terminal(_why(row))}"
    problems = complaints(plan, unstable)
    if problems:
        yield ""
        yield plural(len(problems), "problem")
        yield from (f"  {for_terminal(problem.sentence)}" for problem in problems)


def _why(row: Planned) -> str:
    """The reason, what was set by the deployer, the way out, and the hints; as far as they are."""
    parts = [row.live.because]
    if row.tool.overridden and FILE not in row.live.because:
        parts.append(f"overridden in {FILE}")
    if row.live.way_out:
        parts.append(f"to call it: {row.live.way_out}")
    hints = hints_in_words(row.tool)
    if hints:
        parts.append(f"hints: {hints}")
    return "; ".join(parts)
