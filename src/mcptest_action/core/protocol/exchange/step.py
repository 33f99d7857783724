"""The vocabulary of scripts: everything that they can ask of the shell. Small, and complete."""

import re
from collections.abc import Generator, Mapping
from typing import Any, NamedTuple, TypeVar, assert_never

from .client import NOBODY, Client, Says
from .era import Era
from .reaction import Reaction


class Request(NamedTuple):
    """A JSON-RPC request, dressed as the era of the connection demands."""

    method: str
    params: Mapping[str, Any] | None = None
    era: Era | None = None
    """Speak this era instead of the connection's; handshakes do."""
    timeout_s: float | None = None
    headers: Mapping[str, str | None] = {}
    """Over HTTP, beside those that the era demands; None leaves one of those out."""
    request_id: int | str | None = None
    """An id of the script's own choice."""
    bare: bool = False
    """The parameters exactly as they are, without the `_meta` of the era."""
    waits: bool = True
    """False goes on without an answer. An event stream stays open until `Hush`."""
    anonymous: bool = False
    """Over HTTP, without the headers of the user; in the session of the connection, though."""


class CallTool(NamedTuple):
    """A `tools/call`: the only step that the execution policy has to allow."""

    name: str
    arguments: Any
    """An object, unless the call is meant to be wrong in just this."""
    timeout_s: float | None = None
    request_id: str | None = None
    """An id of the script's own choice, so that it can cancel the call."""
    waits: bool = True
    """False goes on without an answer; a following request proves that the server lives."""
    headers: Mapping[str, str | None] = {}
    more: Mapping[str, Any] = {}
    """Members of the params beside the name and the arguments: `_meta`, `task`, …"""
    says: Says = Says.DECLINE
    """What the server is told that asks a person meanwhile, where the client has one to ask."""
    streams: bool = False
    """Without an answer: whether an event stream stays open until `Hush`, or is closed at once."""


class StrayCall(NamedTuple):
    """A `tools/call` on which no tool can act: it names none, or one that does not exist."""

    params: Any
    headers: Mapping[str, str | None] = {}
    timeout_s: float | None = None
    anonymous: bool = False


class Notify(NamedTuple):
    """A JSON-RPC notification; nothing is expected back."""

    method: str
    params: Mapping[str, Any] | None = None
    era: Era | None = None
    headers: Mapping[str, str | None] = {}
    anonymous: bool = False


class Raw(NamedTuple):
    """Bytes as they are: a line on stdio (the newline included, or not), a body on HTTP."""

    data: bytes
    answer_id: int | str | None = None
    """The id of the answer to wait for; None waits for whatever comes first."""
    timeout_s: float | None = None
    headers: Mapping[str, str | None] = {}
    waits: bool = True


class Http(NamedTuple):
    """An HTTP request with these headers, those of the user, and what HTTP itself needs."""

    method: str = "POST"
    headers: Mapping[str, str] = {}
    body: bytes = b""
    timeout_s: float | None = None
    anonymous: bool = False
    """Without the headers of the user: who is not known gets no further than the door."""
    waits: bool = True
    """False goes on once there is a status. An event stream stays open until `Hush`."""
    path: str | None = None
    """In place of the path of the server's URL, on the same host."""


class Listen(NamedTuple):
    """Everything that the server has said unasked on this connection since the last `Listen`.

    Of an event stream that stays open, each message has the number of its `stream` beside it, and
    the id of its `event` if there is one.
    """

    method: str | None = None
    """Wait for such a notification, unless it has come already."""
    timeout_s: float = 0.0
    answer_to: int | str | None = None
    """Wait for the response with this id, or for the notification if that comes first."""


class Hush(NamedTuple):
    """Close the event streams that steps without an answer left open."""


class LookUp(NamedTuple):
    """Where the process listens that is reached at this address of this machine: on its port, and
    on which addresses. Nothing is sent.
    """

    host: str
    port: int


class Together(NamedTuple):
    """Several steps at once; the script receives a tuple of reactions, in this order."""

    steps: "tuple[Request | CallTool | StrayCall | Notify | Raw | Http, ...]"


class Fresh(NamedTuple):
    """A new connection or process; closes the one before. Makes no handshake."""

    sse: bool = False
    """Try HTTP+SSE, the transport of 2024-11-05. If it opens, later connections use it as well."""
    client: Client = NOBODY
    """What the client can do for the server on it; the handshake has to declare the same."""


class Close(NamedTuple):
    """Close the connection as a well-behaved client does; then end a process that doesn't leave."""

    exit_s: float = 0.8
    """For a process to leave once its input is closed; then it gets SIGTERM."""
    term_s: float = 0.5
    """For it to leave after that; then it is killed."""


SingleStep = Request | CallTool | StrayCall | Notify | Raw | Http
Step = SingleStep | Together | Listen | Hush | LookUp | Fresh | Close
Result = TypeVar("Result")
# What a script yields, what it is sent back (a tuple after Together), and what it returns.
Script = Generator[Step, Any, Result]
Answer = Reaction | tuple[Reaction, ...]


# They all begin like this: any other name might belong to a tool that was not listed.
NO_SUCH = "mcptest_no_such_"
CALL = "tools/call"
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")


def names_called(step: CallTool | StrayCall) -> tuple[str, ...]:
    """Every name that the call has on the wire, in its body and its headers."""
    params = {"name": step.name} if isinstance(step, CallTool) else step.params
    named = [params["name"]] if isinstance(params, Mapping) and "name" in params else []
    named += [text for key, text in step.headers.items() if text and key.casefold() == "mcp-name"]
    return tuple(name if isinstance(name, str) else repr(name) for name in named)


def gives_answers(step: CallTool | StrayCall) -> bool:
    """Whether the call tells a tool what it asked for before."""
    return isinstance(step, CallTool) and "inputResponses" in step.more


class DisguisedCallError(Exception):
    """A script tried to call a tool with something other than `CallTool`, or to agree to what that
    may ask where another call could be meant. That is a bug of ours.
    """


def refuse_disguised_call(step: SingleStep) -> None:
    """Raise for a call in disguise; a script that means something else needs none of these."""
    match step:
        case Request(method=method, headers=headers) | Notify(method=method, headers=headers):
            disguised = method.strip().casefold() == CALL or _in_headers(headers)
        case Raw(data=body, headers=headers) | Http(headers=headers, body=body):
            disguised = CALL in _read_generously(body) or _in_headers(headers)
        case CallTool(more=more):
            disguised = "name" in more or "arguments" in more
        case StrayCall():
            disguised = not all(name.startswith(NO_SUCH) for name in names_called(step))
        case _:
            assert_never(step)
    if disguised:
        raise DisguisedCallError(f"{type(step).__name__} carries a {CALL}")


def _in_headers(headers: Mapping[str, str | None]) -> bool:
    """Some servers obey the header, and we cannot look into a packed body."""
    packed = any(name.casefold() == "content-encoding" for name in headers)
    return packed or any(value and CALL in value.casefold() for value in headers.values())


def _read_generously(data: bytes) -> str:
    """The text as the most lenient server may read it: escapes undone, in any Unicode encoding."""
    text = data.replace(b"\0", b"").decode(errors="replace")
    plain = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
    return plain.replace("\\/", "/").casefold()
