"""NET-001 to NET-005, AUT-001, AUT-002: how clients reach the server, and whom it lets in."""

from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

from mcptest_action.core.protocol.exchange import (
    MULTIPLE_CHOICES,
    OK,
    Reaction,
    header_of,
    status_of,
)
from mcptest_action.core.protocol.transcript import Exchange
from mcptest_action.core.safety import ToolClass, words_of
from ..endpoint import checks_of, is_open_to_all, is_public
from ..listed import classified_tools
from ..model import Hit, Phase, ScanInput, Severity, Subject, rule
from ..parameters import is_command, parameters_of

_ALLOWED, _CREDENTIALS = "access-control-allow-origin", "access-control-allow-credentials"
_SESSION = "mcp-session-id"
# Checks about the ids of sessions: what they consist of, and whether one can guess them.
_IDS = ("HTTP-09", "HTTP-10")
_MINTED = "HHDR-14"
_TELLING = frozenset({"token", "key", "apikey", "secret", "password", "auth", "signature"})
_DISCOVERY = ("AUTH-01", "AUTH-02")


def find_origin(inputs: ScanInput) -> Iterator[Hit]:
    for exchange in _asked(inputs, "foreign_origin"):
        if _is_served(exchange.reaction):
            because = f"a request from a foreign web page is served ({_status(exchange)})"
            yield _hit(inputs, "Origin", because, {"status": status_of(exchange.reaction)})
            return


def find_host(inputs: ScanInput) -> Iterator[Hit]:
    """A browser also names the page in Origin; a server that refuses it there is protected."""
    guarded = not any(_is_served(each.reaction) for each in _asked(inputs, "foreign_origin"))
    for exchange in _asked(inputs, "foreign_host"):
        if _is_served(exchange.reaction):
            because = f"a request under a foreign host name is served ({_status(exchange)})"
            hit = _hit(inputs, "Host", because, {"status": status_of(exchange.reaction)})
            yield hit._replace(severity=Severity.LOW if guarded else None)
            return


def find_plain_http(inputs: ScanInput) -> Iterator[Hit]:
    if is_public(inputs.url) and str(inputs.url).startswith("http:"):
        because = "the server is public, and what is said on the way can be read and changed"
        yield _hit(inputs, "http:", because, {"kind": "plain HTTP"})


def find_sessions(inputs: ScanInput) -> Iterator[Hit]:
    checks = checks_of(inputs)
    for check in _IDS:
        if checks.get(check, {}).get("status") == "failed":
            because = f"ids of sessions are unfit: {checks[check].get('because')}"
            yield _hit(inputs, check, because, {"check": check})
    if any(_is_accepted_session(exchange) for exchange in _asked(inputs, "sessions")):
        because = "a request in a session that was never given out is served"
        yield _hit(inputs, "unknown session", because, {})
    if checks.get(_MINTED, {}).get("status") == "failed" and any(
        header_of(exchange.reaction, _SESSION) for exchange in _asked(inputs, "earlier_traffic")
    ):
        because = "it gives out sessions, which the newest revision does not have"
        yield _hit(inputs, _MINTED, because, {"check": _MINTED})._replace(severity=Severity.INFO)


def _is_accepted_session(exchange: Exchange) -> bool:
    """The made-up id identifies the exchange; the status tells whether the server objected."""
    headers = exchange.sent.get("headers") or {}
    made_up = str(headers.get(_SESSION, "")).startswith("mcptest-")
    return made_up and _is_served(exchange.reaction)


def find_sharing(inputs: ScanInput) -> Iterator[Hit]:
    for exchange in _asked(inputs, "foreign_origin"):
        allowed = header_of(exchange.reaction, _ALLOWED)
        with_credentials = header_of(exchange.reaction, _CREDENTIALS).casefold() == "true"
        origin = str((exchange.sent.get("headers") or {}).get("Origin", ""))
        if allowed and (with_credentials or allowed == origin):
            because = f"{_ALLOWED} is '{allowed[:80]}' for a foreign web page"
            because += ", with credentials" if with_credentials else ""
            hit = _hit(inputs, _ALLOWED, because, {"header": _ALLOWED})
            yield hit._replace(severity=None if with_credentials else Severity.LOW)
            break
    for name, _value in parse_qsl(urlsplit(inputs.url or "").query):
        if set(words_of(name)) & _TELLING:
            because = f"the address of the server carries a secret, in '{name[:40]}'"
            yield _hit(inputs, f"?{name[:40]}=…", because, {"parameter": name[:40]})


