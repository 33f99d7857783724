"""Which files tell what a server offers, and whether such a file is in order.

Numbers are computed from what is listed, and a file may have been edited since: one of ours has
digests, which are held against its parts.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from mcptest_action.core.document import kind_of_json as kind_of
from mcptest_action.core.protocol.surface import NO_TOOLS, SCHEMA, digest
from mcptest_action.core.text import InputError, unusable
from .completeness import not_whole
from .model import Absent, Document, Object

FLAG = "--surface-report"
LISTS = ("tools", "resources", "resource_templates", "prompts")
PARTS = ("server", "instructions", "capabilities", *LISTS)
_ONLY_TOOLS = Absent("a dump of tools/list does not say")


class Listed(NamedTuple):
    """What the file lists, and why it doesn't tell the rest."""

    tools: list[Object]
    others: Mapping[str, int | Absent]
    """How many resources, templates and prompts there are."""
    instructions: str | Absent
    """Empty if the server gives none."""
    not_whole: Absent | None
    """Why no number of the file is a fact, if so."""


def listed_in(document: Document) -> Listed:
    """What the file lists. Any other file is refused."""
    data = document.require_object(SCHEMA, FLAG)
    if data.get("schema_version") == SCHEMA:
        return _surface(document, data)
    return _dump(document, data)


def _surface(document: Document, data: Object) -> Listed:
    """A file of ours, as whole as it claims to be."""
    for part in PARTS:
        _check_part(document, data, part)
    problems = data.get("problems")
    if not isinstance(problems, list) or not all(isinstance(each, str) for each in problems):
        raise unusable(document.file, "problems is not a list of texts", "make the file again")
    real = [each for each in problems if each != NO_TOOLS or data["tools"]]
    broken = Absent(f"this is not the whole surface: {real[0]}") if real else None
    return Listed(
        data["tools"],
        {name: len(data[name]) for name in LISTS[1:]},
        data["instructions"] or "",
        broken or not_whole(data, "the surface"),
    )


def _check_part(document: Document, data: Object, part: str) -> None:
    """The part is there, of its kind, and what its digest was made of."""
    if part not in data:
        raise unusable(document.file, f"{part} is missing", "make the file again")
    value = data[part]
    if part in LISTS:
        _check_list(document, part, value)
    elif part == "instructions":
        if not isinstance(value, str | None):
            raise _of_another_kind(document, part, value, "text")
    elif not isinstance(value, Mapping):
        raise _of_another_kind(document, part, value, "an object")
    digests = data.get("digests")
    if not isinstance(digests, Mapping) or part not in digests:
        raise unusable(document.file, f"digests.{part} is missing", "make the file again")
    if digests[part] != digest(value):
        raise document.contradiction(f"digests.{part} is not the digest of {part}")


def _check_list(document: Document, name: str, value: Any) -> None:
    if not isinstance(value, list):
        raise _of_another_kind(document, name, value, "a list")
    for position, item in enumerate(value):
        if not isinstance(item, Mapping):
            raise _of_another_kind(document, f"{name}[{position}]", item, "an object")


def _of_another_kind(document: Document, label: str, value: Any, wanted: str) -> InputError:
    return unusable(document.file, f"{label} is {kind_of(value)}, not {wanted}")


def _dump(document: Document, data: Object) -> Listed:
    """What `tools/list` returned, alone or in its JSON-RPC response. Many files have tools: only
    tools as the protocol has them are recognised.
    """
    if not {"digests", "problems"}.isdisjoint(data):  # it may not be whole, or not what it was
        raise document.not_recognised(FLAG, f"there is no schema_version '{SCHEMA}'")
    result = data.get("result")
    if "tools" in data and isinstance(result, Mapping) and "tools" in result:
        raise document.not_recognised(FLAG, "there are tools in two places")
    holder = result if isinstance(result, Mapping) and "tools" not in data else data
    tools = holder.get("tools")
    if not isinstance(tools, list):
        raise document.not_recognised(FLAG, "there is no list called 'tools'")
    if not tools:
        looked_for = "an empty list of tools, and no schema_version to say whose it is"
        raise document.not_recognised(FLAG, looked_for)
    for position, tool in enumerate(tools):
        match tool:
            case {"name": str(), "inputSchema": Mapping()}:
                pass
            case _:
                looked_for = f"tools[{position}] has no name and inputSchema, as a tool of MCP has"
                raise document.not_recognised(FLAG, looked_for)
    more = Absent("it is one page of several: there is a nextCursor")
    return Listed(
        tools,
        dict.fromkeys(LISTS[1:], _ONLY_TOOLS),
        _ONLY_TOOLS,
        more if holder.get("nextCursor") is not None else not_whole(data, "the listing"),
    )
