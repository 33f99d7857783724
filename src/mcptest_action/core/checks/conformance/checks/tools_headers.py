"""Parameters that a client repeats in HTTP headers: `x-mcp-header` in an `inputSchema`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.checks.results import Ruling, failed, not_applicable, passed
from mcptest_action.core.checks.run import param_header
from ..listed import unlisted
from ..model import Examinee, Exchanges, Review, Rulings, must, should, the_same
from ..revision import written
from ..traffic import listed

KEY = "x-mcp-header"
_SECRET = re.compile(
    r"passw|secret|token|api[_-]?key|credential|private[_-]?key|authorization", re.IGNORECASE
)
_PRIMITIVE = ("string", "integer", "boolean")
_SPEC = written(modern="server/tools#x-mcp-header")
SOUND = must("TOOLS-18", _SPEC)(
    expects="Every `x-mcp-header` names a header, once, on a plain parameter that is always there.",
    sends="the list of tools, all pages of it",
    remedy="Use a name of letters, digits and hyphens, different for each parameter, and only on "
    "string, integer or boolean properties that are not inside a list or an alternative.",
)
NOT_SECRET = should("TOOLS-19", _SPEC)(
    expects="No parameter that looks like a secret is repeated in a header.",
    sends="the list of tools, all pages of it",
    remedy="Remove `x-mcp-header` from the parameter: proxies log headers.",
)
CHECKS = (SOUND, NOT_SECRET)


class Mirrored(NamedTuple):
    """A parameter with the keyword."""

    parameter: str
    schema: Mapping[str, Any]
    reachable: bool
    """Whether only `properties` lead to it from the root."""


def review(server: Examinee, _exchanges: Exchanges) -> Rulings:
    if (nothing := unlisted(server, "tools")) is not None:
        return the_same(CHECKS, nothing)
    found = {
        str(tool.get("name")): list(mirrored(tool.get("inputSchema")))
        for tool in server.surface.tools
    }
    if not any(found.values()):
        return the_same(CHECKS, not_applicable(f"no tool uses {KEY}"))
    problems = [f"{name}: {p}" for name, entries in found.items() for p in problems_in(entries)]
    secrets = [
        f"{name}: {entry.parameter}"
        for name, entries in found.items()
        for entry in entries
        if _SECRET.search(entry.parameter)
    ]
    return {SOUND.id: _none(problems), NOT_SECRET.id: _none(secrets)}


def mirrored(schema: Any, name: str = "", *, reachable: bool = True) -> Iterator[Mirrored]:
    """Every part of a schema that has the keyword."""
    if isinstance(schema, list):
        for part in schema:
            yield from mirrored(part, name, reachable=False)
    if not isinstance(schema, Mapping):
        return
    if KEY in schema:
        yield Mirrored(name, schema, reachable and bool(name))
    for key, part in schema.items():
        if key == "properties" and isinstance(part, Mapping):
            for inner, below in part.items():
                yield from mirrored(below, str(inner), reachable=reachable)
        elif isinstance(part, Mapping | list):
            yield from mirrored(part, name, reachable=False)


def problems_in(entries: Sequence[Mirrored]) -> Iterator[str]:
    """What is wrong with the headers that one tool names."""
    seen: dict[str, str] = {}
    for parameter, schema, reachable in entries:
        header = schema[KEY]
        if param_header(schema) is None:
            yield f"'{header}' is not the name of a header"
            continue
        if other := seen.get(header.casefold()):
            # In the same words whichever of two spellings comes first.
            yield f"the header '{max(header, other)}' is named twice"
        seen.setdefault(header.casefold(), header)
        if schema.get("type") not in _PRIMITIVE:
            yield f"{parameter} is not of type string, integer or boolean"
        if not reachable:
            yield f"{parameter or 'the root'} is not a property that is always there"


def _none(problems: Sequence[str]) -> Ruling:
    return failed(listed(problems)) if problems else passed("none found")


REVIEWS = (Review(CHECKS, review, looks_at=("tools/list",)),)