def _asked(inputs: ScanInput, probe: str) -> list[Exchange]:
    """What a probe of the examination sent, in any revision."""
    said = inputs.exchanges or ()
    return [exchange for exchange in said if exchange.key.check.rpartition("/")[2] == probe]


def _is_served(reaction: Reaction) -> bool:
    return OK <= status_of(reaction) < MULTIPLE_CHOICES


def _status(exchange: Exchange) -> str:
    return f"HTTP status {status_of(exchange.reaction)}"


def _hit(inputs: ScanInput, snippet: str, because: str, details: dict[str, object]) -> Hit:
    where = (inputs.url or "").partition("?")[0]
    return Hit(Subject("endpoint", where), "", snippet, because, details)


def find_open(inputs: ScanInput) -> Iterator[Hit]:
    if not is_open_to_all(inputs):
        return
    worst = [
        entry.name[:256]
        for entry, tool in classified_tools(inputs)
        if tool.tool_class is ToolClass.DESTRUCTIVE or any(map(is_command, parameters_of(entry)))
    ]
    if worst:
        because = f"anybody can call {', '.join(worst[:5])}, without credentials"
        hit = _hit(inputs, ", ".join(worst[:5]), because, {"tools": worst[:20]})
        yield hit._replace(identity=", ".join(sorted(worst)))


def find_discovery(inputs: ScanInput) -> Iterator[Hit]:
    checks = checks_of(inputs)
    for check in _DISCOVERY:
        if checks.get(check, {}).get("status") == "failed":
            because = f"it wants credentials, but {checks[check].get('because')}"
            yield _hit(inputs, check, because, {"check": check})


RULES = (
    rule("NET-001", Severity.HIGH, find_origin, "MCP07", 346, phase=Phase.TRANSPORT,
         agentreserve="transport_validates_origin",
         finds="a server that serves requests from foreign web pages",
         why="A page that somebody visits can use every tool of the server, in their name.",
         silent="Any 4xx answer.",
         remedy="Compare the `Origin` header with the origins that may use the server; answer "
                "others with 403."),
    rule("NET-002", Severity.MEDIUM, find_host, "MCP07", phase=Phase.TRANSPORT,
         finds="a server on loopback that serves requests under a foreign host name; low where it "
               "refuses foreign origins",
         why="An attacker's name can be made to lead to this machine, and a browser then takes "
             "the server for the attacker's own.",
         silent="Servers that are not on loopback, and any 4xx answer.",
         remedy="Refuse a `Host` header that is not localhost or 127.0.0.1."),
    rule("NET-003", Severity.MEDIUM, find_plain_http, "MCP07", 319,
         agentreserve="transport_uses_https",
         finds="a public server that is reached over plain HTTP",
         why="Whoever is on the way reads tokens and results, and can change them.",
         silent="Loopback, private addresses, and names without a dot, such as service containers.",
         remedy="Put the server behind TLS, and give the https URL to clients."),
    rule("NET-004", Severity.MEDIUM, find_sessions, "MCP07", 330, 384, phase=Phase.TRANSPORT,
         finds="ids of sessions that can be guessed, or that nobody gave out and the server "
               "takes; info for sessions in the newest revision",
         why="Who guesses an id is in somebody else's session.",
         silent="Servers without sessions.",
         remedy="Draw ids from a cryptographic random source, and answer unknown ones with 404."),
    rule("NET-005", Severity.MEDIUM, find_sharing, "MCP07", 942, 598, phase=Phase.TRANSPORT,
         agentreserve="endpoint_no_credentials_in_url",
         finds="answers that foreign web pages may read with credentials, or a secret in the "
               "address; low for a foreign origin that is allowed without credentials",
         why="Pages read what only its users may see; addresses are logged everywhere.",
         silent="`*` without credentials, which shares what is public anyway.",
         remedy="List the origins that may read; send secrets in the Authorization header."),
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
