"""What a surface costs: what a model is told of every tool whenever all tools are listed.

A host passes on the name, the description and the schema of the arguments: models' APIs take
nothing else. Titles, annotations, output schemas and `_meta` stay with the host.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from .model import Item
from .repeats import saved_in
from .tokens import tokens_in

TOLD = ("name", "description", "inputSchema")


class ToolCost(NamedTuple):
    name: str
    """Empty for one that nobody can call."""
    tokens: int
    size: int
    """Exact, in bytes."""


class Saving(NamedTuple):
    name: str
    tokens: int


class SurfaceCost(NamedTuple):
    tools: tuple[ToolCost, ...]
    """The dearest first; of the same price, by name."""
    savings: tuple[Saving, ...] = ()
    """What `$defs` could save, by tool, the most first."""

    @property
    def tokens(self) -> int:
        return sum(tool.tokens for tool in self.tools)

    @property
    def size(self) -> int:
        """Of the whole list as JSON, with its brackets and commas."""
        return sum(tool.size for tool in self.tools) + max(2, len(self.tools) + 1)

    @property
    def saved(self) -> int:
        return sum(saving.tokens for saving in self.savings)


def cost_of(tools: Sequence[Item], *, savings: bool = False) -> SurfaceCost:
    costs = sorted(map(_cost, tools), key=lambda tool: (-tool.tokens, tool.name))
    found = map(_saving, tools) if savings else ()
    kept = sorted((each for each in found if each.tokens), key=lambda each: (-each.tokens, each))
    return SurfaceCost(tuple(costs), tuple(kept))


def cost_in(document: Item) -> SurfaceCost | None:
    """For people, with what could be saved; None if the document isn't the whole surface, if
    nobody knows its size, or if there are no tools.
    """
    tools = document["tools"]
    if not tools or document["problems"] or not is_measurable(tools):
        return None
    return cost_of(tools, savings=True)


def is_measurable(tools: Sequence[Item]) -> bool:
    """Whether we know the tools as they were sent: a number of thousands of digits is too long to
    be read, and costs what it costs.
    """
    try:
        json.dumps(list(tools), allow_nan=False)
    except ValueError:
        return False
    return True


def told(tool: Item) -> str:
    """What a model is told of the tool, as JSON without spaces: one text for one tool."""
    given = {key: tool[key] for key in TOLD if key in tool}
    return json.dumps(given, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _cost(tool: Item) -> ToolCost:
    text = told(tool)
    # Half a character counts as the mark that our files have in its place: three bytes, too.
    return ToolCost(_name(tool), tokens_in(text), len(text.encode("utf-8", "surrogatepass")))


def _saving(tool: Item) -> Saving:
    return Saving(_name(tool), saved_in(tool.get("inputSchema")))


def _name(tool: Item) -> str:
    name: Any = tool.get("name")
    return name if isinstance(name, str) else ""
