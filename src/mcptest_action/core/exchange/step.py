"""The vocabulary of scripts: everything that can be asked of the shell. Small, and complete."""

from collections.abc import Generator, Mapping
from typing import Any, NamedTuple, TypeVar

from mcptest_action.core.exchange.era import Era
from mcptest_action.core.exchange.reaction import Reaction


class Request(NamedTuple):
    """A JSON-RPC request, dressed as the era of the connection demands."""

    method: str
    params: Mapping[str, Any] | None = None
    era: Era | None = None
    """Speak this era instead of the connection's; handshakes do."""
    timeout_s: float | None = None


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


class Notify(NamedTuple):
    """A JSON-RPC notification; nothing is expected back."""

    method: str
    params: Mapping[str, Any] | None = None
    era: Era | None = None


class Raw(NamedTuple):
    """Bytes as they are: a line on stdio (the newline included, or not), a body on HTTP."""

    data: bytes
    answer_id: int | str | None = None
    """The id of the answer to wait for; None waits for whatever comes first."""
    timeout_s: float | None = None


class Http(NamedTuple):
    """An HTTP request with exactly these headers on top of what HTTP itself needs."""

    method: str = "POST"
    headers: Mapping[str, str] = {}
    body: bytes = b""
    timeout_s: float | None = None


class Together(NamedTuple):
    """Several steps at once; the script receives a tuple of reactions, in this order."""

    steps: "tuple[Request | CallTool | Notify | Raw | Http, ...]"


class Fresh(NamedTuple):
    """A new connection or process; the one before is closed. No handshake is made."""


class Close(NamedTuple):
    """Close the connection as a well-behaved client does."""


Step = Request | CallTool | Notify | Raw | Http | Together | Fresh | Close
SingleStep = Request | CallTool | Notify | Raw | Http
Result = TypeVar("Result")
# What a script yields, what it is sent back (a tuple after Together), and what it returns.
Script = Generator[Step, Any, Result]
Answer = Reaction | tuple[Reaction, ...]
