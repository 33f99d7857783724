"""Send something that no client of ours would write, and see the reaction. Scripts."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.checks.probes import is_answer
from mcptest_action.core.protocol.exchange import (
    Accepted,
    Disconnected,
    Garbage,
    HttpStatus,
    Listen,
    Notify,
    Outgoing,
    Overheard,
    Raw,
    Reaction,
    Replied,
    Request,
    RpcError,
    Script,
    TimedOut,
    Together,
    Unreachable,
    dress,
    in_words,
    parse,
)
from mcptest_action.core.protocol.surface import LISTINGS, Listing
from mcptest_action.core.protocol.target import Transport
from .model import Examinee

# How the ids of calls begin that we cancel. A server may go on, and answer while we are elsewhere.
CANCELLED = "mcptest-cancelled-"
# For an answer to something wrong; the server has already shown that it answers.
PATIENCE_S = 5.0


class RawAnswer(NamedTuple):
    """How a server reacted to one message, and to a sound request right after it."""

    at_once: Reaction
    """Over HTTP the answer itself; on stdio, only whether the message could be written."""
    heard: Overheard
    """What it said meanwhile that answers nothing else."""
    then: Reaction
    """To the sound request. On stdio, silence is proven by it."""

    @property
    def unasked(self) -> tuple[Any, ...]:
        return self.heard.messages

    @property
    def answers(self) -> tuple[Mapping[str, Any], ...]:
        """Every JSON-RPC response to the message, on either transport."""
        said = self.at_once.text if isinstance(self.at_once, Garbage) else None
        # What an event stream brings in place of the answer is heard as well: it came once.
        others = tuple(e for e in self.unasked if said is None or e.get("noise") != said)
        return (*_answers(self.at_once), *_unasked_answers(others))

    @property
    def results(self) -> int:
        return sum("result" in answer for answer in self.answers)

    @property
    def codes(self) -> tuple[Any, ...]:
        errors = [answer["error"] for answer in self.answers if "error" in answer]
        return tuple(error.get("code") for error in errors if isinstance(error, dict))

    @property
    def status(self) -> int | None:
        """The HTTP status; None on stdio, or if there was no answer."""
        http = getattr(self.at_once, "http", None)
        return None if http is None else int(http.status)

    @property
    def trouble(self) -> str:
        """How the message harmed the server, as a clause; empty if it didn't."""
        if isinstance(self.at_once, Disconnected | TimedOut | Unreachable):
            return in_words(self.at_once)
        if not is_answer(self.then):
            return f"{in_words(self.then)}, when asked for something sound right after it"
        return ""

    @property
    def in_words(self) -> str:
        """What it did, as a clause."""
        if self.trouble:
            return self.trouble
        if not self.answers:
            is_silent = self.status is None and isinstance(self.at_once, Accepted)
            return "stayed silent" if is_silent else in_words(self.at_once)
        if self.results:
            return "answered with a result"
        return f"answered with {', '.join(f'JSON-RPC error {code}' for code in self.codes)}"


def sound_request(server: Examinee) -> Request:
    """A request that this server must answer: for a list that it declares and has given before, or
    for its hello.
    """
    for listing in LISTINGS:
        # Few servers know templates, and nothing declares them.
        is_declared = server.declares(listing.capability) and listing.key == listing.capability
        if is_declared and not _is_broken(server, listing):
            return Request(listing.method)
    return Request("server/discover" if server.is_modern else "ping")


def light_request(server: Examinee) -> Request:
    """A request for the shortest list that was given, if it only matters that there is an answer:
    we send it often, and a list of tools can be long.
    """
    declared = [listing for listing in LISTINGS if server.declares(listing.capability)]
    given = [listing for listing in declared if _entries(server, listing) is not None]
    if not given:  # an error is an answer, too; the end of the connection is none
        is_answered = declared and not server.broken
        return Request(declared[0].method) if is_answered else sound_request(server)
    return Request(min(given, key=lambda one: _entries(server, one) or 0).method)


