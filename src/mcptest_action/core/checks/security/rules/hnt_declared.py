"""HNT-003, HNT-006 to HNT-012: contradictions and slips in what tools declare."""

from collections.abc import Iterator, Mapping

from mcptest_action.core.checks.conformance.checks.base_meta import flaw_of
from mcptest_action.core.safety import (
    CONFIRMATION_KEY,
    NO_HINTS,
    Classification,
    conflicts_in,
    declaration_of,
)
from ..listed import Entry, classified_tools, entries_in, server_subject, tools_in
from ..model import Confidence, Hit, Kind, ScanInput, Severity, rule
from ..parameters import is_recipient, is_url, parameters_of
from ..texts import token

_ASKED_FOR = ("readOnlyHint", "destructiveHint", "openWorldHint")
_MOST_NAMES = 20
_MOST_KEYS, _LONGEST_KEY = 100, 300


def find_both(inputs: ScanInput) -> Iterator[Hit]:
    for entry, tool in classified_tools(inputs):
        if tool.annotations.read_only and tool.annotations.destructive:
            yield _hit(entry, "annotations", "readOnlyHint and destructiveHint are both true")


def find_unconfirmed(inputs: ScanInput) -> Iterator[Hit]:
    """A server that uses the hints elsewhere forgot one here; for others it is only a wish."""
    uses = any(declaration_of(tool).hints != NO_HINTS for tool in inputs.surface.tools)
    for entry, tool in classified_tools(inputs):
        if tool.is_unconfirmed:
            because = f"it is destructive ({tool.because}) and does not declare {CONFIRMATION_KEY}"
            yield _hit(entry, "_meta", because)._replace(severity=Severity.MEDIUM if uses else None)


def find_contradictions(inputs: ScanInput) -> Iterator[Hit]:
    for entry in tools_in(inputs.surface):
        for conflict in conflicts_in(declaration_of(entry.item)):
            yield _hit(entry, "_meta", conflict)


def find_malformed(inputs: ScanInput) -> Iterator[Hit]:
    for entry, tool in classified_tools(inputs):
        for where, problem in tool.malformed:
            because = f"{where}: {problem}; it is ignored"
            place = where.partition(".")[0]
            yield _hit(entry, place, because)._replace(snippet=f"{where}: {problem}")


def find_missing(inputs: ScanInput) -> Iterator[Hit]:
    lacking = {
        entry.name[:256]: missing
        for entry, tool in classified_tools(inputs)
        if (missing := _missing(tool))
    }
    if lacking:
        because = (
            f"{len(lacking)} of {len(inputs.surface.tools)} tools do not declare all of "
            f"{', '.join(_ASKED_FOR)}"
        )
        details = {"missing": dict(list(lacking.items())[:_MOST_NAMES]), "count": len(lacking)}
        yield Hit(server_subject(inputs.surface), "/tools", "", because, details)


def _missing(tool: Classification) -> list[str]:
    given = tool.annotations
    said = zip(_ASKED_FOR, (given.read_only, given.destructive, given.open_world), strict=True)
    # For a tool that reads, there is nothing more to say about destruction.
    settled = ("destructiveHint",) if given.read_only else ()
    return [name for name, value in said if value is None and name not in settled]


def find_way_out(inputs: ScanInput) -> Iterator[Hit]:
    for entry, tool in classified_tools(inputs):
        if tool.annotations.open_world is not False:
            continue
        outside = [each for each in parameters_of(entry) if is_url(each) or is_recipient(each)]
        if outside:
            # One is enough, and the same one however they are listed.
            parameter = min(outside, key=lambda each: (each.name, each.pointer))
            because = f"openWorldHint is false, but '{parameter.name[:80]}' leads outside"
            details = {"parameter": parameter.name[:128]}
            yield Hit(entry.subject, parameter.pointer, parameter.name, because, details)


def find_near_misses(inputs: ScanInput) -> Iterator[Hit]:
    for entry, tool in classified_tools(inputs):
        for miss in tool.near_misses:
            place = f"{entry.pointer}/{miss.place}/{token(miss.key)}"
            details = {"key": miss.key, "meant": miss.meant}
            yield Hit(entry.subject, place, miss.key, miss.sentence, details)


