"""The stream that a client opens with GET, and sessions: what outlives a request."""

from typing import Any

from mcptest_action.core.checks.results import (
    Ruling,
    failed,
    not_applicable,
    not_verified,
    passed,
    ruled,
)
from mcptest_action.core.protocol.exchange import (
    BAD_REQUEST,
    EVENTS,
    MULTIPLE_CHOICES,
    NOT_ALLOWED,
    NOT_FOUND,
    OK,
    PATIENCE_S,
    SESSION,
    Http,
    Hush,
    Listen,
    Notify,
    Overheard,
    Provenance,
    Reaction,
    Replied,
    RpcError,
    header_of,
    hello_request,
    media_type,
    said,
    status_of,
    version_header,
)
from ..meet import initialize
from ..model import HTTP, Examinee, Needs, Probe, Probing, must, should, the_same
from ..raw import sound_request
from ..revision import over_http

_LISTENING = over_http("listening-for-messages-from-the-server")
STREAM = must("HTTP-03", _LISTENING, HTTP)(
    expects="GET opens an event stream, or gets status 405.",
    sends="GET with `Accept: text/event-stream`, in a session if there are any",
    remedy="Answer GET with text/event-stream; a server that never speaks unasked, with 405.",
)
NO_ANSWERS = must("HTTP-20", _LISTENING, HTTP)(
    expects="No answer to a request comes on the stream that GET has opened.",
    sends="three plain requests while such a stream is open",
    remedy="Send the answer to a POST on the stream of that POST, and nowhere else.",
)
STREAMS = (STREAM, NO_ANSWERS)
_REQUESTS = 3
_NO_HELLO = not_verified("no session begins without a hello: see LIFE-01")


_CONFLICT = 409


def listening(server: Examinee) -> Probing:
    if not isinstance(server.answer, Replied):
        return the_same(STREAMS, _NO_HELLO)
    hello = yield initialize(server.revision, server.client_version)
    if not isinstance(hello, Replied):
        return the_same(STREAMS, failed(f"on a new connection, the server {said(hello)}"))
    yield Notify("notifications/initialized")
    session = header_of(hello, SESSION)
    headers = {
        "Accept": EVENTS,
        **version_header(server.revision),
        **({SESSION: session} if session else {}),
    }
    opened = yield Http("GET", headers, timeout_s=PATIENCE_S, waits=False)
    is_stream = status_of(opened) == OK and media_type(opened) == EVENTS
    what = f"the server {said(opened)}"
    kind = f", with Content-Type '{media_type(opened)}'" if status_of(opened) == OK else ""
    allowed = ruled(is_stream or status_of(opened) == NOT_ALLOWED, what + kind, what + kind)
    if status_of(opened) == _CONFLICT:
        # Some servers have one stream for all clients, and this probe runs in several revisions.
        return the_same(STREAMS, not_verified(f"a stream may be open already: {what}"))
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


_SPEC = over_http("session-management")
VISIBLE = must("HTTP-09", _SPEC, HTTP)(
    expects="A session id consists of visible ASCII characters.",
    sends="`initialize`, and looks at the `Mcp-Session-Id` of the answer",
    remedy="Make session ids of letters and digits, such as a random UUID.",
)
RANDOM = should("HTTP-10", _SPEC, HTTP)(
    expects="Session ids cannot be guessed: they differ, are long, and do not count up.",
    sends="`initialize` three times, each for a session of its own",
    remedy="Draw session ids from a cryptographic random source, 16 characters or longer.",
)
MISSING = should("HTTP-11", _SPEC, HTTP)(
    expects="A server that needs a session answers a request without one with status 400.",
    sends="`tools/list` without `Mcp-Session-Id`",
    remedy="Answer requests without a session, other than `initialize`, with 400.",
)
UNKNOWN = should("HTTP-12", _SPEC, HTTP)(
    expects="A request with a session id that the server does not know gets status 404.",
    sends="`tools/list` with a session id that was never given out",
    remedy="Answer with 404: to a client, that is the sign to begin a new session.",
)
ENDED = must("HTTP-13", _SPEC, HTTP)(
    expects="A request in a session that has ended gets status 404.",
    sends="DELETE for a session, and then `tools/list` in it",
    remedy="Answer with 404: to a client, that is the sign to begin a new session.",
)
CHECKS = (VISIBLE, RANDOM, MISSING, UNKNOWN, ENDED)
SHORTEST = 16
_FIRST_VISIBLE, _LAST_VISIBLE = "\x21", "\x7e"
_NEVER_GIVEN = "mcptest-00000000-0000-4000-8000-000000000000"


