"""The four classes of tools, from the harmless to the worst."""

from enum import StrEnum
from typing import NamedTuple


class ToolClass(StrEnum):
    """Read-only as declared and as presumed are told apart: only one of them is a promise."""

    READ_ONLY = "ReadOnly"
    READ_ONLY_PRESUMED = "ReadOnlyPresumed"
    MUTATING = "Mutating"
    DESTRUCTIVE = "Destructive"


class Source(StrEnum):
    """Who decided about the class."""

    ANNOTATIONS = "annotations"
    HINTS = "hints"
    OVERRIDE = "override"
    NAME = "name"


class Opinion(NamedTuple):
    """A class, who says so, and why."""

    tool_class: ToolClass
    source: Source
    because: str


def stricter(one: Opinion | None, other: Opinion | None) -> Opinion | None:
    """Of two opinions the one that allows less; the first, where they agree."""
    if one is None or other is None:
        return one or other
    order = tuple(ToolClass)
    return max((one, other), key=lambda opinion: order.index(opinion.tool_class))