def find_odd_keys(inputs: ScanInput) -> Iterator[Hit]:
    surface = inputs.surface
    missed = {hit.pointer for hit in find_near_misses(inputs)}  # that rule says more about them
    for entry in entries_in(surface, *surface.lists):
        meta = entry.item.get("_meta")
        for key in list(meta)[:_MOST_KEYS] if isinstance(meta, Mapping) else ():
            flaw = flaw_of(key[:_LONGEST_KEY], surface.era.version, surface.capabilities)
            place = f"{entry.pointer}/_meta/{token(key)}"
            if flaw and place not in missed:
                yield Hit(entry.subject, place, key, f"the key '{key[:80]}' {flaw}")


def _hit(entry: Entry, place: str, because: str) -> Hit:
    return Hit(entry.subject, f"{entry.pointer}/{place}", because, because)


RULES = (
    rule("HNT-003", Severity.LOW, find_both, agentreserve="tool_annotations_consistent",
         finds="readOnlyHint and destructiveHint both true",
         why="One of them is wrong. Clients believe the first, and some SDKs set the second by "
             "themselves.",
         silent="A destructiveHint that is not given.",
         remedy="Set destructiveHint to false on tools that only read."),
    rule("HNT-006", Severity.INFO, find_unconfirmed, "MCP02",
         finds="a destructive tool that does not ask for confirmation in its `_meta`; medium "
               "where the server uses these hints for other tools",
         why="Clients that go by the hint let the call pass without asking.",
         silent="Tools that declare `mcp.dev/requiresConfirmation: true`.",
         remedy=f"Declare `{CONFIRMATION_KEY}: true` in the `_meta` of the tool."),
    rule("HNT-007", Severity.HIGH, find_contradictions, "MCP02",
         finds="hints in `_meta` that contradict the annotations, or each other",
         why="A gateway that reads the one and a client that reads the other protect different "
             "things.",
         silent="Hints that say more than the annotations, and nothing else.",
         remedy="Declare the same in both places."),
    rule("HNT-008", Severity.LOW, find_malformed, 20,
         finds="a hint that is not what it should be; it is ignored",
         why="Who reads hints strictly takes the tool for undeclared, who reads them loosely for "
             "anything.",
         silent="Hints that are null.",
         remedy="Write true or false without quotes, and one of the known words."),
    rule("HNT-009", Severity.INFO, find_missing, kind=Kind.EXPOSURE,
         finds="tools that do not declare readOnlyHint, destructiveHint and openWorldHint",
         why="Some directories refuse servers that leave one of them out.",
         silent="destructiveHint on tools that are declared read-only.",
         remedy="Declare all three for every tool."),
    rule("HNT-010", Severity.MEDIUM, find_way_out, "MCP02", confidence=Confidence.MEDIUM,
         finds="openWorldHint false on a tool that takes an address or a recipient",
         why="Clients take the tool for one that touches nothing outside, and what comes back for "
             "trusted.",
         silent="Addresses out of a fixed list, or under a pattern.",
         remedy="Declare `openWorldHint: true`, or bound the parameter."),
    rule("HNT-011", Severity.INFO, find_odd_keys,
         finds="a key of `_meta` that breaks the grammar, or uses a reserved prefix",
         why="Clients may drop the key, or a later revision may give it another meaning.",
         silent="The hints under `mcp.dev/` and `dev.mcp/`, keys that the protocol defines, and "
                "those that HNT-012 reports.",
         remedy="Name keys after a domain of your own, in reverse: `com.example/name`."),
    rule("HNT-012", Severity.LOW, find_near_misses,
         finds="a key of `annotations` or `_meta` that was meant as an annotation or a hint, but "
               "isn't: `readOnly`, `mcp.dev/requireConfirmation`, `effect` without a prefix",
         why="Nobody reads it. The author believes that clients ask first, and they do not.",
         silent="Keys under other domains, and those beside which the right one stands.",
         remedy="Spell it as the finding says."),
)  # fmt: skip
