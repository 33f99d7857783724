"""CAP-001 to CAP-008: what an agent can be made to pass on, and what a server can do."""

from collections.abc import Callable, Iterator, Mapping

from ..abilities import Ability, abilities_of
from ..endpoint import is_open_to_all
from ..listed import server_subject, tools_in
from ..model import Confidence, Hit, Kind, ScanInput, Severity, rule
from ..parameters import Parameter, is_command, is_path, is_query, is_secret, is_url, parameters_of

MOST_TOOLS, MOST_CHARACTERS = 50, 100_000
_MOST_NAMES = 20
_LISTED = (Ability.DESTROYS, Ability.MESSAGES, Ability.PAYS, Ability.ADMINISTERS)
_TRIAD = (Ability.UNTRUSTED, Ability.PRIVATE, Ability.OUTWARD)


def _finder(holds: Callable[[Parameter], bool], what: str) -> Callable[[ScanInput], Iterator[Hit]]:
    def find(inputs: ScanInput) -> Iterator[Hit]:
        for entry in tools_in(inputs.surface):
            for parameter in parameters_of(entry):
                if holds(parameter):
                    because = f"the parameter '{parameter.name[:80]}' takes {what}"
                    details = {"parameter": parameter.name[:128]}
                    name = parameter.name[:128]
                    yield Hit(entry.subject, parameter.pointer, name, because, details)

    return find


_commands = _finder(is_command, "any command or program")


def find_commands(inputs: ScanInput) -> Iterator[Hit]:
    """A command that anybody on the internet can run is more than an exposure."""
    severity = Severity.MEDIUM if is_open_to_all(inputs) else None
    return (hit._replace(severity=severity) for hit in _commands(inputs))


_BOUND = "Parameters with a list of values, or with a pattern."


def find_abilities(inputs: ScanInput) -> Iterator[Hit]:
    by_ability = _tools_by_ability(inputs)
    for ability in _LISTED:
        if names := by_ability[ability]:
            because = f"tools that {ability.value}: {_few(names)}"
            details = {"class": ability.name.lower(), "tools": names[:_MOST_NAMES]}
            subject = server_subject(inputs.surface)
            yield Hit(subject, "/tools", ability.name.lower(), because, details)


def find_flow(inputs: ScanInput) -> Iterator[Hit]:
    by_ability = _tools_by_ability(inputs)
    legs = {ability: by_ability[ability] for ability in _TRIAD}
    if all(legs.values()):
        said = "; ".join(f"{ability.value}: {_few(names)}" for ability, names in legs.items())
        details = {ability.name.lower(): names[:_MOST_NAMES] for ability, names in legs.items()}
        subject = server_subject(inputs.surface)
        yield Hit(subject, "/tools", "", f"in one server, tools {said}", details)


def find_size(inputs: ScanInput) -> Iterator[Hit]:
    tools = len(inputs.surface.tools)
    size = sum(len(text.raw) for text in inputs.texts)
    if tools > MOST_TOOLS or size > MOST_CHARACTERS:
        because = f"{tools} tools, and {size:,} characters of text"
        details = {"tools": tools, "characters": size}
        yield Hit(server_subject(inputs.surface), "/tools", "", because, details)


def _tools_by_ability(inputs: ScanInput) -> Mapping[Ability, list[str]]:
    found: dict[Ability, list[str]] = {ability: [] for ability in Ability}
    for name, abilities in abilities_of(inputs):
        for ability in abilities:
            found[ability].append(name[:256])
    return found


def _few(names: list[str]) -> str:
    shown, more = ", ".join(names[:5]), len(names[5:])
    return f"{shown} and {more} more" if more else shown


RULES = (
    rule("CAP-001", Severity.INFO, find_commands, "MCP05", 78, 94, kind=Kind.EXPOSURE,
         agentreserve="no_public_code_execution_tools", snyk="W019",
         finds="a parameter that takes any command or program; medium where the server is public "
               "and asks for no credentials",
         why="Whoever steers the agent runs what they like on the server's machine.",
         silent=_BOUND,
         remedy="Offer the few commands that are needed as tools, or run them in a sandbox."),
    rule("CAP-002", Severity.INFO, _finder(is_query, "any database query"), "MCP05", 89,
         kind=Kind.EXPOSURE, agentreserve="prompt_injection_surface",
         finds="a parameter that takes any database query",
         why="Whoever steers the agent asks the database for anything that its account may see.",
         silent=_BOUND,
         remedy="Use an account that may only read what the tool is for."),
    rule("CAP-003", Severity.INFO, _finder(is_url, "any address"), "MCP05", 918, kind=Kind.EXPOSURE,
         agentreserve="no_public_network_access_tools", snyk="W015",
         finds="a parameter that takes any address",
         why="The server can be made to fetch addresses that only it can reach.",
         silent=_BOUND,
         remedy="Refuse private addresses, also after redirects, or allow a list of hosts."),
    rule("CAP-004", Severity.INFO, _finder(is_path, "any path"), "MCP05", 22, kind=Kind.EXPOSURE,
         agentreserve="no_broad_schema_risk", snyk="W018",
         finds="a parameter that takes any path",
         why="The server can be made to touch files outside of its folder.",
         silent=_BOUND,
         remedy="Resolve the path, and refuse what is not below the folder that the tool is for."),
    rule("CAP-005", Severity.MEDIUM, _finder(is_secret, "a secret"), "MCP01", 522,
         confidence=Confidence.MEDIUM, agentreserve="no_public_credential_access_tools",
         snyk="W007",
         finds="a secret that an agent has to pass as an argument",
         why="What is passed as an argument goes through the model, its logs and its history.",
         silent="Page tokens, token counts, names, ids and policies of secrets.",
         remedy="Take secrets from the server's environment, or use the protocol's authorization."),
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
