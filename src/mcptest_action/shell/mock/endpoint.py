"""What each HTTP request to the mock gets: the rules of the transport, then those of the core."""

import asyncio
import os
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import NamedTuple

from mcptest_action.core.authoring.mock import (
    LEGACY,
    MODERN,
    Answer,
    Code,
    Era,
    Failure,
    Fault,
    Invalid,
    Kind,
    Message,
    Mock,
    Notification,
    Request,
    Session,
    StrayAnswer,
    era_of,
    error_message,
    meta_failure,
    react,
    read_message,
    respond,
    with_flaky_hints,
)
from mcptest_action.shell.mock.delivery import Speech
from mcptest_action.shell.mock.http_request import HttpRequest
from mcptest_action.shell.mock.http_response import JSON, Response, plain
from mcptest_action.shell.mock.routing_headers import header_failure
from mcptest_action.shell.mock.visits import Visits

PATH = "/mcp"
MOST_SESSIONS = 10_000
_LOOPBACK = frozenset(("localhost", "127.0.0.1", "[::1]"))
_HOST = re.compile(r"(?:https?://)?(\[[0-9a-fA-F:.]+\]|[^/:@\[\]]+)(?::[0-9]+)?")
_ACCEPTED = Response(202)
# In the modern era the status tells a proxy what the body tells the client.
_STATUS: dict[int | None, int] = {
    Code.INVALID_PARAMS: 400,
    Code.INVALID_REQUEST: 400,
    Code.HEADER_MISMATCH: 400,
    Code.MISSING_CAPABILITY: 400,
    Code.UNSUPPORTED_VERSION: 400,
    Code.METHOD_NOT_FOUND: 404,
}


class Visitor(NamedTuple):
    """A session, and which one it is."""

    session: Session
    number: int


class Guest:
    """One connection. The modern era has nothing else that could count as a session."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self.number = 0
        self.writer = writer


class Said(NamedTuple):
    message: Answer
    status: int = HTTPStatus.OK
    headers: Mapping[str, str] = {}


class Endpoint:
    """Holds the sessions of the legacy era, and counts the requests that concern the fault."""

    def __init__(self, mock: Mock, fault: Fault, visits: Visits, *, host: str, sse: bool) -> None:
        self.mock, self.fault, self._visits, self._sse = mock, fault, visits, sse
        self._local = _LOOPBACK | {host.lower(), f"[{host.lower()}]"}
        self._on_loopback = host.lower() in ("localhost", "127.0.0.1", "::1")
        self._visitors: dict[str, Visitor] = {}
        self._seen = 0

    async def handle(self, request: HttpRequest, guest: Guest) -> Response | Speech:
        if request.path != PATH:
            return plain(404, f"the mock is at {PATH}")
        if not self._trusts(request.headers):
            return plain(403, "this Origin or Host is not allowed")
        if request.method == "DELETE" and self.mock.era is not Era.MODERN:
            return self._forget(request.headers)
        if request.method != "POST":
            return plain(405, "use POST", {"Allow": "POST"})
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            return plain(415, f"the body must be {JSON}")
        message = read_message(request.body)
        said = self._say(message, request.headers, guest)
        if said is None:
            return _ACCEPTED
        method = message.method if isinstance(message, Request) else ""
        self._seen, reply = react(self.fault, self._seen, method, said.message)
        return Speech(reply, said.status, said.headers, self._sse and said.status == HTTPStatus.OK)

    def _trusts(self, headers: Mapping[str, str]) -> bool:
        """A page on the web must not reach a server on the reader's own machine.

        Bound to another address, the mock cannot know by which names it is called.
        """
        host, origin = _name(headers.get("host")), headers.get("origin")
        if self._on_loopback and host not in self._local:
            return False
        return origin is None or _name(origin) in self._local | {host} - {""}

    def _forget(self, headers: Mapping[str, str]) -> Response:
        known = self._visitors.pop(headers.get("mcp-session-id", ""), None)
        return Response(200) if known else plain(404, "there is no such session")

    def _say(self, message: Message, headers: Mapping[str, str], guest: Guest) -> Said | None:
        if isinstance(message, Invalid):
            return Said(error_message(message.id, message.failure), 400)
        if isinstance(message, StrayAnswer):
            return None
        told = headers.get("mcp-protocol-version") == MODERN or "mcp-method" in headers
        known = Session(Era.MODERN) if told else Session()
        if era_of(self.mock.era, known, message.method, message.params) is Era.MODERN:
            return self._say_modern(message, headers, guest)
        return self._say_legacy(message, headers)

    def _say_modern(
        self, message: Request | Notification, headers: Mapping[str, str], guest: Guest
    ) -> Said | None:
        if isinstance(message, Notification):
            return None
        guest.number = guest.number or self._visits.next()
        failure = meta_failure(message.params)
        if failure is None or failure.code is Code.UNSUPPORTED_VERSION:
            # A client that contradicts itself hears about that first.
            mismatch = header_failure(headers, message, self.mock.manifest)
            if mismatch is not None:
                return Said(error_message(message.id, mismatch), 400)
        _, said = self.respond(guest.number, Session(Era.MODERN), message)
        return Said(said, _STATUS.get(said.get("error", {}).get("code"), HTTPStatus.OK))

    def _say_legacy(
        self, message: Request | Notification, headers: Mapping[str, str]
    ) -> Said | None:
        to = message.id if isinstance(message, Request) else None
        if headers.get("mcp-protocol-version", LEGACY[-1]) not in LEGACY:
            what = "this revision is not spoken here"
            failure = Failure(Code.INVALID_REQUEST, what, {"supported": list(LEGACY)})
            return Said(error_message(to, failure), 400)
        if isinstance(message, Request) and message.method == "initialize":
            return self._welcome(message)
        name = headers.get("mcp-session-id")
        visitor = self._visitors.get(name or "")
        if visitor is None:
            what = "there is no such session" if name else "Mcp-Session-Id is missing"
            failure = Failure(Code.INVALID_REQUEST, f"{what}; send initialize")
            return Said(error_message(to, failure), 404 if name else 400)
        if isinstance(message, Notification):
            return None
        _, said = self.respond(visitor.number, visitor.session, message)
        return Said(said)

    def _welcome(self, message: Request) -> Said:
        number = self._visits.next()
        session, said = self.respond(number, Session(), message)
        if "error" in said:
            return Said(said)
        if len(self._visitors) >= MOST_SESSIONS:
            del self._visitors[next(iter(self._visitors))]
        name = os.urandom(16).hex()
        self._visitors[name] = Visitor(session, number)
        return Said(said, headers={"Mcp-Session-Id": name})

    def respond(self, number: int, session: Session, request: Request) -> tuple[Session, Answer]:
        """The next state of this session, and the answer to its client."""
        mock = self.mock
        if self.fault.kind is Kind.FLAKY_HINTS:
            mock = mock._replace(manifest=with_flaky_hints(mock.manifest, number))
        return respond(mock, session, request)


def _name(address: str | None) -> str:
    """The host of an Origin or Host header, without scheme and port."""
    match = _HOST.fullmatch(address or "")
    return match[1].lower() if match else ""
