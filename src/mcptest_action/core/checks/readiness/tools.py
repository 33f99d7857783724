"""What can be seen of a tool in the list: its title, its hints, its names and texts."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from mcptest_action.core.protocol.surface import LISTINGS, NO_TOOLS, Item
from mcptest_action.core.text import is_blank, plural
from .model import Flaw, Found, Look, Looked, Material, NotChecked, Subject, Unseen

LONGEST_NAME = 64
_OTHER_LISTS = tuple(f"{listing.method}:" for listing in LISTINGS if listing.key != "tools")


def each_tool(because_of: Callable[[Item], str | Unseen]) -> Look:
    """Looks at every tool on its own; the function says what is wrong with one, or nothing; or
    why nobody can say.
    """

    def look(material: Material) -> Found:
        unlisted = _unlisted(material)
        if unlisted:
            return NotChecked(unlisted)
        tools = material.surface.tools
        flaws, unseen = [], []
        for position, tool in enumerate(tools):
            said = because_of(tool)
            if isinstance(said, Unseen):
                unseen.append(f"{name_of(tool)}: {said.because}")
            elif said:
                flaws.append(_flaw(position, tool, said))
        return Looked(plural(len(tools), "tool"), tuple(flaws), tuple(unseen))

    return look


def _unlisted(material: Material) -> str:
    """Why the list of tools is nothing to go by; empty if it is."""
    problems = [p for p in material.surface.problems if not p.startswith(_OTHER_LISTS)]
    if problems and problems != [NO_TOOLS]:
        return f"the tools are not all listed: {problems[0]}"
    return "" if material.surface.tools else "the server lists no tools"


def _flaw(position: int, tool: Item, because: str) -> Flaw:
    return Flaw(Subject("tool", name_of(tool)), f"/tools/{position}", because)


def name_of(tool: Item) -> str:
    name = tool.get("name")
    return name if isinstance(name, str) else ""


def annotations_of(tool: Item) -> Mapping[str, Any]:
    found = tool.get("annotations")
    return found if isinstance(found, Mapping) else {}


def hint(tool: Item, name: str) -> bool | None:
    """What the hint says; None where it is missing, or neither true nor false."""
    said = annotations_of(tool).get(name)
    return said if isinstance(said, bool) else None


def _text(value: Any) -> bool:
    return isinstance(value, str) and not is_blank(value)


def untitled(tool: Item) -> str:
    if _text(annotations_of(tool).get("title")):
        return ""
    outside = _text(tool.get("title"))
    return "its title stands outside its annotations" if outside else "it has no title"


def undescribed(tool: Item) -> str:
    return "" if _text(tool.get("description")) else "it has no description"


def long_name(tool: Item) -> str:
    length = len(name_of(tool))
    return f"its name has {length} characters" if length > LONGEST_NAME else ""


def unhinted(tool: Item) -> str:
    """Neither says that it only reads, nor whether it destroys anything."""
    if hint(tool, "readOnlyHint") is True or hint(tool, "destructiveHint") is not None:
        return ""
    if hint(tool, "readOnlyHint") is False:
        return "it says that it is not read-only, but has no destructiveHint"
    return "it has neither readOnlyHint nor destructiveHint"


def neither_hint(tool: Item) -> str:
    """Says that it neither only reads nor destroys: both hints are there, and none is true."""
    if hint(tool, "readOnlyHint") is True or hint(tool, "destructiveHint") is not False:
        return ""
    return "it is not declared read-only, and its destructiveHint is false"


def both_hints(tool: Item) -> str:
    both = hint(tool, "readOnlyHint") is True and hint(tool, "destructiveHint") is True
    return "readOnlyHint and destructiveHint are both true" if both else ""


def without_hint(name: str) -> Callable[[Item], str]:
    def because_of(tool: Item) -> str:
        if hint(tool, name) is not None:
            return ""
        missing = name not in annotations_of(tool)
        return f"it has no {name}" if missing else f"its {name} is neither true nor false"

    return because_of


def without_output_schema(tool: Item) -> str:
    return "" if isinstance(tool.get("outputSchema"), Mapping) else "it has no outputSchema"


_STATUS_TEXTS = ("openai/toolInvocation/invoking", "openai/toolInvocation/invoked")


def long_status_text(tool: Item) -> str:
    found = tool.get("_meta")
    meta = found if isinstance(found, Mapping) else {}
    for key in _STATUS_TEXTS:
        value = meta.get(key)
        if isinstance(value, str) and len(value) > LONGEST_NAME:
            return f"_meta[{key}] has {len(value)} characters"
    return ""


def namesakes(material: Material) -> Found:
    """Tools that share a name: every one but the first."""
    unlisted = _unlisted(material)
    if unlisted:
        return NotChecked(unlisted)
    tools, seen, flaws = material.surface.tools, Counter[str](), []
    for position, tool in enumerate(tools):
        name = name_of(tool)
        if seen[name]:
            flaws.append(_flaw(position, tool, "another tool has the same name"))
        seen[name] += 1
    return Looked(plural(len(tools), "tool"), tuple(flaws))
