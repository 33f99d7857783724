"""Find out which era a server speaks, and say hello in it. A script: the shell does the talking."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from mcptest_action.core.exchange.envelope import CLIENT_NAME
from mcptest_action.core.exchange.era import (
    LEGACY_VERSIONS,
    META_SERVER,
    MODERN_VERSIONS,
    NEWEST_LEGACY,
    NEWEST_MODERN,
    Era,
    EraName,
)
from mcptest_action.core.exchange.reaction import BROKEN, Opened, Reaction, Replied, RpcError
from mcptest_action.core.exchange.step import Fresh, Notify, Request, Script
from mcptest_action.core.exchange.wording import in_words

UNSUPPORTED_VERSION = -32022


class Choice(StrEnum):
    """Which era to speak, where a server offers both."""

    AUTO = "auto"
    LEGACY = "legacy"
    MODERN = "modern"


class Hello(NamedTuple):
    """A server that said hello."""

    era: Era
    server: Mapping[str, Any]
    capabilities: Mapping[str, Any]
    instructions: str | None


class NoHello(NamedTuple):
    """A server with which no conversation came about."""

    tried: tuple[str, ...]
    reaction: Reaction


def handshake(choice: Choice, client_version: str) -> Script[Hello | NoHello]:
    """Say hello: `server/discover` first, then `initialize`, unless one era was chosen.

    An error to the first says nothing about the second, whatever its code: real servers answer
    -32601, -32602 or HTTP 400. Nor does an answer prove the modern era: `resultType` does.
    """
    tried: list[str] = []
    reaction: Reaction = Opened()
    if choice is not Choice.LEGACY:
        for era in (NEWEST_MODERN, *_other_modern()):
            reaction = yield Request("server/discover", era=era)
            tried.append(f"server/discover ({era.version}): {in_words(reaction)}")
            hello = _discovered(reaction, era)
            if hello is not None:
                return hello
            if not _offers(reaction):
                break
        if choice is Choice.MODERN:
            return NoHello(tuple(tried), reaction)
        if isinstance(reaction, BROKEN):
            reopened = yield Fresh()
            if not isinstance(reopened, Opened):
                return NoHello(tuple(tried), reopened)
    reaction = yield Request("initialize", _initialize(client_version))
    tried.append(f"initialize ({NEWEST_LEGACY.version}): {in_words(reaction)}")
    hello = _initialized(reaction)
    if hello is None:
        return NoHello(tuple(tried), reaction)
    yield Notify("notifications/initialized", era=hello.era)
    return hello


def _other_modern() -> Iterator[Era]:
    return (Era(EraName.MODERN, version) for version in reversed(MODERN_VERSIONS[:-1]))


def _offers(reaction: Reaction) -> bool:
    """Whether the server refused this revision but speaks another modern one."""
    return isinstance(reaction, RpcError) and reaction.code == UNSUPPORTED_VERSION


def _initialize(client_version: str) -> dict[str, Any]:
    return {
        "protocolVersion": NEWEST_LEGACY.version,
        "capabilities": {},
        "clientInfo": {"name": CLIENT_NAME, "version": client_version},
    }


def _discovered(reaction: Reaction, era: Era) -> Hello | None:
    match reaction:
        case Replied(result={"resultType": "complete", "supportedVersions": list()} as result):
            meta = _object(result.get("_meta"))
            server = _object(meta.get(META_SERVER))
            return Hello(era, server, _object(result.get("capabilities")), _instructions(result))
        case _:
            return None


def _initialized(reaction: Reaction) -> Hello | None:
    match reaction:
        case Replied(result={"protocolVersion": str(version)} as result):
            if version not in LEGACY_VERSIONS:
                return None
            server = _object(result.get("serverInfo"))
            capabilities = _object(result.get("capabilities"))
            return Hello(Era(EraName.LEGACY, version), server, capabilities, _instructions(result))
        case _:
            return None


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _instructions(result: Mapping[str, Any]) -> str | None:
    text = result.get("instructions")
    return text if isinstance(text, str) else None
