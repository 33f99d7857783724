"""The stream that a client opens with GET, for what the server says unasked."""

from typing import Any

from mcptest_action.core.checks.results import Ruling, failed, not_applicable, passed, ruled
from mcptest_action.core.protocol.exchange import (
    EVENTS,
    NOT_ALLOWED,
    OK,
    PATIENCE_S,
    SESSION,
    VERSION,
    Http,
    Hush,
    Listen,
    Notify,
    Overheard,
    Reaction,
    Replied,
    header_of,
    hello_request,
    media_type,
    said,
    status_of,
)
from ..meet import initialize
from ..model import HTTP, Examinee, Needs, Probe, Probing, must, the_same
from ..revision import written

_SPEC = written("basic/transports#listening-for-messages-from-the-server")
STREAM = must("HTTP-03", _SPEC, HTTP)(
    expects="GET opens an event stream, or gets status 405.",
    sends="GET with `Accept: text/event-stream`, in a session if there are any",
    remedy="Answer GET with text/event-stream; a server that never speaks unasked, with 405.",
)
NO_ANSWERS = must("HTTP-20", _SPEC, HTTP)(
    expects="No answer to a request comes on the stream that GET has opened.",
    sends="three plain requests while such a stream is open",
    remedy="Send the answer to a POST on the stream of that POST, and nowhere else.",
)
CHECKS = (STREAM, NO_ANSWERS)
_REQUESTS = 3


def listening(server: Examinee) -> Probing:
    hello = yield initialize(server.revision, server.client_version)
    if not isinstance(hello, Replied):
        return the_same(CHECKS, failed(f"on a new connection, the server {said(hello)}"))
    yield Notify("notifications/initialized")
    session = header_of(hello, SESSION)
    headers = {
        "Accept": EVENTS,
        VERSION: server.revision,
        **({SESSION: session} if session else {}),
    }
    opened = yield Http("GET", headers, timeout_s=PATIENCE_S, waits=False)
    is_stream = status_of(opened) == OK and media_type(opened) == EVENTS
    what = f"the server {said(opened)}"
    kind = f", with Content-Type '{media_type(opened)}'" if status_of(opened) == OK else ""
    allowed = ruled(is_stream or status_of(opened) == NOT_ALLOWED, what + kind, what + kind)
    if not is_stream:
        return {STREAM.id: allowed, NO_ANSWERS.id: not_applicable("GET opened no stream")}
    answers: list[Reaction] = []
    for _ in range(_REQUESTS):
        answer = yield hello_request(modern=server.is_modern)
        answers.append(answer)
    heard: Overheard = yield Listen()
    yield Hush()
    return {STREAM.id: allowed, NO_ANSWERS.id: _answered_elsewhere(answers, heard)}


def _answered_elsewhere(answers: list[Reaction], heard: Overheard) -> Ruling:
    strays = [entry["message"]["id"] for entry in heard.messages if _is_response(entry)]
    if strays:
        return failed(f"the answer to request {strays[0]!r} came on the stream of the GET")
    lost = [answer for answer in answers if not status_of(answer)]
    if lost:
        return failed(f"while a stream was open, the server {said(lost[0])}")
    return passed(f"{len(answers)} requests were answered, and none on that stream")


def _is_response(entry: Any) -> bool:
    message = entry.get("message", {})
    return "id" in message and "method" not in message


PROBES = (Probe("listening", CHECKS, listening, Needs.SILENT),)