def sessions(server: Examinee) -> Probing:
    if not isinstance(server.answer, Replied):
        return the_same(CHECKS, _NO_HELLO)
    hello = initialize(server.revision, server.client_version)
    first = yield hello
    own = header_of(first, SESSION)
    if not own:
        nothing = not_applicable("the server gives out no sessions")
        no_hello = failed(f"asked for a session of its own, the server {said(first)}")
        return the_same(CHECKS, nothing if isinstance(first, Replied) else no_hello)
    yield Notify("notifications/initialized")
    for_others = hello._replace(headers={SESSION: None})
    greeted = [first, (yield for_others), (yield for_others)]
    given = [header_of(reaction, SESSION) for reaction in greeted]
    asked = sound_request(server)._replace(timeout_s=PATIENCE_S)
    missing = yield asked._replace(headers={SESSION: None})
    unknown = yield asked._replace(headers={SESSION: _NEVER_GIVEN})
    for other in filter(None, given[1:]):
        yield _goodbye(server, other)
    ended = yield _goodbye(server, own)
    again = yield asked._replace(headers={SESSION: own})
    not_found = status_of(unknown) == NOT_FOUND
    return {
        VISIBLE.id: _visible(own).on(first),
        RANDOM.id: _random(given).on(*greeted),
        MISSING.id: _missing(missing).on(missing),
        UNKNOWN.id: ruled(not_found, f"the server {said(unknown)}").on(unknown),
        ENDED.id: _ended(ended, again).on(ended, again),
    }


def _goodbye(server: Examinee, session: str) -> Http:
    headers = {SESSION: session, **version_header(server.revision)}
    return Http("DELETE", headers, timeout_s=PATIENCE_S)


def _visible(session: str) -> Ruling:
    odd = [char for char in session if not _FIRST_VISIBLE <= char <= _LAST_VISIBLE]
    good = f"all {len(session)} characters of the id are visible ASCII"
    return ruled(not odd, good, f"the id contains {', '.join(map(repr, sorted(set(odd))[:3]))}")


def _random(sessions: list[str]) -> Ruling:
    given = [session for session in sessions if session]
    if len(given) < len(sessions):
        return failed(f"of {len(sessions)} clients, only {len(given)} were given a session")
    if len(set(given)) < len(given):
        return failed("two clients were given the same session")
    shortest = min(map(len, given))
    if shortest < SHORTEST:
        return failed(f"an id has only {shortest} characters")
    if _counts_up(given):
        return failed("the ids count up, so that the next one can be guessed")
    return passed(f"three ids that differ, of {shortest} characters or more")


def _counts_up(sessions: list[str]) -> bool:
    """Whether the ids are small growing numbers, alone or inside the same text."""
    head, *rest = sessions
    shared = next(
        (i for i in range(len(head)) if any(o[: i + 1] != head[: i + 1] for o in rest)), 0
    )
    tails = [session[shared:] for session in sessions]
    if not all(tail.isascii() and tail.isdigit() for tail in tails):
        return False
    numbers = sorted(map(int, tails))
    # Other clients may come in between; random numbers are never this close.
    return numbers[-1] - numbers[0] < len(sessions) * 100


def _missing(reaction: Reaction) -> Ruling:
    what = f"the server {said(reaction)}"
    is_served = isinstance(reaction, Replied | RpcError) and status_of(reaction) == OK
    if is_served:
        return not_applicable("the server needs no session: without one, it serves the request")
    return ruled(status_of(reaction) == BAD_REQUEST, what)


def _ended(ended: Reaction, again: Reaction) -> Ruling:
    if not OK <= status_of(ended) < MULTIPLE_CHOICES:
        return not_applicable(
            f"sessions do not end on request: to DELETE, the server {said(ended)}"
        )
    return ruled(status_of(again) == NOT_FOUND, f"after DELETE, the server {said(again)}")


PROBES = (
    Probe("listening", STREAMS, listening, Needs.SILENT, sends=Provenance.SOUND),
    Probe("sessions", CHECKS, sessions, Needs.SILENT),
)
