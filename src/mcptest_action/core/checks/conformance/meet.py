"""Say hello in one revision only, also as a stranger, and list what the server offers.

Scripts. Some servers speak a revision although their hello doesn't say so.
"""

from collections.abc import Mapping
from typing import NamedTuple

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
    Notify,
    Reaction,
    Replied,
    Request,
    Script,
    Together,
    discovered,
    dress,
    header_of,
    initialized,
    version_header,
)
from mcptest_action.core.protocol.surface import Surface, collect
from .model import Examinee, must
from .revision import era_of, written

SPEAKS = must("ERA-01", written("basic/lifecycle#version-negotiation", "basic/versioning"))(
    expects="The server speaks the revision that the user asked for, or at least one of ours.",
    sends="`server/discover` and `initialize`, each asking for the revision",
    remedy="Say in the `--spec-version` flag which revisions the server is meant to speak, or "
    "update its SDK.",
)
_LISTED = ("tools", "resources", "prompts")


class Introduction(NamedTuple):
    """A server that speaks the revision."""

    hello: Hello
    answer: Reaction
    surface: Surface
    asked_for: str = ""
    """Another revision that it was asked for, when it settled on this one."""


class NotSpoken(NamedTuple):
    """A server that does not speak it, or did not say."""

    because: str
    reaction: Reaction


def greet(
    revision: str,
    client_version: str,
    settles_on: tuple[str, ...] = (),
    patience_s: float | None = None,
) -> Script[tuple[Hello, Reaction] | NotSpoken]:
    """The hello of a server in this revision, or in one of those that it may settle on instead.

    `patience_s`: for `server/discover`, which a server that doesn't know it may ignore.
    """
    era = era_of(revision)
    if era.name is EraName.MODERN:
        answer = yield Request("server/discover", era=era, timeout_s=patience_s)
        met = discovered(answer, era)
    else:
        answer = yield initialize(revision, client_version)
        met = initialized(answer)
    if not isinstance(met, Hello):
        poor = yield from poor_hello(answer, era)
        if poor is None:
            return NotSpoken(met, answer)
        met = poor
    if met.era != era and met.era.version not in settles_on:
        return replied_in(met.era.version, answer)
    if era.name is EraName.LEGACY:
        yield Notify("notifications/initialized", era=met.era)
    return met, answer


def initialize(revision: str, client_version: str) -> Request:
    params = {
        "protocolVersion": revision,
        "capabilities": {},
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
) -> Script[Introduction | NotSpoken]:
    greeted = yield from greet(revision, client_version, settles_on, patience_s)
    if isinstance(greeted, NotSpoken):
        return greeted
    hello, answer = greeted
    asked_for = "" if hello.era.version == revision else revision
    return Introduction(hello, answer, (yield from collect(hello)), asked_for)


def poor_hello(answer: Reaction, era: Era) -> Script[Hello | None]:
    """A makeshift hello, if the server speaks the era all the same.

    Without this, a server with a broken hello would be examined in its other revisions only, and
    pass. The form of its answers gives it away.
    """
    if era.name is EraName.LEGACY:
        return _unversioned(answer, era)
    if isinstance(answer, BROKEN):
        return None
    reactions = yield Together(tuple(Request(f"{name}/list", era=era) for name in _LISTED))
    served = [
        name for name, reaction in zip(_LISTED, reactions, strict=True) if _is_modern(reaction)
    ]
    if not served:
        return None
    said = answer.result if isinstance(answer, Replied) else None
    declared = said.get("capabilities") if isinstance(said, dict) else None
    capabilities = declared if isinstance(declared, dict) else {name: {} for name in served}
    return Hello(era, {}, capabilities, None)


def _unversioned(answer: Reaction, era: Era) -> Hello | None:
    """A result of `initialize` that says everything but the revision."""
    match answer:
        case Replied(result={"protocolVersion": str()}):
            return None
        case Replied(result={"capabilities": dict(capabilities)}):
            return Hello(era, {}, capabilities, None)
        case _:
            return None


def _is_modern(reaction: Reaction) -> bool:
    """No earlier server puts that into a result."""
    match reaction:
        case Replied(result={"resultType": str()}):
            return True
        case _:
            return False


def knock(server: Examinee, credentials: Mapping[str, str]) -> Script[Reaction]:
    """The reaction to the revision's hello. Ends a session that the hello begins at once."""
    hello = Request("server/discover")
    if not server.is_modern:
        hello = initialize(server.revision, server.client_version)
    dressed = dress(hello, server.era, 1, server.client_version)
    headers = {**ACCEPT, **dressed.headers, **credentials}
    reaction: Reaction = yield Http("POST", headers, dressed.body, PATIENCE_S, anonymous=True)
    session = header_of(reaction, SESSION)
    if session:
        goodbye = {SESSION: session, **version_header(server.revision), **credentials}
        yield Http("DELETE", goodbye, timeout_s=PATIENCE_S, anonymous=True)
    return reaction