def _entries(server: Examinee, listing: Listing) -> int | None:
    """How many entries it has; None if it failed, and for templates, which few servers know."""
    surface = server.surface
    lists = {"tools": surface.tools, "resources": surface.resources, "prompts": surface.prompts}
    is_unknown = _is_broken(server, listing) or listing.key not in lists
    return None if is_unknown else len(lists[listing.key])


def _is_broken(server: Examinee, listing: Listing) -> bool:
    return any(problem.startswith(f"{listing.method}:") for problem in server.surface.problems)


def sound_message(server: Examinee, message_id: Any) -> dict[str, Any]:
    """The same as JSON, with all that the revision demands, ready to be spoiled in one place."""
    message: dict[str, Any] = json.loads(_dressed(server, sound_request(server)).body)
    return {**message, "id": message_id}


def say(server: Examinee, body: bytes, like: Request | Notify | None = None) -> Script[RawAnswer]:
    """Send the bytes as they are; over HTTP with the headers that the sound message has."""
    over_http = server.address.transport is Transport.HTTP  # only there, an answer comes at once
    headers = _dressed(server, like or sound_request(server)).headers
    line = body if over_http else body + b"\n"
    yield Listen()  # anything earlier is about something else
    at_once = yield Raw(line, timeout_s=PATIENCE_S, headers=headers, waits=over_http)
    then = yield light_request(server)
    heard: Overheard = yield Listen()
    return RawAnswer(at_once, heard, then)


def say_json(
    server: Examinee, message: Any, like: Request | Notify | None = None
) -> Script[RawAnswer]:
    body = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
    return (yield from say(server, body, like))


def notify(server: Examinee, notification: Notify) -> Script[RawAnswer]:
    """Send a notification, and see whether the server wrongly sends something back."""
    return (yield from say(server, _dressed(server, notification).body, notification))


def _dressed(server: Examinee, step: Request | Notify) -> Outgoing:
    return dress(step, server.era, 0, server.client_version)


def _answers(reaction: Reaction) -> Iterator[Mapping[str, Any]]:
    match reaction:
        case Replied(result=result):
            yield {"result": result}
        case RpcError(code, message):
            yield {"error": {"code": code, "message": message}}
        case HttpStatus(body=text) | Garbage(text=text):
            yield from _written_answers(text)
        case _:
            pass


def _unasked_answers(unasked: tuple[Any, ...]) -> Iterator[Mapping[str, Any]]:
    for entry in unasked:
        message = entry.get("message", {})
        if "method" not in message and message and not _is_late(message):
            yield message
        yield from _written_answers(entry.get("noise", ""))


def _is_late(message: Mapping[str, Any]) -> bool:
    """Whether it answers a call that was made before."""
    own = message.get("id")
    return isinstance(own, str) and own.startswith(CANCELLED)


def _written_answers(text: str) -> Iterator[Mapping[str, Any]]:
    """The answers in a batch, which isn't a message, and in an error without an id."""
    try:
        value = parse(text)
    except ValueError:
        # The text may have been cut. Only a batch begins like this.
        if text.startswith("[{") and '"result"' in text:
            yield {"result": None}
        return
    for message in value if isinstance(value, list) else [value]:
        if isinstance(message, dict) and ("result" in message or "error" in message):
            yield message


class RequestOutcome(NamedTuple):
    """A request by its id, and its result."""

    request_id: str
    reaction: Reaction


def at_once(
    server: Examinee, request: Request, ids: tuple[str, ...]
) -> Script[tuple[RequestOutcome, ...]]:
    """The same request under each of the ids.

    Over HTTP each may take a connection of its own, and the operating system turns some away
    before the server has seen them: a short queue doesn't break the protocol. Those are asked
    again, one by one.
    """
    reactions = yield Together(tuple(request._replace(request_id=own) for own in ids))
    asked = []
    for own, reaction in zip(ids, reactions, strict=False):
        found = RequestOutcome(own, reaction)
        if server.address.http and isinstance(reaction, Disconnected | Unreachable):
            again = f"{own}-again"
            found = RequestOutcome(again, (yield request._replace(request_id=again)))
        asked.append(found)
    return tuple(asked)
