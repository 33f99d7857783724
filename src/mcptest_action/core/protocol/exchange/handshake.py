"""Find out which era a server speaks, and say hello in it. A script: the shell does the talking."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from .envelope import CLIENT_NAME
from .era import LEGACY_VERSIONS, META_SERVER, MODERN_VERSIONS, NEWEST_LEGACY, Era, EraName
from .over_http import BAD_REQUEST, FORBIDDEN, SERVER_ERROR, TOO_MANY, UNAUTHORIZED, status_of
from .reaction import (
    BROKEN,
    Garbage,
    Opened,
    Reaction,
    Replied,
    RpcError,
    Unreachable,
    in_words,
    short,
)  # fmt: skip
from .sse import OLD_TRANSPORT
from .step import Fresh, Notify, Request, Script

UNSUPPORTED_VERSION = -32022


class Choice(StrEnum):
    """Which era to speak if a server offers both."""

    AUTO = "auto"
    LEGACY = "legacy"
    MODERN = "modern"


class Hello(NamedTuple):
    """A server that said hello."""

    era: Era
    server: Mapping[str, Any]
    capabilities: Mapping[str, Any]
    instructions: str | None
    sse: bool = False
    """Over HTTP+SSE, the transport of 2024-11-05."""


class NoHello(NamedTuple):
    """A server that we could not start a conversation with."""

    tried: tuple[str, ...]
    reaction: Reaction


def handshake(
    choice: Choice, client_version: str, *, falls_back: bool = True
) -> Script[Hello | NoHello]:
    """Say hello: `server/discover` first, then `initialize`, unless one era was chosen.

    An error to the first says nothing about the second, whatever its code: real servers answer
    -32601, -32602 or HTTP 400. Nor does an answer prove the modern era: `resultType` does, and
    a revision that both sides speak. `falls_back`: to the transport of 2024-11-05 as well.
    """
    tried: list[str] = []
    reaction: Reaction = Opened()
    if choice is not Choice.LEGACY:
        for era in (Era(EraName.MODERN, version) for version in reversed(MODERN_VERSIONS)):
            reaction = yield Request("server/discover", era=era)
            answer = discovered(reaction, era)
            if isinstance(answer, Hello):
                return answer
            tried.append(f"server/discover ({era.version}): {answer}")
            if not _offers(reaction):
                break
        # Nobody answered. A server that comes up a moment later is asked in this order again.
        if choice is Choice.MODERN or isinstance(reaction, Unreachable):
            return NoHello(tuple(tried), reaction)
        if isinstance(reaction, BROKEN):
            reopened = yield Fresh()
            if not isinstance(reopened, Opened):
                return NoHello(tuple(tried), reopened)
    reaction = yield Request("initialize", _initialize(client_version))
    answer = initialized(reaction)
    if not isinstance(answer, Hello):
        tried.append(f"initialize ({NEWEST_LEGACY.version}): {answer}")
        if falls_back and _may_be_older(reaction):
            return (yield from _over_sse(client_version, tried, reaction))
        return NoHello(tuple(tried), reaction)
    yield Notify("notifications/initialized", era=answer.era)
    return answer


# These say who may ask, or how often, and nothing about the transport.
_AT_THE_DOOR = (UNAUTHORIZED, FORBIDDEN, TOO_MANY)


def _may_be_older(reaction: Reaction) -> bool:
    """Whether a refused `initialize` may mean that the server has the transport of 2024-11-05.

    The revisions of March and June 2025 name every 4xx, that of November 400, 404 and 405. We take
    the wider reading: all that it costs is one GET. A POST may also have got what a GET is for.
    """
    refused = BAD_REQUEST <= status_of(reaction) < SERVER_ERROR
    is_older = isinstance(reaction, Garbage) and reaction.text == OLD_TRANSPORT
    return is_older or (refused and status_of(reaction) not in _AT_THE_DOOR)


def _over_sse(client_version: str, tried: list[str], refusal: Reaction) -> Script[Hello | NoHello]:
    """The hello over HTTP+SSE. If there is no such stream, the refusal is what counts."""
    opened = yield Fresh(sse=True)
    if not isinstance(opened, Opened):
        tried.append(f"HTTP+SSE (2024-11-05): {in_words(opened)}")
        return NoHello(tuple(tried), refusal)
    reaction = yield Request("initialize", _initialize(client_version))
    answer = initialized(reaction)
    if not isinstance(answer, Hello):
        tried.append(f"initialize ({NEWEST_LEGACY.version}) over HTTP+SSE: {answer}")
        return NoHello(tuple(tried), reaction)
    yield Notify("notifications/initialized", era=answer.era)
    return answer._replace(sse=True)


def _offers(reaction: Reaction) -> bool:
    """Whether the server refused this revision but speaks another modern one."""
    return isinstance(reaction, RpcError) and reaction.code == UNSUPPORTED_VERSION


def _initialize(client_version: str) -> dict[str, Any]:
    return {
        "protocolVersion": NEWEST_LEGACY.version,
        "capabilities": {},
        "clientInfo": {"name": CLIENT_NAME, "version": client_version},
    }


def discovered(reaction: Reaction, era: Era) -> Hello | str:
    """The hello of a modern server, or why it isn't one, as a clause."""
    match reaction:
        case Replied(result={"resultType": "complete", "supportedVersions": list(offered)} as said):
            spoken = next((v for v in _preferred(era) if v in offered), None)
            if spoken is None:
                return _lacking("any supportedVersions we speak", *offered)
            server = _object(_object(said.get("_meta")).get(META_SERVER))
            return _hello(Era(EraName.MODERN, spoken), server, said)
        case Replied(result={"resultType": "complete"}):
            return _lacking("a list of supportedVersions")
        case Replied(result={"resultType": kind}):
            return _lacking("the resultType 'complete'", kind)
        case Replied():
            return _lacking("a resultType")
        case _:
            return in_words(reaction)


def _preferred(era: Era) -> Iterator[str]:
    """The revision that was asked for, which the server is known to answer; then the newest."""
    yield era.version
    yield from reversed(MODERN_VERSIONS)


def initialized(reaction: Reaction) -> Hello | str:
    """The hello of a legacy server, or why it isn't one, as a clause."""
    match reaction:
        case Replied(result={"protocolVersion": version} as said):
            if version not in LEGACY_VERSIONS:
                return _lacking("a protocolVersion we speak", version)
            return _hello(Era(EraName.LEGACY, version), _object(said.get("serverInfo")), said)
        case Replied():
            return _lacking("a protocolVersion")
        case _:
            return in_words(reaction)


def _lacking(what: str, *instead: Any) -> str:
    clause = f"replied, but without {what}"
    return f"{clause}: {short(', '.join(map(repr, instead)))}" if instead else clause


def _hello(era: Era, server: Mapping[str, Any], said: Mapping[str, Any]) -> Hello:
    instructions = said.get("instructions")
    return Hello(
        era,
        server,
        _object(said.get("capabilities")),
        instructions if isinstance(instructions, str) else None,
    )


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def reconnect(era: Era, client_version: str) -> Script[Hello | NoHello]:
    """The server's hello on a new connection, in the era and over the transport of before."""
    opened = yield Fresh()
    if not isinstance(opened, Opened):
        return NoHello((), opened)
    choice = Choice.LEGACY if era.name is EraName.LEGACY else Choice.MODERN
    return (yield from handshake(choice, client_version, falls_back=False))
