"""`--surface-report`: what a server offers, what of it has no title, and what it costs.

No number is read. All of them are computed from what is listed.
"""

from datetime import datetime

from mcptest_action.core.protocol.surface import SCHEMA, cost_of, is_measurable, tokens_in
from .artifact import Artifact
from .completeness import MARKS
from .model import Absent, Document, FactSpec, Names, Reading
from .surface_faults import faults_in
from .surface_file import FLAG, LISTS, listed_in

__all__ = ["ARTIFACT", "FLAG"]


_SIZES = ("surface.tokens", "surface.bytes", "surface.tokens_largest_tool")
_TOO_LONG = Absent("a tool holds a number that is too long to be counted")


def read(document: Document, _now: datetime) -> Reading:
    listed = listed_in(document)
    cost = cost_of(listed.tools)
    names = [tool["name"] for tool in listed.tools if isinstance(tool.get("name"), str)]
    told = listed.instructions
    reading: Reading = {
        "surface.tools": len(listed.tools),
        **{f"surface.{name}": listed.others[name] for name in LISTS[1:]},
        "surface.tokens": cost.tokens,
        "surface.bytes": cost.size,
        "surface.tokens_largest_tool": max((tool.tokens for tool in cost.tools), default=0),
        "surface.instructions_tokens": told if isinstance(told, Absent) else tokens_in(told),
        "surface.longest_name": max(map(len, names), default=0),
        **{fact: len(found) for fact, found in faults_in(listed.tools).items()},
    }
    if not is_measurable(listed.tools):
        reading = {**reading, **dict.fromkeys(_SIZES, _TOO_LONG)}
    return reading if listed.not_whole is None else dict.fromkeys(reading, listed.not_whole)


def names(document: Document) -> Names:
    return faults_in(listed_in(document).tools)


ARTIFACT = Artifact(
    flag=FLAG,
    title="Surface",
    made_by="mcptest surface --format json",
    schema=SCHEMA,
    facts=(
        FactSpec("surface.tools", "tools the server lists"),
        FactSpec("surface.resources", "resources the server lists"),
        FactSpec("surface.resource_templates", "resource templates the server lists"),
        FactSpec("surface.prompts", "prompts the server lists"),
        FactSpec(
            "surface.tokens",
            "about how many tokens a model pays to be told of all tools: "
            "of each the name, the description and the schema of its arguments",
        ),
        FactSpec(
            "surface.bytes",
            "exactly how many bytes that is, as compact JSON in UTF-8",
        ),
        FactSpec("surface.tokens_largest_tool", "about how many tokens the dearest tool takes"),
        FactSpec(
            "surface.instructions_tokens", "about how many tokens the server's instructions take"
        ),
        FactSpec("surface.longest_name", "characters in the longest name of a tool"),
        FactSpec(
            "surface.untitled",
            "tools with neither a title nor one in their annotations",
            counts=True,
        ),
        FactSpec(
            "surface.unannotated",
            "tools whose annotations hold none of the four hints, such as readOnlyHint",
            counts=True,
        ),
        FactSpec("surface.undescribed", "tools without a description", counts=True),
        FactSpec(
            "surface.undescribed_parameters",
            "parameters of tools without a description",
            counts=True,
        ),
    ),
    read=read,
    names=names,
    places=(
        "`tools`, `resources`, `resource_templates`, `prompts` and `instructions`, of which each "
        "number is computed; `digests` must agree with them, and with `server` and `capabilities`",
        "`problems`: where anything could not be listed, there are no facts",
        "or a dump of `tools/list`: `tools` at the top level or in `result`, each with a `name` "
        "and an `inputSchema`; no facts about the rest, and none at all with a `nextCursor`",
        MARKS,
    ),
    example='{"tools": [{"name": "add", "title": "Add", "inputSchema": {"type": "object"}}]}',
)
