"""SCH-001, SCH-005, SCH-006, SCH-009: schemas that say too little, and texts that say too much."""

from collections.abc import Iterator, Mapping
from typing import Any

from ..listed import parts_of, server_subject, tools_in
from ..model import Hit, Kind, ScanInput, Severity, Subject, rule

MOST_BYTES, MOST_INSTRUCTIONS = 4_096, 8_192
_MOST_NAMES = 20


def find_no_schema(inputs: ScanInput) -> Iterator[Hit]:
    for entry in tools_in(inputs.surface):
        if problem := _problem(entry.item):
            yield Hit(entry.subject, f"{entry.pointer}/inputSchema", problem, problem)


def _problem(tool: Mapping[str, Any]) -> str:
    if "inputSchema" not in tool:
        return "it has no inputSchema"
    schema = tool["inputSchema"]
    if not isinstance(schema, Mapping):
        return "its inputSchema is not an object"
    if "type" not in schema:
        return "its inputSchema has no type"
    return "" if schema["type"] == "object" else "the type of its inputSchema is not 'object'"


def find_missing(inputs: ScanInput) -> Iterator[Hit]:
    for entry in tools_in(inputs.surface):
        for part in parts_of(entry):
            required, known = part.schema.get("required"), part.schema.get("properties")
            if not isinstance(required, list) or not isinstance(known, Mapping):
                continue
            names = [name for name in required if isinstance(name, str) and name not in known]
            if names and "patternProperties" not in part.schema:
                because = f"required names {', '.join(names[:3])[:120]}, which is no property"
                details = {"names": names[:_MOST_NAMES]}
                place = f"{part.pointer}/required"
                hit = Hit(entry.subject, place, ", ".join(names)[:400], because, details)
                yield hit._replace(identity=", ".join(sorted(names))[:400])


def find_loose(inputs: ScanInput) -> Iterator[Hit]:
    """One finding for all: most schemas in use are open, and that alone isn't a fault."""
    loose = unbounded = 0
    for entry in tools_in(inputs.surface):
        schema = entry.item.get("inputSchema")
        if isinstance(schema, Mapping):
            loose += schema.get("additionalProperties", True) is not False
            unbounded += any(map(_is_unbounded, (part.schema for part in parts_of(entry))))
    if loose or unbounded:
        because = f"{loose} tools take further properties, {unbounded} take text of any length"
        details = {"open": loose, "unbounded": unbounded, "tools": len(inputs.surface.tools)}
        yield Hit(server_subject(inputs.surface), "/tools", "", because, details)


def _is_unbounded(schema: Mapping[str, Any]) -> bool:
    bounds = ("maxLength", "enum", "const", "pattern", "format")
    return schema.get("type") == "string" and not any(key in schema for key in bounds)


def find_long(inputs: ScanInput) -> Iterator[Hit]:
    for entry in tools_in(inputs.surface):
        text = entry.item.get("description")
        size = _size(text)
        if size > MOST_BYTES:
            because = f"the description has {size:,} bytes, more than {MOST_BYTES:,}"
            place = f"{entry.pointer}/description"
            yield Hit(entry.subject, place, str(text)[:400], because, {"bytes": size})
    size = _size(inputs.surface.instructions)
    if size > MOST_INSTRUCTIONS:
        because = f"the instructions have {size:,} bytes, more than {MOST_INSTRUCTIONS:,}"
        subject, text = Subject("instructions", ""), str(inputs.surface.instructions)
        yield Hit(subject, "/instructions", text[:400], because, {"bytes": size})


def _size(text: object) -> int:
    return len(text.encode(errors="surrogatepass")) if isinstance(text, str) else 0


RULES = (
    rule("SCH-001", Severity.MEDIUM, find_no_schema, 20, agentreserve="all_tools_have_input_schema",
         finds="a tool whose inputSchema is missing, or is not that of an object",
         why="Nothing says what the tool takes, and clients refuse the whole list for it.",
         silent="An object without properties, for tools that take nothing.",
         remedy='Declare at least `{"type": "object"}`.'),
    rule("SCH-005", Severity.LOW, find_missing,
         finds="a required property that the schema does not describe",
         why="Agents cannot know what to pass, and calls fail.",
         silent="Schemas with patternProperties.",
         remedy="Describe the property, or take it out of `required`."),
    rule("SCH-006", Severity.INFO, find_loose, 20, kind=Kind.EXPOSURE,
         agentreserve="no_broad_schema_risk",
         finds="how many tools take further properties, or text of any length",
         why="What a schema does not bound, the tool has to check itself.",
         silent="Servers whose schemas are all closed and bounded.",
         remedy="Set additionalProperties to false, and maxLength where a limit is known."),
    rule("SCH-009", Severity.LOW, find_long, agentreserve="tool_descriptions_within_size_bound",
         finds=f"a description of more than {MOST_BYTES:,} bytes, or instructions of more than "
               f"{MOST_INSTRUCTIONS:,}",
         why="It fills the context of every conversation, and nobody reads all of it in a review.",
         silent="Long schemas.",
         remedy="Keep what decides whether to call the tool; put the rest into a resource."),
)  # fmt: skip
