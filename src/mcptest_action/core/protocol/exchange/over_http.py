"""What an HTTP answer says, whatever reaction it became."""

import re

from .incoming import parse
from .reaction import Accepted, HttpAnswer, HttpStatus, Reaction, Replied, RpcError, in_words
from .step import Request

# For an answer to something wrong; the server has already shown that it answers.
PATIENCE_S = 5.0
JSON, EVENTS = "application/json", "text/event-stream"
ACCEPT = {"Accept": f"{JSON}, {EVENTS}", "Content-Type": JSON}
SESSION, VERSION = "mcp-session-id", "MCP-Protocol-Version"
_BEFORE_THE_HEADER = ("2024-11-05", "2025-03-26")

OK, ACCEPTED, MULTIPLE_CHOICES = 200, 202, 300
# Redirects that a client follows with the same method and body; others make a POST a GET.
KEEP_THE_METHOD = (307, 308)
BAD_REQUEST, UNAUTHORIZED, FORBIDDEN, NOT_FOUND = 400, 401, 403, 404
# Of the scopes in a challenge, which are for a line in a report.
_SCOPE = 80
NOT_ALLOWED, MISDIRECTED, TOO_MANY, SERVER_ERROR = 405, 421, 429, 500


def version_header(revision: str) -> dict[str, str]:
    """The header that names the revision in every request after the hello; older ones have none."""
    return {} if revision in _BEFORE_THE_HEADER else {VERSION: revision}


def http_of(reaction: Reaction) -> HttpAnswer | None:
    """The HTTP around the answer; None if there was no answer, or if it was not kept."""
    match reaction:
        case Replied() | RpcError() | HttpStatus() | Accepted():
            return reaction.http
        case _:
            return None


def status_of(reaction: Reaction) -> int:
    """The HTTP status; 0 if unknown."""
    http = http_of(reaction)
    return 0 if http is None else http.status


def header_of(reaction: Reaction, name: str) -> str:
    """A header of the answer; empty if missing. Names are in lower case."""
    http = http_of(reaction)
    return "" if http is None else http.headers.get(name, "")


def media_type(reaction: Reaction) -> str:
    return header_of(reaction, "content-type").partition(";")[0].strip().casefold()


def is_refused(reaction: Reaction) -> bool:
    """Whether the answer is a 4xx: the request was wrong."""
    return BAD_REQUEST <= status_of(reaction) < SERVER_ERROR


def is_about_credentials(reaction: Reaction, *, given: bool) -> bool:
    """Whether credentials are refused, or missing: a 403 that does not say so, as servers send it
    for a strange Host, is about them only if some were given.
    """
    status = status_of(reaction)
    says_so = given or bool(header_of(reaction, "www-authenticate"))
    return status == UNAUTHORIZED or (status == FORBIDDEN and says_so)


def parameter(challenge: str, name: str) -> str:
    """A parameter of a `WWW-Authenticate` header; empty if it is missing."""
    found = re.search(rf'\b{name}\s*=\s*(?:"([^"]*)"|([^\s,"]+))', challenge, re.IGNORECASE)
    return "" if found is None else found[1] or found[2] or ""


def token_wanted(reaction: Reaction) -> str:
    """What a server wants instead of answering, as a verb; empty if that isn't a token.

    401 is, and so is 403 with a bearer challenge, whatever JSON-RPC error is in the body: codes for
    this are nowhere agreed on. Another 403 may be about a person, an address or a name.
    """
    status, challenge = status_of(reaction), header_of(reaction, "www-authenticate")
    is_bearer = re.search(r"(?:^|,)\s*bearer\b", challenge, re.IGNORECASE) is not None
    if status != UNAUTHORIZED and not (status == FORBIDDEN and is_bearer):
        return ""
    scope = parameter(challenge, "scope") if is_bearer else ""
    which = f" with the scope {scope[:_SCOPE]}" if scope else ""
    return f"wants a token{which} (HTTP status {status})"


def error_code(reaction: Reaction) -> int | None:
    """The code of a JSON-RPC error, even of one that doesn't say what it answers."""
    if isinstance(reaction, RpcError):
        return reaction.code
    if not isinstance(reaction, HttpStatus):
        return None
    try:
        message = parse(reaction.body)
    except ValueError:
        return None
    error = message.get("error") if isinstance(message, dict) else None
    code = error.get("code") if isinstance(error, dict) else None
    return code if type(code) is int else None


def said(reaction: Reaction) -> str:
    """What the server did, as a clause that names the HTTP status."""
    status = status_of(reaction)
    if not status or isinstance(reaction, HttpStatus):
        return in_words(reaction)
    return f"{in_words(reaction)} (HTTP status {status})"


def hello_request(*, modern: bool) -> Request:
    """A request that every server answers and that changes nothing."""
    return Request("server/discover" if modern else "ping", timeout_s=PATIENCE_S)
