"""Find out which era a server speaks, and say hello in it. A script: the shell does the talking."""

from enum import StrEnum
from typing import Any, NamedTuple

from .envelope import CLIENT_NAME
from .era import MODERN_VERSIONS, NEWEST_LEGACY, Era, EraName
from .hello import Hello, discovered, initialized
from .over_http import BAD_REQUEST, SERVER_ERROR, status_of
from .reaction import (
    BROKEN,
    Garbage,
    InvalidUtf8,
    Misaddressed,
    Opened,
    Reaction,
    RpcError,
    TimedOut,
    Unreachable,
    in_words,
)  # fmt: skip
from .speaking import DOORKEEPERS
from .sse import OLD_TRANSPORT
from .step import Fresh, Notify, Request, Script, Together

UNSUPPORTED_VERSION = -32022
# For the first `server/discover`, which old SDKs never answer.
DISCOVERY_S = 8.0


class Choice(StrEnum):
    """Which era to speak if a server offers both."""

    AUTO = "auto"
    LEGACY = "legacy"
    MODERN = "modern"


class NoHello(NamedTuple):
    """A server that we could not start a conversation with."""

    tried: tuple[str, ...]
    reaction: Reaction


def handshake(
    choice: Choice, client_version: str, *, falls_back: bool = True
) -> Script[Hello | NoHello]:
    """Say hello: `server/discover` first, then `initialize`, unless one era was chosen.

    An error to the first says nothing about the second, whatever its code: real servers answer
    -32601, -32602 or HTTP 400. Nor does an answer prove the modern era: a revision of it does
    that both sides speak. `falls_back`: to the transport of 2024-11-05 as well.
    """
    tried: list[str] = []
    if choice is not Choice.LEGACY:
        found = yield from _discover(tried, DISCOVERY_S if choice is Choice.AUTO else None)
        if choice is Choice.AUTO and _was_silent(found):
            met = yield from _after_silence(client_version, tried)
            if isinstance(met, Hello | NoHello):
                return met
            tried.clear()
            found = yield from _discover(tried, met)
        if isinstance(found, Hello):
            return found
        # Nobody answered. A server that comes up a moment later is asked in this order again.
        if choice is Choice.MODERN or isinstance(found, Unreachable):
            return NoHello(tuple(tried), found)
        if isinstance(found, BROKEN):
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


def _discover(tried: list[str], timeout_s: float | None = None) -> Script[Hello | Reaction]:
    """The modern hello, or the last reaction that was none."""
    reaction: Reaction = Opened()
    for era in (Era(EraName.MODERN, version) for version in reversed(MODERN_VERSIONS)):
        reaction = yield Request("server/discover", era=era, timeout_s=timeout_s)
        answer = discovered(reaction, era)
        if isinstance(answer, Hello):
            return answer
        tried.append(f"server/discover ({era.version}): {answer}")
        if not _offers(reaction):
            break
    return reaction


def _was_silent(found: Hello | Reaction) -> bool:
    """Whether we may have stopped waiting too early. Noise stands for the answer that is missing.

    A timeout of another length is the user's own, and no second try would have more time.
    """
    match found:
        case TimedOut(after_s):
            return after_s == DISCOVERY_S
        case Garbage(text):
            return text != OLD_TRANSPORT
        case _:
            return isinstance(found, InvalidUtf8 | Misaddressed)


def _after_silence(client_version: str, tried: list[str]) -> Script[Hello | NoHello | float | None]:
    """The hello of a server that ignores what it doesn't know, as old SDKs do; if unsure, how long
    to wait for `server/discover` the second time.

    Some of them don't recover, so it is asked on a new connection. If `initialize` is answered
    in half the time, the server is not slow to start: its silence was an answer. Otherwise there
    is a new connection, on which everything is asked again, with all the time that the user gives;
    or with as much as before, where even an error shows that the server is not slow to start.
    """
    opened, patience_s = (yield Fresh()), None
    if isinstance(opened, Opened):
        hello = Request("initialize", _initialize(client_version), timeout_s=DISCOVERY_S / 2)
        reaction = yield hello
        answer = initialized(reaction)
        if isinstance(answer, Hello):
            yield Notify("notifications/initialized", era=answer.era)
            return answer
        patience_s = None if isinstance(reaction, BROKEN) else DISCOVERY_S
        opened = yield Fresh()
    return patience_s if isinstance(opened, Opened) else NoHello(tuple(tried), opened)


def _may_be_older(reaction: Reaction) -> bool:
    """Whether a refused `initialize` may mean that the server has the transport of 2024-11-05.

    The revisions of March and June 2025 name every 4xx, that of November 400, 404 and 405. We take
    the wider reading: all that it costs is one GET. A POST may also have got what a GET is for.
    """
    refused = BAD_REQUEST <= status_of(reaction) < SERVER_ERROR
    is_older = isinstance(reaction, Garbage) and reaction.text == OLD_TRANSPORT
    return is_older or (refused and status_of(reaction) not in DOORKEEPERS)


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


def knock() -> Script[tuple[Reaction, ...]]:
    """What a server does that answered no hello: it may answer other requests all the same."""
    asked = ("ping", "tools/list")
    steps = tuple(Request(method, timeout_s=DISCOVERY_S) for method in asked)
    reactions: tuple[Reaction, ...] = yield Together(steps)
    return reactions


def reconnect(era: Era, client_version: str) -> Script[Hello | NoHello]:
    """The server's hello on a new connection, in the era and over the transport of before."""
    opened = yield Fresh()
    if not isinstance(opened, Opened):
        return NoHello((), opened)
    choice = Choice.LEGACY if era.name is EraName.LEGACY else Choice.MODERN
    return (yield from handshake(choice, client_version, falls_back=False))
