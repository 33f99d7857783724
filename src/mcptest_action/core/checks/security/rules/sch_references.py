"""SCH-003, SCH-004: schemas that lead elsewhere, nowhere, or round in circles."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from mcptest_action.core.checks.samples import DeadEnd, resolve
from mcptest_action.core.document import levels_in
from mcptest_action.core.protocol.surface import canonical
from ..listed import SIDES, Entry, Part, parts_of, tools_in
from ..model import Hit, ScanInput, Severity, rule

DEEPEST, MOST_BYTES = 32, 65_536
_MOST_REFERENCES = 500
_KEYS = ("$ref", "$dynamicRef", "$recursiveRef")
_ELSEWHERE = re.compile(r"(?:[a-z][a-z0-9+.-]{0,30}:)?//|file:", re.IGNORECASE)
# The schemas of schemas, which every library includes.
_KNOWN = re.compile(r"https?://json-schema\.org/draft", re.IGNORECASE)


def find_remote(inputs: ScanInput) -> Iterator[Hit]:
    for entry in tools_in(inputs.surface):
        for side in SIDES:
            own = _own_name(entry.item.get(side))
            for part, key, reference in _references(entry, side):
                is_own = bool(own) and reference.startswith(own)
                if _ELSEWHERE.match(reference) and not _KNOWN.match(reference) and not is_own:
                    because = f"{key} leads to {reference[:120]}"
                    place = f"{part.pointer}/{key}"
                    yield Hit(entry.subject, place, reference[:400], because, {"ref": reference})


def _own_name(schema: Any) -> str:
    given = schema.get("$id") if isinstance(schema, Mapping) else None
    return given.partition("#")[0] if isinstance(given, str) else ""


def _references(entry: Entry, side: str) -> Iterator[tuple[Part, str, str]]:
    for part in parts_of(entry, side):
        for key in _KEYS:
            reference = part.schema.get(key)
            if isinstance(reference, str):
                yield part, key, reference


def find_unusable(inputs: ScanInput) -> Iterator[Hit]:
    for entry in tools_in(inputs.surface):
        for side in SIDES:
            schema = entry.item.get(side)
            if not isinstance(schema, Mapping):
                continue
            for place, kind, because in _problems(entry, side, schema):
                # The size doesn't belong to what identifies the finding.
                yield Hit(entry.subject, place, kind, because, {"kind": kind})


def _problems(entry: Entry, side: str, schema: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    place = f"{entry.pointer}/{side}"
    if levels_in(schema, DEEPEST + 1) > DEEPEST + 1:
        yield place, "depth", f"the schema is nested more than {DEEPEST} levels deep"
        return
    size = len(canonical(schema))
    if size > MOST_BYTES:
        yield place, "size", f"the schema has {size:,} bytes, more than {MOST_BYTES:,}"
        return
    for count, (part, key, reference) in enumerate(_references(entry, side)):
        local = count < _MOST_REFERENCES and key == "$ref" and reference.startswith("#")
        if local and (problem := _followed(reference, schema)):
            yield f"{part.pointer}/{key}", "reference", problem


def _followed(reference: str, root: Mapping[str, Any]) -> str:
    """What is wrong with a reference. A chain of references has to end somewhere.

    A schema that refers to itself inside is a tree, and sound.
    """
    seen: set[str] = set()
    following: Any = reference
    while isinstance(following, str) and following.startswith("#"):
        if following in seen:
            return f"'{reference[:80]}' leads round in circles"
        seen.add(following)
        found = resolve(following, root)
        if isinstance(found, DeadEnd):
            return f"'{following[:80]}' is not there"
        following = found.value.get("$ref") if isinstance(found.value, Mapping) else None
    return ""


RULES = (
    rule("SCH-003", Severity.HIGH, find_remote, "MCP03", "MCP04", 829,
         agentreserve="tool_input_schemas_well_formed",
         finds="a reference from a schema to the network or to a file",
         why="Whoever owns the address decides, at any time, what the schema says; and a client "
             "that follows it can be sent anywhere.",
         silent="References inside the schema, under its own `$id`, and to the schemas of JSON "
                "Schema itself.",
         remedy="Put the schema into `$defs`."),
    rule("SCH-004", Severity.LOW, find_unusable, 674, agentreserve="tool_input_schemas_well_formed",
         finds="a reference to nothing or in circles, or a schema that is very deep or very large",
         why="Clients cannot use the schema, and some break over it.",
         silent="Schemas that refer to themselves inside, such as trees.",
         remedy="Mend the reference; split what is too large."),
)  # fmt: skip
