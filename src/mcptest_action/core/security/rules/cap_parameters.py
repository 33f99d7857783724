"""CAP-001 to CAP-005: what an agent can be made to pass on, by the parameters of tools."""

from collections.abc import Callable, Iterator

from mcptest_action.core.security.endpoint import is_open_to_all
from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.listed import tools_in
from mcptest_action.core.security.model import Confidence, Hit, Kind, Severity, rule
from mcptest_action.core.security.parameters import (
    Parameter,
    is_command,
    is_path,
    is_query,
    is_secret,
    is_url,
    parameters_of,
)


def _finder(holds: Callable[[Parameter], bool], what: str) -> Callable[[Ground], Iterator[Hit]]:
    def find(ground: Ground) -> Iterator[Hit]:
        for entry in tools_in(ground.surface):
            for parameter in parameters_of(entry):
                if holds(parameter):
                    because = f"the parameter '{parameter.name[:80]}' takes {what}"
                    details = {"parameter": parameter.name[:128]}
                    name = parameter.name[:128]
                    yield Hit(entry.subject, parameter.pointer, name, because, details)

    return find


_commands = _finder(is_command, "any command or program")


def find_commands(ground: Ground) -> Iterator[Hit]:
    """What anybody on the internet can run is more than something to know."""
    severity = Severity.MEDIUM if is_open_to_all(ground) else None
    return (hit._replace(severity=severity) for hit in _commands(ground))


_BOUND = "Parameters with a list of values, or with a pattern."
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
)  # fmt: skip
