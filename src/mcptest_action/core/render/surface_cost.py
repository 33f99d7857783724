"""What a surface costs whoever lists it: for a terminal, and as Markdown. Never a long section."""

from collections.abc import Iterator

from mcptest_action.core.protocol.surface import SurfaceCost
from mcptest_action.core.text import for_markdown, for_terminal, names_in_words, plural
from .lines import for_a_terminal, joined

_MOST = 10
_WIDEST = 40


@for_a_terminal
def surface_cost_pretty(cost: SurfaceCost) -> Iterator[str]:
    yield f"what your surface costs: {_total(cost)}"
    shown = cost.tools[:_MOST]
    names = [for_terminal(names_in_words([tool.name])) for tool in shown]
    width = min(_WIDEST, max(map(len, names)))
    for name, tool in zip(names, shown, strict=True):
        yield f"  {name.ljust(width)}  {tool.tokens:>7,}  {_share(tool.tokens, cost):>4}"
    yield from (f"  {for_terminal(line)}" for line in _rest(cost))


@joined
def surface_cost_markdown(cost: SurfaceCost) -> Iterator[str]:
    total = _total(cost).capitalize()
    yield from ("### What your surface costs", "", f"{total}.", "")
    yield from ("| Tool | Tokens | Share |", "|---|---|---|")
    for tool in cost.tools[:_MOST]:
        name = for_markdown(names_in_words([tool.name]))
        yield f"| {name} | {tool.tokens:,} | {_share(tool.tokens, cost)} |"
    rest = " · ".join(map(for_markdown, _rest(cost)))
    yield from ("", rest) if rest else ()


def _total(cost: SurfaceCost) -> str:
    tokens, size = f"{cost.tokens:,}", f"{cost.size:,}"
    of = "the tool" if len(cost.tools) == 1 else f"all {len(cost.tools)} tools"
    return f"about {tokens} tokens ({size} bytes) whenever a model is told of {of}"


def _share(tokens: int, cost: SurfaceCost) -> str:
    return f"{100 * tokens / cost.tokens:.0f} %"


def _rest(cost: SurfaceCost) -> Iterator[str]:
    """What the rows leave out, and what could be saved, if there is such a thing."""
    others = cost.tools[_MOST:]
    if others:
        tokens = sum(tool.tokens for tool in others)
        yield f"and {plural(len(others), 'more tool')}: {tokens:,} tokens, {_share(tokens, cost)}"
    if cost.saved:
        named = names_in_words([f"{each.name} {each.tokens:,}" for each in cost.savings])
        yield f"$defs for what a schema repeats could save about {cost.saved:,} tokens: {named}"
