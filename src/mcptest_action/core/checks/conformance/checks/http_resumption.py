"""Event streams that a client comes back to, and several at once: which message comes on which.

Before 2026-07-28. A server that names its events may replay them, and need not.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.checks.probes import Subject, is_answer
from mcptest_action.core.checks.results import (
    Ruling,
    Status,
    failed,
    not_applicable,
    not_verified,
    passed,
    ruled,
)
from mcptest_action.core.protocol.exchange import (
    EVENTS,
    OK,
    PATIENCE_S,
    SESSION,
    CallTool,
    Http,
    Hush,
    Listen,
    Notify,
    Overheard,
    Provenance,
    Reaction,
    Replied,
    Request,
    RpcError,
    Script,
    header_of,
    http_of,
    media_type,
    said,
    status_of,
    version_header,
)
from ..free_tools import why_none_is_free
from ..meet import initialize
from ..model import HTTP, Examinee, Needs, Probe, Probing, Rulings, must, should, the_same
from ..raw import sound_request
from ..revision import over_http
from ..several_streams import each_once, on_its_own
from .calls_progress import METHOD, slow_tools

_SPEC = over_http("resumability-and-redelivery")
OWN_EVENTS = must("HTTP-22", _SPEC, HTTP)(
    expects="A stream that is resumed brings only its own messages.",
    sends="two requests with streams of their own, then GET with `Last-Event-ID`, the id of an "
    "event of the first one",
    remedy="Keep the name of its stream with every event, and replay only events of the one that "
    "`Last-Event-ID` belongs to.",
)
ONE_STREAM = must("HTTP-23", over_http("multiple-connections"), HTTP)(
    expects="No message comes on two streams.",
    sends="a call of a tool that may be called freely, with a progress token, while streams of GET "
    "are open",
    remedy="Choose one stream for each message: what belongs to a request comes on its own.",
)
STAYS = should("HTTP-24", over_http("sending-messages-to-the-server"), HTTP)(
    expects="A call whose stream is lost goes on: who comes back gets the answer.",
    sends="a call of a tool that may be called freely and reports progress, the end of its stream "
    "before the answer, then GET with `Last-Event-ID`",
    remedy="Do not take a lost connection for a cancellation; keep the answer for the client.",
)
UNRELATED = should("HTTP-25", over_http("listening-for-messages-from-the-server"), HTTP)(
    expects="The stream that GET opens brings nothing that belongs to a running request.",
    sends=ONE_STREAM.sends,
    remedy="Send progress on the stream of the request that it is about.",
)
LISTENING, CHECKS = (ONE_STREAM, UNRELATED), (OWN_EVENTS, ONE_STREAM, STAYS, UNRELATED)
_FIRST, _SECOND, _LOST = (f"mcptest-resumed-{name}" for name in ("first", "second", "lost"))
_CALLED, _AFTER = "mcptest-called", "mcptest-after"
# For a tool, and for a replay. A server that replays nothing costs the latter in each revision.
_CALL_S, _REPLAY_S, _NOT_DUE_S = 1.0, 1.5, 0.3
_NO_IDS = not_applicable("the server gives its events no ids")
_NO_REPLAY = not_applicable("nothing was replayed, and nothing has to be")
_NO_STREAM = not_applicable("GET opens no stream")


class Visit(NamedTuple):
    """A session of the probe's own."""

    server: Examinee
    headers: Mapping[str, str]

    def get(self, last_event: str = "") -> Http:
        resumed = {"Last-Event-ID": last_event} if last_event else {}
        return Http("GET", {**self.headers, **resumed}, timeout_s=PATIENCE_S, waits=False)

    def ask(self, own: str) -> Request:
        return sound_request(self.server)._replace(request_id=own, timeout_s=PATIENCE_S)


def resuming(server: Examinee) -> Probing:
    hello = yield initialize(server.revision, server.client_version)
    if not isinstance(hello, Replied):
        return the_same(CHECKS, not_verified(f"on a new connection, the server {said(hello)}"))
    yield Notify("notifications/initialized")
    session = header_of(hello, SESSION)
    named = {SESSION: session} if session else {}
    visit = Visit(server, {"Accept": EVENTS, **version_header(server.revision), **named})
    tool = next(iter(slow_tools(server, 1)), None)
    listened, called = yield from _listening(visit, tool)
    first, ids, is_due = _CALLED, _ids(called), _is_due(called)
    if not ids:
        asked: Reaction = yield visit.ask(_FIRST)
        first, ids, is_due = _FIRST, _ids(asked), _is_due(asked)
        if not ids:
            unheard = not_verified(f"to a sound request, the server {said(asked)}")
            nothing = _NO_IDS if is_answer(asked) else unheard
            return {**the_same(CHECKS, nothing), **listened}
    yield visit.ask(_SECOND)
    patience_s = _REPLAY_S if is_due else _NOT_DUE_S
    heard = yield from _replayed(visit, ids[0], first, patience_s)
    own = _own_events(first, heard, patience_s).on(*heard)
    stays = own
    if own.status is Status.PASSED:
        stays = yield from _stays(visit, tool, called)
    elif own.status is Status.FAILED:
        stays = not_verified(f"see {OWN_EVENTS.id}")
    return {OWN_EVENTS.id: own, STAYS.id: stays, **listened}


