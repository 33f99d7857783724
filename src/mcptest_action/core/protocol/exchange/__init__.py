"""What is said to a server and what comes back, as values. No I/O: the shell does the talking."""

from . import reaction
from .client import (
    ASKABLE, ELICITATION, FORM, NOBODY, SAMPLING, URL, Client, Says, answered, mode_of, reply_of,
)  # fmt: skip
from .envelope import CLIENT_NAME, Outgoing, dress, header_value
from .era import (
    LEGACY_VERSIONS, META_CAPABILITIES, META_CLIENT, META_SERVER, META_VERSION, MODERN_VERSIONS,
    NEWEST_MODERN, NO_ERA, Era, EraName,
)  # fmt: skip
from .handshake import UNSUPPORTED_VERSION, Choice, NoHello, handshake, knock, reconnect
from .hello import Hello, discovered, initialized
from .incoming import (
    Incoming, Noise, Notification, NotText, Response, ServerRequest, reaction_of,
    read_message, reply_to, same_id,
)  # fmt: skip
from .over_http import (
    ACCEPT, ACCEPTED, BAD_REQUEST, EVENTS, FORBIDDEN, JSON, KEEP_THE_METHOD, MULTIPLE_CHOICES,
    NOT_ALLOWED, NOT_FOUND, OK, PATIENCE_S, SERVER_ERROR, SESSION, TOO_MANY, UNAUTHORIZED, VERSION,
    error_code, header_of, hello_request, http_of, is_about_credentials, is_refused, media_type,
    parameter, said, status_of, token_wanted, version_header,
)  # fmt: skip
from .provenance import Provenance
from .pump import Returned, advance, pump, relayed, watched
from .reaction import (
    BROKEN, Accepted, Bound, Closed, Disconnected, Garbage, HttpAnswer, HttpStatus, InvalidUtf8,
    Leaving, Misaddressed, NotSent, Opened, Overheard, Oversized, Reaction, Replied, RpcError,
    TimedOut, TurnedAway, Unreachable,
)  # fmt: skip
from .incoming import parse
from .sse import (
    DEFAULT_EVENT, ENDED_EARLY, ENDED_RESUMABLE, ENDPOINT_EVENT, LONGEST_ID, OLD_TRANSPORT,
    EventReader,
)  # fmt: skip
from .speaking import speaks
from .step import (
    Answer, CallTool, Close, Fresh, Http, Hush, Listen, LookUp, Notify, Raw, Request, Script,
    SingleStep, Step, StrayCall, Together,
)  # fmt: skip
from .step import (
    NO_SUCH, DisguisedCallError, gives_answers, names_called, refuse_disguised_call,
)  # fmt: skip
from .turned_away import BACKOFF_S, UNAVAILABLE, pause_after, turned_away
from .reaction import in_words, short

__all__ = [
    "ACCEPT", "ACCEPTED", "ASKABLE", "BACKOFF_S", "BAD_REQUEST", "BROKEN", "CLIENT_NAME",
    "DEFAULT_EVENT", "ELICITATION", "ENDED_EARLY", "ENDED_RESUMABLE", "ENDPOINT_EVENT", "EVENTS",
    "FORBIDDEN", "FORM", "JSON", "KEEP_THE_METHOD", "LEGACY_VERSIONS", "LONGEST_ID",
    "META_CAPABILITIES", "META_CLIENT", "META_SERVER", "META_VERSION", "MODERN_VERSIONS",
    "MULTIPLE_CHOICES", "NEWEST_MODERN", "NOBODY", "NOT_ALLOWED", "NOT_FOUND", "NO_ERA", "NO_SUCH",
    "OK", "OLD_TRANSPORT", "PATIENCE_S", "SAMPLING", "SERVER_ERROR", "SESSION", "TOO_MANY",
    "UNAUTHORIZED", "UNAVAILABLE", "UNSUPPORTED_VERSION", "URL", "VERSION", "Accepted", "Answer",
    "Bound", "CallTool", "Choice", "Client", "Close", "Closed", "Disconnected",
    "DisguisedCallError", "Era", "EraName", "EventReader", "Fresh", "Garbage", "Hello", "Http",
    "HttpAnswer", "HttpStatus", "Hush", "Incoming", "InvalidUtf8", "Leaving", "Listen", "LookUp",
    "Misaddressed", "NoHello", "Noise", "NotSent", "NotText", "Notification", "Notify", "Opened",
    "Outgoing", "Overheard", "Oversized", "Provenance", "Raw", "Reaction", "Replied", "Request",
    "Response", "Returned", "RpcError", "Says", "Script", "ServerRequest", "SingleStep", "Step",
    "StrayCall", "TimedOut", "Together", "TurnedAway", "Unreachable", "advance", "answered",
    "discovered", "dress", "error_code", "gives_answers", "handshake", "header_of", "header_value",
    "hello_request", "http_of", "in_words", "initialized", "is_about_credentials", "is_refused",
    "knock", "media_type", "mode_of", "names_called", "parameter", "parse", "pause_after", "pump",
    "reaction", "reaction_of", "read_message", "reconnect", "refuse_disguised_call", "relayed",
    "reply_of", "reply_to", "said", "same_id", "short", "speaks", "status_of", "token_wanted",
    "turned_away", "version_header", "watched",
]  # fmt: skip
