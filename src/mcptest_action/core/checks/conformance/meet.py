"""Say hello in one revision only, also as a stranger, and list what the server offers.

Scripts. Some servers speak a revision although their hello doesn't say so.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from mcptest_action.core.protocol.exchange import (
    ACCEPT,
    BROKEN,
    CLIENT_NAME,
    PATIENCE_S,
    SESSION,
    Era,
    EraName,
    Hello,
    Http,
    Reaction,
    Replied,
    Request,
    Script,
    Step,
    discovered,
    dress,
    header_of,
    initialized,
    version_header,
    watched,
)
from mcptest_action.core.protocol.surface import Surface, collect
from .model import Examinee, must
from .poor_hello import READY, poor_hello
from .revision import era_of, written

SPEAKS = must("ERA-01", written("basic/lifecycle#version-negotiation", "basic/versioning"))(
    expects="The server speaks the revision that the user asked for, or at least one of ours.",
    sends="`server/discover` and `initialize`, each asking for the revision",
    remedy="Do what the reason says, if it is about credentials. Otherwise say in the "
    "`--spec-version` flag which revisions the server is meant to speak, or update its SDK.",
)
NO_CAPABILITIES: Mapping[str, Any] = {}


class Introduction(NamedTuple):
    """A server that speaks the revision."""

    hello: Hello
    answer: Reaction
    surface: Surface
    asked_for: str = ""
    """Another revision that it was asked for, when it settled on this one."""
    flaw: str = ""
    """What its answer lacks to be a hello, as a clause; it speaks the revision all the same."""
    broken: bool = False
    """Whether the connection broke while it listed what it offers."""


class Greeting(NamedTuple):
    """A hello, if need be a makeshift one; the flaw says why."""

    hello: Hello
    answer: Reaction
    flaw: str = ""


class NotSpoken(NamedTuple):
    """A server that does not speak it, or did not say."""

    because: str
    reaction: Reaction


def greet(
    revision: str,
    client_version: str,
    settles_on: tuple[str, ...] = (),
    patience_s: float | None = None,
    insists: EraName | None = None,
) -> Script[Greeting | NotSpoken]:
    """The hello of a server in this revision, or in one of those that it may settle on instead.

    `patience_s`: for a hello that may never be answered: `server/discover`, which a server need
    not know, and any hello of a server that said none before.
    """
    era = era_of(revision)
    if era.name is EraName.MODERN:
        answer = yield Request("server/discover", era=era, timeout_s=patience_s)
        met = discovered(answer, era)
    else:
        hello = initialize(revision, client_version)
        answer = yield hello._replace(timeout_s=patience_s) if insists else hello
        met = initialized(answer)
    if not isinstance(met, Hello):
        poor = yield from poor_hello(answer, era, insists)
        return NotSpoken(met, answer) if poor is None else Greeting(poor, answer, met)
    if met.era != era and met.era.version not in settles_on:
        return replied_in(met.era.version, answer)
    if era.name is EraName.LEGACY:
        yield READY._replace(era=met.era)
    return Greeting(met, answer)


def initialize(
    revision: str, client_version: str, capabilities: Mapping[str, Any] = NO_CAPABILITIES
) -> Request:
    params = {
        "protocolVersion": revision,
        "capabilities": dict(capabilities),
        "clientInfo": {"name": CLIENT_NAME, "version": client_version},
    }
    return Request("initialize", params, era=Era(EraName.LEGACY, revision))


def offered_revision(reaction: Reaction) -> str | None:
    """The revision that a result of `initialize` names."""
    match reaction:
        case Replied(result={"protocolVersion": str(version)}):
            return version
        case _:
            return None


def replied_in(other: str, answer: Reaction) -> NotSpoken:
    return NotSpoken(f"replied in {other}", answer)


def meet(
    revision: str,
    client_version: str,
    settles_on: tuple[str, ...] = (),
    patience_s: float | None = None,
    insists: EraName | None = None,
) -> Script[Introduction | NotSpoken]:
    """The server, its answer to the hello, and what it lists.

    `insists`: the era to which a server without any sound hello seems to belong. It is asked for
    its lists in spite of that, and examined if it has something to say.
    """
    greeted = yield from greet(revision, client_version, settles_on, patience_s, insists)
    if isinstance(greeted, NotSpoken):
        return greeted
    hello, answer, flaw = greeted
    asked_for = "" if hello.era.version == revision else revision
    log: list[tuple[Step, Reaction]] = []
    surface = yield from watched(collect(hello), log)
    broken = any(isinstance(reaction, BROKEN) for _, reaction in log)
    return Introduction(hello, answer, surface, asked_for, flaw, broken)


def knock(server: Examinee, credentials: Mapping[str, str], query: str = "") -> Script[Reaction]:
    """The reaction to the revision's hello. Ends a session that the hello begins at once."""
    hello = Request("server/discover")
    if not server.is_modern:
        hello = initialize(server.revision, server.client_version)
    dressed = dress(hello, server.era, 1, server.client_version)
    headers = {**ACCEPT, **dressed.headers, **credentials}
    path = f"{server.address.path}?{query}" if query else None
    reaction: Reaction = yield Http(
        "POST", headers, dressed.body, PATIENCE_S, anonymous=True, path=path
    )
    session = header_of(reaction, SESSION)
    if session:
        goodbye = {SESSION: session, **version_header(server.revision), **credentials}
        yield Http("DELETE", goodbye, timeout_s=PATIENCE_S, anonymous=True)
    return reaction
