"""CAP-006, CAP-007, CAP-008: what a server can do, taken together."""

from collections.abc import Iterator, Mapping

from mcptest_action.core.security.abilities import Ability, abilities_of
from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.listed import server_subject
from mcptest_action.core.security.model import Confidence, Hit, Kind, Severity, rule

MOST_TOOLS, MOST_CHARACTERS = 50, 100_000
_MOST_NAMES = 20
_LISTED = (Ability.DESTROYS, Ability.MESSAGES, Ability.PAYS, Ability.ADMINISTERS)
_TRIAD = (Ability.UNTRUSTED, Ability.PRIVATE, Ability.OUTWARD)


def find_abilities(ground: Ground) -> Iterator[Hit]:
    by_ability = _tools_by_ability(ground)
    for ability in _LISTED:
        names = by_ability[ability]
        if names:
            because = f"tools that {ability.value}: {_few(names)}"
            details = {"class": ability.name.lower(), "tools": names[:_MOST_NAMES]}
            subject = server_subject(ground.surface)
            yield Hit(subject, "/tools", ability.name.lower(), because, details)


def find_flow(ground: Ground) -> Iterator[Hit]:
    by_ability = _tools_by_ability(ground)
    legs = [by_ability[ability] for ability in _TRIAD]
    if all(legs):
        said = "; ".join(
            f"{ability.value}: {_few(names)}" for ability, names in zip(_TRIAD, legs, strict=True)
        )
        details = {
            ability.name.lower(): names[:_MOST_NAMES]
            for ability, names in zip(_TRIAD, legs, strict=True)
        }
        subject = server_subject(ground.surface)
        yield Hit(subject, "/tools", "", f"in one server, tools {said}", details)


def find_size(ground: Ground) -> Iterator[Hit]:
    tools = len(ground.surface.tools)
    size = sum(len(text.raw) for text in ground.texts)
    if tools > MOST_TOOLS or size > MOST_CHARACTERS:
        because = f"{tools} tools, and {size:,} characters of text"
        details = {"tools": tools, "characters": size}
        yield Hit(server_subject(ground.surface), "/tools", "", because, details)


def _tools_by_ability(ground: Ground) -> Mapping[Ability, list[str]]:
    found: dict[Ability, list[str]] = {ability: [] for ability in Ability}
    for name, abilities in abilities_of(ground):
        for ability in abilities:
            found[ability].append(name[:256])
    return found


def _few(names: list[str]) -> str:
    shown, more = ", ".join(names[:5]), len(names[5:])
    return f"{shown} and {more} more" if more else shown


RULES = (
    rule("CAP-006", Severity.INFO, find_abilities, "MCP02", kind=Kind.EXPOSURE,
         confidence=Confidence.MEDIUM, agentreserve="no_public_destructive_tools", snyk="W019",
         finds="tools that destroy, send messages, move money or administer",
         why="What they do cannot be taken back. A policy may want to know of them.",
         silent="Tools that only read about these things.",
         remedy="Nothing to mend. Let people confirm such calls."),
    rule("CAP-007", Severity.LOW, find_flow, "MCP10", kind=Kind.EXPOSURE, confidence=Confidence.LOW,
         snyk="W015",
         finds="tools that together bring in foreign text, read private data and send data out",
         why="Text from a stranger can make an agent fetch what is private and send it away, all "
             "with the tools of one server.",
         silent="Servers that lack one of the three.",
         remedy="Split the server, or let people confirm what is sent out."),
    rule("CAP-008", Severity.INFO, find_size, "MCP02", kind=Kind.EXPOSURE,
         agentreserve="tool_count_is_reasonable",
         finds=f"more than {MOST_TOOLS} tools, or {MOST_CHARACTERS:,} characters of text",
         why="A large surface costs every conversation, and nobody reviews all of it.",
         silent="Smaller surfaces.",
         remedy="Offer only the tools that are needed, or split the server."),
)  # fmt: skip
