"""The safety table of a server, for a terminal."""

from collections.abc import Iterator, Sequence

from mcptest_action.core.policy.wording import plural
from mcptest_action.core.render.escape import for_terminal, inert
from mcptest_action.core.safety.complaint import complaints
from mcptest_action.core.safety.decide import Decision
from mcptest_action.core.safety.plan import Planned
from mcptest_action.core.safety.stability import Unstable

_WIDEST = 40


def safety_pretty(title: str, plan: Sequence[Planned], unstable: Sequence[Unstable] = ()) -> str:
    """What would be called and what not, and why; then everything that is wrong."""
    return "\n".join(inert(line) for line in _lines(title, plan, unstable)) + "\n"


def _lines(title: str, plan: Sequence[Planned], unstable: Sequence[Unstable]) -> Iterator[str]:
    yield f"{for_terminal(title)}: {plural(len(plan), 'tool')}"
    names = [for_terminal(row.tool.name) or "without a name" for row in plan]
    width = min(_WIDEST, max(map(len, names), default=0))
    for name, row in zip(names, plan, strict=True):
        shown = f"  {name.ljust(width)}  {row.tool.tool_class:<16}  {row.live.decision:<11}"
        yield f"{shown}  {for_terminal(_why(row))}"
    problems = [c.sentence for c in complaints(plan, unstable)]
    if problems:
        yield ""
        yield plural(len(problems), "problem")
        yield from (f"  {for_terminal(sentence)}" for sentence in problems)


def _why(row: Planned) -> str:
    override = " (set in mcptest.yml)" if row.tool.overridden else ""
    if row.live.decision is Decision.REFUSE:
        return f"{row.live.because}{override}; to call it: {row.live.way_out}"
    return f"{row.live.because}{override}"