def _listening(visit: Visit, tool: Subject | None) -> Script[tuple[Rulings, Reaction | None]]:
    """What a call says while streams of GET are open; some servers have only one for a client.

    And the answer to the call, if there was one.
    """
    opened: Reaction = yield visit.get()
    if not _is_stream(opened):
        return the_same(LISTENING, _NO_STREAM), None
    if tool is None:
        yield Hush()
        return the_same(LISTENING, why_none_is_free(visit.server)), None
    yield visit.get()
    if visit.server.declares("logging"):
        yield Request("logging/setLevel", {"level": "debug"}, timeout_s=PATIENCE_S)
    yield Listen()
    called: Reaction = yield _call(tool, _CALLED)
    yield visit.ask(_AFTER)  # what takes another way has arrived by then
    heard: Overheard = yield Listen()
    yield Hush()
    return {
        ONE_STREAM.id: each_once(heard, called),
        UNRELATED.id: on_its_own(heard, called),
    }, called


def _call(tool: Subject, own: str) -> CallTool:
    more = {"_meta": {"progressToken": own}}
    return CallTool(tool.name, tool.arguments, _CALL_S, own, more=more)


def _is_stream(opened: Reaction) -> bool:
    return status_of(opened) == OK and media_type(opened) == EVENTS


def _ids(reaction: Reaction | None) -> list[str]:
    """Of the events around an answer."""
    http = None if reaction is None else http_of(reaction)
    stream = http.stream if http is not None else None
    return [name for name in stream["ids"] if name] if stream else []


def _is_due(reaction: Reaction | None) -> bool:
    """Whether something comes after the first id: not if that is the id of the answer itself."""
    http = None if reaction is None else http_of(reaction)
    stream = http.stream if http is not None else None
    return stream is not None and (bool(stream["primed"]) or len(_ids(reaction)) > 1)


def _replayed(
    visit: Visit, last_event: str, own: str, patience_s: float = _REPLAY_S
) -> Script[tuple[Overheard, ...]]:
    """What came on the resumed stream; nothing without one."""
    yield Listen()
    opened: Reaction = yield visit.get(last_event)
    if not _is_stream(opened):
        return ()
    heard: Overheard = yield Listen(None, patience_s, own)
    yield visit.ask(f"{own}-{_AFTER}")
    more: Overheard = yield Listen()
    yield Hush()
    return heard, more


def _responses(heard: Iterable[Overheard]) -> Mapping[str, Any]:
    """By the ids of their requests."""
    messages = [entry.get("message", {}) for each in heard for entry in each.messages]
    return {str(message["id"]): message for message in messages if _is_response(message)}


def _is_response(message: Mapping[str, Any]) -> bool:
    return "id" in message and "method" not in message


def _own_events(first: str, heard: tuple[Overheard, ...], patience_s: float) -> Ruling:
    replayed = _responses(heard)
    if not replayed:
        silent = f"within {patience_s:g} s, no answer came on the resumed stream"
        return not_verified(silent) if heard else _NO_REPLAY
    others = [own for own in replayed if own != first]
    if others:
        return failed(f"on the resumed stream came the answer to another request, {others[0]}")
    return passed("only the answer that belongs to the stream was replayed")


def _stays(visit: Visit, tool: Subject | None, called: Reaction | None) -> Script[Ruling]:
    """`called`: what the same call came to before, when nothing was lost."""
    if tool is None:
        return why_none_is_free(visit.server)
    yield Listen()
    yield _call(tool, _LOST)._replace(waits=False, streams=True)
    heard: Overheard = yield Listen(METHOD, _CALL_S, _LOST)
    yield Hush()
    if any(_is_response(entry.get("message", {})) for entry in heard.messages):
        return not_applicable("no call reported progress before its answer")
    since = next((entry["event"] for entry in heard.messages if "event" in entry), "")
    if not since:
        return not_verified(f"within {_CALL_S:g} s, the call of {tool.name} brought no event id")
    replayed = _responses((yield from _replayed(visit, since, _LOST, PATIENCE_S)))
    answer = replayed.get(_LOST, {})
    if not answer and not isinstance(called, Replied | RpcError):
        return not_verified(f"the call of {tool.name} may take long, and still run")
    bad = "an error" if "error" in answer else "no answer"
    good = f"the answer to the call of {tool.name} was replayed"
    return ruled("result" in answer, good, f"to the call of {tool.name}, {bad} was replayed")


PROBES = (Probe("resuming", CHECKS, resuming, Needs.SILENT, sends=Provenance.REFUSABLE),)
