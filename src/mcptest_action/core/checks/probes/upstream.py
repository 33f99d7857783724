"""Faults behind a server: a service that a tool could not reach, or that wants credentials.

Nobody can tell from such an error whether the tool does its own work well. The words are those of
operating systems, HTTP clients, databases and cloud services; a server repeats them. Only errors
are read: a result is a success, whatever it says.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from mcptest_action.core.checks.results import Ruling, Skip, skipped
from mcptest_action.core.protocol.exchange import Reaction, RpcError, token_wanted
from .contract import is_answer
from .error_leaks_internals import error_text
from .leak_patterns import masked

_LONGEST = 20_000
_INVALID_PARAMS = -32602
_SHOWN, _BEFORE = 120, 60
_IN_WORDS: Mapping[Skip, str] = {
    Skip.SERVICE_UNREACHABLE: "could not be reached",
    Skip.SERVICE_WANTS_CREDENTIALS: "wants credentials",
}


class UpstreamFault(NamedTuple):
    """What kept a tool from its work, and how the error puts it."""

    cause: Skip
    said: str

    def behind(self, tools: str) -> str:
        """As a clause: the service behind `tools` could not be reached, and why."""
        return f"the service behind {tools} {_IN_WORDS[self.cause]}: {self.said}"


class _Unauthorized(UpstreamFault):
    """It is the server itself that wants a token, or one with another scope."""

    __slots__ = ()

    def behind(self, tools: str) -> str:
        return f"the server does not let us call {tools}: {self.said}"


def not_verified_behind(fault: UpstreamFault) -> Ruling:
    """The ruling on whatever needs a call that succeeds."""
    return skipped(f"not verified: {fault.behind('the tool')}", fault.cause)


def fault_behind(reaction: Reaction) -> UpstreamFault | None:
    """The fault that an error names, or its HTTP status; None for results and for no answer."""
    if wanted := token_wanted(reaction):
        return _Unauthorized(Skip.SERVICE_WANTS_CREDENTIALS, masked(f"it {wanted}"))
    if isinstance(reaction, RpcError) and reaction.code == _INVALID_PARAMS:
        return None  # the server's own judgement of the arguments, whatever words it uses
    return fault_in(error_text(reaction)) if is_answer(reaction) else None


def fault_in(text: str) -> UpstreamFault | None:
    """The fault in the text of an error. A service that is not reached cannot ask for a key."""
    text = text[:_LONGEST]
    for cause, pattern in _TABLE:
        if found := pattern.search(text):
            return UpstreamFault(cause, _around(text, found))
    return None


def _around(text: str, found: re.Match[str]) -> str:
    """The line of it; of a long one the part around it: hosts are often named before."""
    begin = text.rfind("\n", 0, found.start()) + 1
    end = text.find("\n", found.end())
    end = len(text) if end < 0 else end
    # Masked before it is cut: half a secret is still too much.
    line = " ".join(masked(text[begin:end]).split())
    if len(line) <= _SHOWN:
        return line
    first = text.find(" ", max(begin, found.start() - _BEFORE), found.start()) + 1
    rest = " ".join(masked(text[first or found.start() : end]).split())
    return rest if len(rest) <= _SHOWN else rest[: _SHOWN - 1] + "…"


def _any(*patterns: str, flags: re.RegexFlag = re.IGNORECASE) -> re.Pattern[str]:
    return re.compile("|".join(patterns), flags)


_NETWORK = _any(
    # Errors of operating systems, as libraries name them.
    r"\b(?:ENOTFOUND|EAI_(?:AGAIN|NONAME|FAIL|NODATA)|ECONN(?:REFUSED|RESET|ABORTED)|ETIMEDOUT)\b",
    r"\b(?:ENET|EHOST)(?:UNREACH|DOWN)\b|\bUND_ERR_(?:CONNECT_TIMEOUT|SOCKET)\b",
    # Names.
    r"\bgetaddrinfo\b|\bname or service not known\b|\bnodename nor servname provided\b",
    r"\bname resolution\b|\bNameResolutionError\b|\bno address associated with hostname\b",
    r"\b(?:could not|couldn't|failed to|unable to|cannot) resolve (?:the )?(?:host|address|name)",
    r"\bhost(?:name)? (?:was |could )?not (?:be )?(?:found|resolved)\b|: no such host\b",
    r"\bDNS (?:lookup|resolution|query)?[^\n]{0,20}\bfail",
    # Connections.
    r"\bconnection (?:was |has been )?(?:refused|timed out|reset|error\b|issue\b)",
    r"\bconnect(?:ion)? ?time[d-]?[ -]?out\b|\ball connection attempts failed\b",
    r"\b(?:could not|couldn't|cannot|can't|unable to|failed to) connect\b",
    r"\bfailed to establish a (?:new )?connection\b",
    r"\bfailed to reach\b|\bmax retries exceeded\b|\bfetch failed\b|\bsocket hang up\b",
    r"\bnetwork (?:error|failure|is unreachable|is down)\b|\bno route to host\b",
    r"\bhost is (?:unreachable|down)\b|\bnet::ERR_(?!ABORTED)[A-Z]",
    r"\btunnel connection failed\b|\bproxyerror\b|\bserver ?selection ?(?:timeout|error)",
    # Certificates.
    r"\bcertificate[ _]verify[ _]failed\b|\bself[-_ ]signed[-_ ]cert|\bSSLCertVerification",
    r"\bunable to (?:get local issuer|verify the first) certificate\b|\bcertificate has expired\b",
    # The service's own gateway.
    r"\b502 bad gateway\b|\b503 service (?:temporarily )?unavailable\b|\b504 gateway time-?out\b",
    r"\bstatus(?: code)?\W{1,3}50[234]\b",
)  # fmt: skip
# The object of a sentence about credentials, also as the end of a variable's name.
_KEY = (
    r"(?:\b|_)(?:api[-_ ]?(?:keys?|tokens?|secrets?)|(?:access|auth|authentication|authorization|"
    r"bearer|refresh|oauth|bot|service)[-_ ]?tokens?|client[-_ ]?secrets?|credentials?)(?:\b|_)"
)
_LACKING = (
    r"(?:missing|required?|requires|invalid|incorrect|wrong|expired|revoked|undefined|unset|"
    r"not|no|without|must|needs?|provide|configure|specify|check|supply|rejected|unable)"
)
_CREDENTIALS = _any(
    # HTTP, as clients put it.
    r"\b40[13]\W{1,4}(?:client error\W{1,3})?(?:unauthori[sz]ed|forbidden)\b",
    r"\b(?:http|status|code|error|with|returned|response)\W{1,3}"
    r"(?:(?:http|status|code|error|was|is)\W{1,3}){0,2}40[13]\b",
    r"\bunauthori[sz]ed\b|\bunauthenticated\b|\bnot (?:authenticated|logged in|signed in)\b",
    r"\bauthentication (?:is )?(?:required|failed|error|failure)\b|\bAuthenticationError\b",
    r"\b(?:please|must|need to) (?:log|sign) ?in\b|\blog[- ]?in (?:is )?required\b",
    # Keys and tokens.
    rf"\b{_LACKING}\b[^\n]{{0,40}}{_KEY}",
    rf"{_KEY}[^\n]{{0,40}}\b{_LACKING}\b",
    r"\binvalid_(?:token|grant|client|api_key)\b|\btoken (?:has |is )?(?:expired|revoked)\b",
    r"\binvalid token\b(?=\s*(?:$|[.!,)\"\n]))|\bbad credentials\b",
    # Databases and clouds.
    r"\bpassword authentication failed\b|\bNOAUTH\b|\bWRONGPASS\b|\baccess denied for user\b",
    r"\binvalid (?:user ?name|login|user) or password\b|\bdefault credentials\b",
    # Settings.
    r"\bset (?:the |an |your )?(?:\w{1,60} )?environment variables?\b",
    rf"\benvironment variables?\b[^\n]{{0,60}}\b{_LACKING}\b",
    rf"\b{_LACKING}\b[^\n]{{0,60}}\benvironment variables?\b",
)
_VARIABLE = _any(
    r"\b[A-Z][A-Z0-9]{1,30}_[A-Z0-9_]{1,60} (?:is |was |are |must be |has )?(?:not |un)?"
    r"(?:been )?(?:set|required|missing|defined|configured)\b",
    # All that Python says of `os.environ["WEATHER_API_KEY"]`.
    r"['\"][A-Z][A-Z0-9_]{0,60}_(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS)['\"]",
    flags=re.NOFLAG,
)
_TABLE = (
    (Skip.SERVICE_UNREACHABLE, _NETWORK),
    (Skip.SERVICE_WANTS_CREDENTIALS, _CREDENTIALS),
    (Skip.SERVICE_WANTS_CREDENTIALS, _VARIABLE),
)
