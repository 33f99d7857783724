"""Do the declarations of a server stay the same from one connection to the next?"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from .declaration import Declaration
from .read_declaration import ANNOTATIONS, HINTS, declaration_of


class Unstable(NamedTuple):
    """A tool that declared one thing first and another thing later."""

    tool: str
    because: str


def unstable_tools(
    first: Iterable[Mapping[str, Any]], second: Iterable[Mapping[str, Any]]
) -> tuple[Unstable, ...]:
    """The tools of both listings whose annotations or hints differ, by name."""
    before, after = _declarations(first), _declarations(second)
    return tuple(
        Unstable(name, _difference(before[name], after[name]))
        for name in sorted(before.keys() & after.keys())
        if before[name] != after[name]
    )


def _declarations(tools: Iterable[Mapping[str, Any]]) -> dict[str, Declaration]:
    named = ((tool.get("name"), tool) for tool in tools)
    return {name: declaration_of(tool) for name, tool in named if isinstance(name, str)}


def _difference(before: Declaration, after: Declaration) -> str:
    """The first thing that changed, in words."""
    names = (*ANNOTATIONS, *(f"the hint {name}" for name in HINTS))
    one, other = (*before.annotations, *before.hints), (*after.annotations, *after.hints)
    for name, was, became in zip(names, one, other, strict=True):
        if was != became:
            return f"{name} was {_word(was)}, and on a new connection it is {_word(became)}"
    return "what it declares is malformed in another way on a new connection"


def _word(value: Any) -> str:
    return "not given" if value is None else str(value).lower()
