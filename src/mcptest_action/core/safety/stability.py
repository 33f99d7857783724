"""Do the declarations of a server stay the same from one connection to the next?"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.safety.declaration import Declaration
from mcptest_action.core.safety.read_declaration import declaration_of


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
    for part in ("annotations", "hints"):
        one, other = getattr(before, part)._asdict(), getattr(after, part)._asdict()
        for name in one:
            if one[name] != other[name]:
                said = _word(one[name]), _word(other[name])
                return f"{name} in its {part} was {said[0]}, and on a new connection {said[1]}"
    return "what it declares is malformed in another way on a new connection"


def _word(value: Any) -> str:
    return "not given" if value is None else str(value).lower()
