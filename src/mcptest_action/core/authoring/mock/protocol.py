"""A request to its answer, in the era of the request."""

from typing import Any, NamedTuple

from .message import Code, Failure, Invalid, Message, Request, error_message, result_message
from .methods import METHODS, Asked, Outcome, capabilities
from .model import JsonObject, Manifest, object_of
from .revisions import (
    CAPABILITIES_KEY,
    CLIENT_KEY,
    LEGACY,
    LOG_LEVEL_KEY,
    LOG_LEVELS,
    MODERN,
    SERVER_KEY,
    VERSION_KEY,
    Era,
)

# The results that a client may keep for a while. Nothing here ages, but people often change a mock.
_CACHEABLE = (
    "server/discover", "tools/list", "prompts/list",
    "resources/list", "resources/templates/list", "resources/read",
)  # fmt: skip
Answer = dict[str, Any]


class Mock(NamedTuple):
    manifest: Manifest
    era: Era = Era.BOTH
    newest: str = LEGACY[-1]
    """The newest revision with a handshake that it speaks."""


class Session(NamedTuple):
    """What we know of the peer: its era once it has spoken, its revision after the handshake."""

    era: Era | None = None
    revision: str = ""


def answer(mock: Mock, session: Session, message: Message) -> tuple[Session, Answer | None]:
    """The server's next state, and its answer, if any."""
    match message:
        case Request():
            return respond(mock, session, message)
        case Invalid():
            return session, error_message(message.id, message.failure)
        case _:
            return session, None


def respond(mock: Mock, session: Session, request: Request) -> tuple[Session, Answer]:
    """The same for a request, which always gets an answer."""
    if era_of(mock.era, session, request.method, request.params) is Era.MODERN:
        session, outcome = _modern(mock, session, request)
    else:
        session, outcome = _legacy(mock, session, request)
    if isinstance(outcome, Failure):
        return session, error_message(request.id, outcome)
    return session, result_message(request.id, outcome)


def era_of(spoken: Era, session: Session, method: str, params: JsonObject) -> Era:
    """The era of one message. A server of both eras believes what the message says."""
    if spoken is not Era.BOTH:
        return spoken
    if method == "initialize":
        return Era.LEGACY
    meta = object_of(params.get("_meta"))
    speaks_modern = bool(meta.keys() & {VERSION_KEY, CAPABILITIES_KEY, CLIENT_KEY})
    if speaks_modern or method == "server/discover" or session.era is Era.MODERN:
        return Era.MODERN
    return Era.LEGACY


def _identity(manifest: Manifest) -> dict[str, Any]:
    return {"name": manifest.name, "version": manifest.version}


def _dispatch(mock: Mock, request: Request, *, modern: bool) -> Outcome:
    feature = request.method.partition("/")[0]
    if request.method not in METHODS or feature not in capabilities(mock.manifest):
        return Failure(Code.METHOD_NOT_FOUND, f"there is no method '{request.method}'")
    return METHODS[request.method](Asked(mock.manifest, request.params, modern))


def _legacy(mock: Mock, session: Session, request: Request) -> tuple[Session, Outcome]:
    if request.method == "initialize":
        return _handshake(mock, session, request.params)
    if request.method == "ping":
        return session, {}
    if not session.revision:
        what = f"send initialize first, or the _meta of {MODERN} with each request"
        return session, Failure(Code.INVALID_PARAMS, what)
    return session, _dispatch(mock, request, modern=False)


def _handshake(mock: Mock, session: Session, params: JsonObject) -> tuple[Session, Outcome]:
    wanted = params.get("protocolVersion")
    for key, kind in (("protocolVersion", str), ("capabilities", dict), ("clientInfo", dict)):
        if not isinstance(params.get(key), kind):
            return session, Failure(Code.INVALID_PARAMS, f"initialize needs {key}")
    spoken = LEGACY[: LEGACY.index(mock.newest) + 1]
    revision = wanted if isinstance(wanted, str) and wanted in spoken else mock.newest
    result = {
        "protocolVersion": revision,
        "capabilities": capabilities(mock.manifest),
        "serverInfo": _identity(mock.manifest),
        **_instructions(mock.manifest),
    }
    return Session(Era.LEGACY, revision), result


def _instructions(manifest: Manifest) -> dict[str, str]:
    return {"instructions": manifest.instructions} if manifest.instructions else {}


def _modern(mock: Mock, session: Session, request: Request) -> tuple[Session, Outcome]:
    if request.method == "initialize":
        what = f"there is no initialize since {MODERN}; send server/discover"
        return session, Failure(Code.METHOD_NOT_FOUND, what, {"supported": [MODERN]})
    failure = meta_failure(request.params)
    if failure is not None:
        return session, failure
    session = Session(Era.MODERN) if session.era is None else session
    if request.method == "server/discover":
        outcome: Outcome = {
            "supportedVersions": [MODERN],
            "capabilities": capabilities(mock.manifest),
            **_instructions(mock.manifest),
        }
    else:
        outcome = _dispatch(mock, request, modern=True)
    if isinstance(outcome, Failure):
        return session, outcome
    return session, enveloped(mock.manifest, request.method, outcome)


def meta_failure(params: JsonObject) -> Failure | None:
    """What the `_meta` of a modern request lacks."""
    meta = object_of(params.get("_meta"))
    for key, kind in ((VERSION_KEY, str), (CAPABILITIES_KEY, dict)):
        if not isinstance(meta.get(key), kind):
            return Failure(Code.INVALID_PARAMS, f"_meta needs {key}")
    if meta[VERSION_KEY] != MODERN:
        data = {"supported": [MODERN], "requested": meta[VERSION_KEY]}
        return Failure(Code.UNSUPPORTED_VERSION, "this revision is not spoken here", data)
    if meta.get(LOG_LEVEL_KEY, LOG_LEVELS[0]) not in LOG_LEVELS:
        return Failure(Code.INVALID_PARAMS, f"{LOG_LEVEL_KEY} is none of {', '.join(LOG_LEVELS)}")
    return None


def enveloped(manifest: Manifest, method: str, result: dict[str, Any]) -> dict[str, Any]:
    """What every modern result carries; a manifest may say otherwise for its own responses."""
    cached = {"ttlMs": 0, "cacheScope": "private"} if method in _CACHEABLE else {}
    meta = result.get("_meta", {})
    if isinstance(meta, dict):
        meta = {SERVER_KEY: _identity(manifest), **meta}
    return {"resultType": "complete", **result, **cached, "_meta": meta}
