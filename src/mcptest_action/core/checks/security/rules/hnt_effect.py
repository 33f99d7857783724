"""HNT-001, HNT-002, HNT-004, HNT-005: a name that says one thing, and hints that say another."""

from collections.abc import Iterator

from mcptest_action.core.safety import ToolClass
from ..abilities import Claim, claim_of
from ..listed import Entry, classified_tools
from ..model import Confidence, Hit, ScanInput, Severity, rule

# Switches of tools that write.
_WRITING = ("overwrite", "upsert", "create_if_missing", "delete_existing", "truncate_first")


def find_read_only(inputs: ScanInput) -> Iterator[Hit]:
    for entry, tool in classified_tools(inputs):
        claim = claim_of(tool.name)
        if tool.annotations.read_only and claim and claim.tool_class is ToolClass.DESTRUCTIVE:
            yield _hit(entry, claim, "readOnlyHint is true")


def find_read_only_but_writes(inputs: ScanInput) -> Iterator[Hit]:
    for entry, tool in classified_tools(inputs):
        if not tool.annotations.read_only:
            continue
        claim = claim_of(tool.name)
        if claim and claim.tool_class is ToolClass.MUTATING:
            yield _hit(entry, claim, "readOnlyHint is true")
        elif not claim and (switch := next((n for n in _WRITING if n in entry.properties), "")):
            because = f"readOnlyHint is true, but there is a parameter '{switch}'"
            place = f"{entry.pointer}/inputSchema/properties/{switch}"
            yield Hit(entry.subject, place, switch, because, {"parameter": switch})


def find_not_destructive(inputs: ScanInput) -> Iterator[Hit]:
    for entry, tool in classified_tools(inputs):
        claim = claim_of(tool.name)
        mild = tool.annotations.destructive is False and not tool.annotations.read_only
        if mild and claim and claim.tool_class is ToolClass.DESTRUCTIVE:
            # Something removed from a list can usually be put back.
            severity = Severity.MEDIUM if claim.word == "remove" else None
            yield _hit(entry, claim, "destructiveHint is false")._replace(severity=severity)


def find_undeclared(inputs: ScanInput) -> Iterator[Hit]:
    for entry, tool in classified_tools(inputs):
        claim = claim_of(tool.name)
        says = (tool.annotations.read_only, tool.annotations.destructive, tool.hints.effect)
        if claim and claim.tool_class is ToolClass.DESTRUCTIVE and says == (None, None, None):
            yield _hit(entry, claim, "nothing is declared about its effect")


def _hit(entry: Entry, claim: Claim, hint: str) -> Hit:
    because = f"{hint}, but the name says '{claim.word}'"
    details = {"hint": hint, "word": claim.word}
    return Hit(entry.subject, f"{entry.pointer}/annotations", entry.name, because, details)


_WHY = "Clients let tools pass that are declared harmless, without asking anybody."
_REMEDY = "Declare what the tool does; if the declaration is right, give the tool another name."
_SAME = "tool_annotations_consistent"
RULES = (
    rule("HNT-001", Severity.HIGH, find_read_only, "MCP02", agentreserve=_SAME,
         finds="readOnlyHint true on a tool whose name says that it destroys",
         why=_WHY,
         silent="Names that ask about it: `list_deleted`, `get_delete_status`, `preview_purge`.",
         remedy=_REMEDY),
    rule("HNT-002", Severity.MEDIUM, find_read_only_but_writes, "MCP02",
         confidence=Confidence.MEDIUM, agentreserve=_SAME,
         finds="readOnlyHint true on a tool whose name, or a parameter, says that it writes",
         why=_WHY,
         silent="Names in which the verb is a thing or a question: `get_post`, `update_log`.",
         remedy=_REMEDY),
    rule("HNT-004", Severity.HIGH, find_not_destructive, "MCP02", agentreserve=_SAME,
         finds="destructiveHint false on a tool whose name says that it destroys; medium for one "
               "that removes",
         why=_WHY,
         silent="Names that ask about it, and those of what is taken out of a text or a picture: "
                "`remove_background`.",
         remedy=_REMEDY),
    rule("HNT-005", Severity.LOW, find_undeclared, "MCP02",
         agentreserve="destructive_tools_declare_destructive_hint",
         finds="a tool whose name says that it destroys, and that declares nothing about it",
         why="Clients that go by hints do not know that they should ask first.",
         silent="Tools that declare readOnlyHint, destructiveHint or the hint effect.",
         remedy="Declare `destructiveHint: true`."),
)  # fmt: skip
