"""What is said to a server and what comes back, as values. No I/O: the shell does the talking."""

from . import reaction
from .envelope import CLIENT_NAME, Outgoing, dress, header_value
from .era import (
    LEGACY_VERSIONS, META_CAPABILITIES, META_CLIENT, META_SERVER, META_VERSION, MODERN_VERSIONS,
    NEWEST_MODERN, Era, EraName,
)  # fmt: skip
from .handshake import UNSUPPORTED_VERSION, Choice, NoHello, handshake, reconnect
from .hello import Hello, discovered, initialized
from .incoming import (
    Incoming, Noise, Notification, NotText, Response, ServerRequest, reaction_of,
    read_message, reply_to, same_id,
)  # fmt: skip
from .over_http import (
    ACCEPT, ACCEPTED, BAD_REQUEST, EVENTS, FORBIDDEN, JSON, KEEP_THE_METHOD, MULTIPLE_CHOICES,
    NOT_ALLOWED, NOT_FOUND, OK, PATIENCE_S, SERVER_ERROR, SESSION, TOO_MANY, UNAUTHORIZED, VERSION,
    error_code, header_of, hello_request, http_of, is_refused, media_type, said, status_of,
    version_header,
)  # fmt: skip
from .provenance import Provenance
from .pump import Returned, advance, pump, relayed, watched
from .reaction import (
    BROKEN, Accepted, Closed, Disconnected, Garbage, HttpAnswer, HttpStatus, InvalidUtf8, Leaving,
    Misaddressed, NotSent, Opened, Overheard, Oversized, Reaction, Replied, RpcError, TimedOut,
    TurnedAway, Unreachable,
)  # fmt: skip
from .incoming import parse
from .sse import ENDED_EARLY, ENDED_RESUMABLE, ENDPOINT_EVENT, OLD_TRANSPORT, EventReader
from .step import (
    Answer, CallTool, Close, Fresh, Http, Hush, Listen, Notify, Raw, Request, Script, SingleStep,
    Step, StrayCall, Together,
)  # fmt: skip
from .step import NO_SUCH, names_called, refuse_disguised_call
from .turned_away import BACKOFF_S, UNAVAILABLE, pause_after, turned_away
from .reaction import in_words, short

__all__ = [
    "ACCEPT", "ACCEPTED", "BACKOFF_S", "BAD_REQUEST", "BROKEN", "CLIENT_NAME", "ENDED_EARLY",
    "ENDED_RESUMABLE", "ENDPOINT_EVENT", "EVENTS", "FORBIDDEN", "JSON", "KEEP_THE_METHOD",
    "LEGACY_VERSIONS", "META_CAPABILITIES", "META_CLIENT", "META_SERVER", "META_VERSION",
    "MODERN_VERSIONS", "MULTIPLE_CHOICES", "NEWEST_MODERN", "NOT_ALLOWED", "NOT_FOUND", "NO_SUCH",
    "OK", "OLD_TRANSPORT", "PATIENCE_S", "SERVER_ERROR", "SESSION", "TOO_MANY", "UNAUTHORIZED",
    "UNAVAILABLE", "UNSUPPORTED_VERSION", "VERSION", "Accepted", "Answer", "CallTool", "Choice",
    "Close", "Closed", "Disconnected", "Era", "EraName", "EventReader", "Fresh", "Garbage", "Hello",
    "Http", "HttpAnswer", "HttpStatus", "Hush", "Incoming", "InvalidUtf8", "Leaving", "Listen",
    "Misaddressed", "NoHello", "Noise", "NotSent", "NotText", "Notification", "Notify", "Opened",
    "Outgoing", "Overheard", "Oversized", "Provenance", "Raw", "Reaction", "Replied", "Request",
    "Response", "Returned", "RpcError", "Script", "ServerRequest", "SingleStep", "Step",
    "StrayCall", "TimedOut", "Together", "TurnedAway", "Unreachable", "advance", "discovered",
    "dress", "error_code", "handshake", "header_of", "header_value", "hello_request", "http_of",
    "in_words", "initialized", "is_refused", "media_type", "names_called", "parse", "pause_after",
    "pump", "reaction", "reaction_of", "read_message", "reconnect", "refuse_disguised_call",
    "relayed", "reply_to", "said", "same_id", "short", "status_of", "turned_away", "version_header",
    "watched",
]  # fmt: skip
