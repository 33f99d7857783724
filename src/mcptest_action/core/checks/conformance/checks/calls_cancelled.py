"""Calls that the client cancels while they run: by a notification or, over HTTP since 2026-07-28,
by closing the stream.

What crosses the cancellation on its way is not a fault. It counts what comes once the server has
answered a later request, and an error where the same call would have brought a result: only who
has read a cancellation answers like that.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.checks.probes import Subject, is_answer
from mcptest_action.core.checks.results import Ruling, failed, not_applicable, not_verified, passed
from mcptest_action.core.checks.run import mirrored, schemas_of
from mcptest_action.core.protocol.exchange import (
    EVENTS,
    PATIENCE_S,
    Accepted,
    CallTool,
    Hush,
    Listen,
    Notify,
    NotSent,
    Overheard,
    Provenance,
    Reaction,
    RpcError,
    Script,
    TimedOut,
    http_of,
    media_type,
    same_id,
)
from ..free_tools import why_none_is_free
from ..model import Examinee, Needs, Probe, Probing, Rulings, must, should, the_same
from ..raw import CANCELLED, light_request
from ..refusal import server_said
from ..revision import written
from ..traffic import part
from .calls_progress import METHOD, slow_tools

# The page on streamable HTTP says the same, under the same heading.
_MESSAGES = "basic/transports/stdio#cancellation"
_OLD, _NEW = "basic/utilities/cancellation", "basic/patterns/cancellation"
SILENT = should("LIFE-25", written(f"{_OLD}#behavior-requirements",
                f"{_NEW}#behavior-requirements"))(
    expects="A call that was cancelled is not answered, and reports no more progress.",
    sends="a call of a tool that may be called freely and takes its time, while it runs "
    "`notifications/cancelled` for it, then sound requests",
    remedy="Stop the call when its cancellation arrives, and send neither a result nor an error.",
)  # fmt: skip
NOTHING_MORE = must("LIFE-26", written(modern=_MESSAGES))(
    expects="A server that takes a cancellation sends nothing more for the call.",
    sends="the same; over HTTP, the end of the stream is the cancellation",
    remedy="Drop what the call still has to say, also an error that it was cancelled.",
)
GOES_ON = must("LIFE-27", written(f"{_OLD}#timing-considerations",
               f"{_NEW}#timing-considerations"))(
    expects="After the cancellation of a call, whether it still runs or not, the server goes on.",
    sends="the same, also for a call that was answered already",
    remedy="Look the call up, ignore a cancellation that comes too late, and catch what the end of "
    "the call throws.",
)  # fmt: skip
CHECKS = (SILENT, NOTHING_MORE, GOES_ON)
# What takes longer than this is still running, and will be for another round trip.
_SLOW_S = 0.2
_LATE_S = 0.3
_TOO_FAST = not_applicable("no call could be seen to run when it was cancelled")
Messages = tuple[Mapping[str, Any], ...]


class Aftermath(NamedTuple):
    """What came of a call after its cancellation."""

    tool: str
    crossed: Messages
    """Messages about it that may have been on their way."""
    late: Messages
    """Messages about it that were sent after the cancellation had been read."""
    then: Reaction
    """To a sound request behind the cancellation."""
    reported: bool
    """Whether the call said something before. If not, its silence afterwards proves nothing."""

    @property
    def error(self) -> str:
        """The error that answers the call, in words; empty if there is none."""
        said = [m for m in (*self.crossed, *self.late) if "error" in m and "result" not in m]
        if not said:
            return ""
        code = part(said[0], "error", "code")
        return "an error that has no code" if code is None else f"error {code!r:.80}"

    @property
    def is_answered(self) -> bool:
        return any("result" in message for message in self.late)


def cancelling(server: Examinee) -> Probing:
    tools = slow_tools(server)
    if not tools:
        return the_same(CHECKS, why_none_is_free(server))
    return (yield from mirrored(_cancelling(server, tools), schemas_of(server.surface)))


def _cancelling(server: Examinee, tools: list[Subject]) -> Probing:
    """Until a tool takes its time; for others, the cancellation comes too late."""
    then: Reaction | None = None
    for number, tool in enumerate(tools):
        own = f"{CANCELLED}{number}"
        running = yield from _running(server, tool, own)
        if isinstance(running, Ruling):
            return the_same(CHECKS, running)
        if running is not None:
            seen = yield from _cancelled(server, tool, own, reported=bool(running))
            return _rulings(server, seen, (yield from _plain(tool, seen)))
        if not _by_closing(server):
            yield _cancellation(own)
            then = yield light_request(server)
    return {**the_same(CHECKS, _TOO_FAST), GOES_ON.id: _TOO_FAST if then is None else _on(then)}


def _by_closing(server: Examinee) -> bool:
    return server.is_modern and server.address.http


def _cancellation(own: str) -> Notify:
    return Notify("notifications/cancelled", {"requestId": own, "reason": "mcptest"})


def _running(server: Examinee, tool: Subject, own: str) -> Script[Messages | Ruling | None]:
    """What a call of the tool reports that still runs after a moment, and would be seen to end;
    None if it does not.
    """
    more = {"_meta": {"progressToken": own}}
    call = CallTool(tool.name, tool.arguments, _SLOW_S, own, waits=False, more=more, streams=True)
    yield Listen()
    called: Reaction = yield call
    if isinstance(called, NotSent):
        return not_verified(called.because)
    if isinstance(called, TimedOut):  # there was no stream yet, and we have hung up
        return () if _by_closing(server) else None
    is_watched = http_of(called) is None or media_type(called) == EVENTS
    if not isinstance(called, Accepted) or not is_watched:
        return None
    said = tuple(_about((yield Listen(None, _SLOW_S, own)), own))
    return said if all("method" in message for message in said) else None


def _cancelled(server: Examinee, tool: Subject, own: str, *, reported: bool) -> Script[Aftermath]:
    sound = light_request(server)._replace(timeout_s=PATIENCE_S)
    if _by_closing(server):
        yield Hush()
        yield Listen()  # what came before the end
    else:
        yield _cancellation(own)
    first: Reaction = yield sound
    crossed = tuple(_about((yield Listen()), own))
    yield sound  # what takes another way has arrived by then
    crossed += tuple(_about((yield Listen()), own))
    late = tuple(_about((yield Listen(METHOD, _LATE_S, own)), own))
    if late and all("method" in message for message in late):
        late += tuple(_about((yield Listen(None, PATIENCE_S, own)), own))
    last: Reaction = yield sound
    late += tuple(_about((yield Listen()), own))
    then = last if is_answer(first) else first
    yield Hush()
    if _by_closing(server):  # nothing can cross the end of its own stream
        return Aftermath(tool.name, (), crossed + late, then, reported)
    return Aftermath(tool.name, crossed, late, then, reported)


def _plain(tool: Subject, seen: Aftermath) -> Script[Reaction | None]:
    """What the call comes to if nobody cancels it, where that tells what an error is about."""
    if not seen.error:
        return None
    reaction: Reaction = yield CallTool(tool.name, tool.arguments, PATIENCE_S)
    return reaction


def _about(heard: Overheard, own: str) -> Iterator[Mapping[str, Any]]:
    """The response to the call, and its progress."""
    for entry in heard.messages:
        message = entry.get("message", {})
        token = part(message, "params", "progressToken")
        named = token if message.get("method") == METHOD else message.get("id")
        is_ours = "method" not in message or message["method"] == METHOD
        if message and is_ours and same_id(own, named):
            yield message


def _rulings(server: Examinee, seen: Aftermath, plain: Reaction | None) -> Rulings:
    alive = _on(seen.then)
    if not is_answer(seen.then):
        return {**the_same(CHECKS, not_verified(f"see {GOES_ON.id}")), GOES_ON.id: alive}
    if any("result" in message for message in seen.crossed):
        return {**the_same(CHECKS, _TOO_FAST), GOES_ON.id: alive}
    if isinstance(plain, RpcError) and not _by_closing(server):
        by_itself = not_verified(f"{seen.tool} fails by itself, whether or not it is cancelled")
        return {**the_same(CHECKS, by_itself), GOES_ON.id: alive}
    return {
        SILENT.id: _silent(server, seen),
        NOTHING_MORE.id: _more(server, seen),
        GOES_ON.id: alive,
    }


def _silent(server: Examinee, seen: Aftermath) -> Ruling:
    if _by_closing(server):
        return not_applicable("the stream on which an answer would come is closed")
    if seen.error:
        return failed(f"the cancelled call of {seen.tool} was answered with {seen.error}")
    what = "a result came" if seen.is_answered else "progress went on"
    return _ruled(seen, failed(f"for the cancelled call of {seen.tool}, {what}"))


def _ruled(seen: Aftermath, late: Ruling) -> Ruling:
    if seen.late:
        return late
    if not seen.reported:
        return not_verified(f"{seen.tool} reports nothing, so that its silence proves nothing")
    return passed(f"nothing came for the cancelled call of {seen.tool}")


def _more(server: Examinee, seen: Aftermath) -> Ruling:
    """A server may ignore a cancellation on stdio; who closes the stream leaves no choice."""
    if _by_closing(server):
        where = "on another stream, after its own was closed"
        return _ruled(seen, failed(f"messages for the call of {seen.tool} came {where}"))
    if seen.error:
        return failed(f"the server answered the cancelled call of {seen.tool} with {seen.error}")
    if seen.is_answered:
        return not_verified(f"the server seems to ignore cancellations, which {SILENT.id} is about")
    return _ruled(seen, not_verified(f"{seen.tool} goes on, and did not end while we looked"))


def _on(then: Reaction) -> Ruling:
    """A server that does one thing after the other may not have got to the cancellation yet."""
    what = f"after the cancellation, {server_said(then)}"
    if isinstance(then, TimedOut):
        return not_verified(f"{what}: it may still be busy with the call")
    return passed("the next request was answered") if is_answer(then) else failed(what)


# A server that does not take the cancellation may be busy with the call for long.
PROBES = (Probe("call_cancelled", CHECKS, cancelling, Needs.LAST, sends=Provenance.REFUSABLE),)
