"""AUT-001, AUT-002: whom a server lets in, and how it says that it does not."""

from collections.abc import Iterator

from mcptest_action.core.safety.tool_class import ToolClass
from mcptest_action.core.security.endpoint import checks_of, is_open_to_all
from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.listed import classified_tools
from mcptest_action.core.security.model import Hit, Phase, Severity, Subject, rule
from mcptest_action.core.security.parameter_kinds import is_command
from mcptest_action.core.security.parameters import parameters_of

_DISCOVERY = ("AUTH-01", "AUTH-02")


def find_open(ground: Ground) -> Iterator[Hit]:
    if not is_open_to_all(ground):
        return
    worst = [
        entry.name[:256]
        for entry, tool in classified_tools(ground)
        if tool.tool_class is ToolClass.DESTRUCTIVE or any(map(is_command, parameters_of(entry)))
    ]
    if worst:
        because = f"anybody can call {', '.join(worst[:5])}, without credentials"
        yield Hit(_endpoint(ground), "", ", ".join(worst[:5]), because, {"tools": worst[:20]})


def find_discovery(ground: Ground) -> Iterator[Hit]:
    checks = checks_of(ground)
    for check in _DISCOVERY:
        if checks.get(check, {}).get("status") == "failed":
            because = f"it wants credentials, but {checks[check].get('because')}"
            yield Hit(_endpoint(ground), "", check, because, {"check": check})


def _endpoint(ground: Ground) -> Subject:
    return Subject("endpoint", (ground.url or "").partition("?")[0])


RULES = (
    rule("AUT-001", Severity.MEDIUM, find_open, "MCP07", 306, phase=Phase.TRANSPORT,
         finds="a public server that asks for no credentials, and has tools that destroy or run "
               "commands",
         why="Anybody on the internet can use them.",
         silent="Private addresses, and servers whose tools only read or add.",
         remedy="Ask for credentials, or take these tools out of the public server."),
    rule("AUT-002", Severity.MEDIUM, find_discovery, "MCP07", phase=Phase.TRANSPORT,
         agentreserve="auth_discovery_advertised_when_required",
         finds="a server that wants credentials and does not say where to get them",
         why="Clients cannot sign in, and users paste long-lived keys into files instead.",
         silent="Servers that ask for none.",
         remedy='Add `WWW-Authenticate: Bearer resource_metadata="…"` to the 401, and name an '
                "authorization server in that document."),
)  # fmt: skip
