"""The hello of a server, read from its answer to `server/discover` or `initialize`."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from .era import LEGACY_VERSIONS, META_SERVER, MODERN_VERSIONS, Era, EraName
from .reaction import Reaction, Replied, in_words, short

COMPLETE = "complete"


class Hello(NamedTuple):
    """A server that said hello."""

    era: Era
    server: Mapping[str, Any]
    capabilities: Mapping[str, Any]
    instructions: str | None
    sse: bool = False
    """Over HTTP+SSE, the transport of 2024-11-05."""


def discovered(reaction: Reaction, era: Era) -> Hello | str:
    """The hello of a modern server, or why it isn't one, as a clause.

    A client treats a result without a `resultType` as complete. What makes it a modern hello are
    the revisions: no earlier server names one of ours in `supportedVersions`.
    """
    match reaction:
        case Replied(result={"resultType": kind}) if kind != COMPLETE:
            return _lacking(f"the resultType '{COMPLETE}'", kind)
        case Replied(result={"supportedVersions": list(offered)} as said):
            spoken = next((v for v in _preferred(era) if v in offered), None)
            if spoken is None:
                return _lacking("any supportedVersions we speak", *offered)
            server = _object(_object(said.get("_meta")).get(META_SERVER))
            return _hello(Era(EraName.MODERN, spoken), server, said)
        case Replied():
            return _lacking("a list of supportedVersions")
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
