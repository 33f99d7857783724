"""Say hello in one revision and no other, and list what the server offers. Scripts."""

from typing import NamedTuple

from mcptest_action.core.conformance.poor_hello import poor_hello
from mcptest_action.core.conformance.revision import era_of
from mcptest_action.core.exchange.envelope import CLIENT_NAME
from mcptest_action.core.exchange.era import Era, EraName
from mcptest_action.core.exchange.handshake import Hello, discovered, initialized
from mcptest_action.core.exchange.reaction import Reaction, Replied
from mcptest_action.core.exchange.step import Notify, Request, Script
from mcptest_action.core.surface.collect import collect
from mcptest_action.core.surface.model import Surface


class Introduction(NamedTuple):
    """A server that speaks the revision."""

    hello: Hello
    answer: Reaction
    surface: Surface


class NotSpoken(NamedTuple):
    """A server that does not, or that did not say."""

    because: str
    reaction: Reaction


def greet(revision: str, client_version: str) -> Script[tuple[Hello, Reaction] | NotSpoken]:
    """The hello of a server in this revision."""
    era = era_of(revision)
    if era.name is EraName.MODERN:
        answer = yield Request("server/discover", era=era)
        met = discovered(answer, era)
    else:
        answer = yield initialize(revision, client_version)
        met = initialized(answer)
    if not isinstance(met, Hello):
        poor = yield from poor_hello(answer, era)
        if poor is None:
            return NotSpoken(met, answer)
        met = poor
    if met.era != era:
        return NotSpoken(f"replied in {met.era.version}", answer)
    if era.name is EraName.LEGACY:
        yield Notify("notifications/initialized", era=era)
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


def meet(revision: str, client_version: str) -> Script[Introduction | NotSpoken]:
    greeted = yield from greet(revision, client_version)
    if isinstance(greeted, NotSpoken):
        return greeted
    hello, answer = greeted
    return Introduction(hello, answer, (yield from collect(hello)))
