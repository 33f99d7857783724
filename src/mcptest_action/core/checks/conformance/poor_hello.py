"""A makeshift hello, for a server that speaks a revision although its hello is not sound.

Without it, such a server would be examined in its other revisions only, and pass; or not at all.
"""

from collections.abc import Iterable

from mcptest_action.core.checks.results import not_verified
from mcptest_action.core.protocol.exchange import (
    BROKEN,
    PATIENCE_S,
    Era,
    EraName,
    Garbage,
    Hello,
    InvalidUtf8,
    Notify,
    Reaction,
    Replied,
    Request,
    RpcError,
    Script,
    TimedOut,
    Together,
)
from mcptest_action.core.protocol.transcript import Exchange, greeting, never_greeted
from .revision import names_revision

READY = Notify("notifications/initialized")
_LISTS = {name: f"{name}/list" for name in ("tools", "resources", "prompts")}
# Errors that only modern servers know: headers that differ, a capability or a revision missing.
_MODERN_CODES = (-32020, -32021, -32022)


def insisted_era(exchanges: Iterable[Exchange]) -> EraName | None:
    """The era to which a server seems to belong that said no sound hello; None if it said one, or
    if nobody spoke. No earlier server has what makes an answer a modern one.
    """
    seen = tuple(exchanges)
    if not never_greeted(seen):
        return None
    modern = any(_is_of_modern(exchange.reaction) for exchange in greeting(seen))
    return EraName.MODERN if modern else EraName.LEGACY


def _is_of_modern(reaction: Reaction) -> bool:
    match reaction:
        case Replied(result={"supportedVersions": _}):
            return True
        case RpcError(code):
            return code in _MODERN_CODES
        case _:
            return _is_typed(reaction)


def poor_hello(answer: Reaction, era: Era, insists: EraName | None) -> Script[Hello | None]:
    """The hello that the server's other answers stand for; None if they do not.

    Where nobody insists, only the form of an answer gives a server away.
    """
    legacy = era.name is EraName.LEGACY
    if legacy and _is_unversioned(answer):
        yield READY._replace(era=era)
        return _makeshift(answer, era, [])
    if not _goes_on(answer, insists) or (legacy and insists is not EraName.LEGACY):
        return None
    if legacy:
        yield READY._replace(era=era)
    patience_s = PATIENCE_S if isinstance(answer, BROKEN) else None
    methods = (*_LISTS.values(), *(("ping",) if legacy else ()))
    steps = tuple(Request(method, era=era, timeout_s=patience_s) for method in methods)
    reactions = dict(zip(methods, (yield Together(steps)), strict=True))
    served = [n for n, m in _LISTS.items() if _is_served(n, reactions[m], era, insists)]
    lives = isinstance(reactions.get("ping"), Replied) and not any(
        map(_is_typed, reactions.values())
    )
    return _makeshift(answer, era, served) if served or lives else None


def _is_unversioned(answer: Reaction) -> bool:
    """Whether a result of `initialize` says everything but a revision."""
    match answer:
        case Replied(result={"protocolVersion": version}) if names_revision(version):
            return False
        case _:
            return declares_something(answer)


def declares_something(answer: Reaction) -> bool:
    """Whether its hello holds capabilities; else we know only what it served when we met it."""
    match answer:
        case Replied(result={"capabilities": dict()}):
            return True
        case _:
            return False


# For what depends on the declaration of a server that made none: another check has failed for it.
UNDECLARED = not_verified("the server has not said what it declares")


def _goes_on(answer: Reaction, insists: EraName | None) -> bool:
    """Whether there is any use in asking on: not after another revision was named."""
    match answer:
        case Replied(result={"protocolVersion": version}) if names_revision(version):
            return False
        case TimedOut() | Garbage() | InvalidUtf8():
            return insists is not None
        case _:
            return not isinstance(answer, BROKEN)


def _is_served(name: str, reaction: Reaction, era: Era, insists: EraName | None) -> bool:
    """Whether the list was given, in the manner of the era."""
    if era.name is EraName.MODERN and _is_typed(reaction):
        return True
    result = reaction.result if isinstance(reaction, Replied) else None
    is_page = isinstance(result, dict) and isinstance(result.get(name), list)
    return is_page and era.name is insists and not _is_typed(reaction)


def _is_typed(reaction: Reaction) -> bool:
    """No earlier server puts a `resultType` into a result."""
    match reaction:
        case Replied(result={"resultType": str()}):
            return True
        case _:
            return False


def _makeshift(answer: Reaction, era: Era, served: list[str]) -> Hello:
    said = answer.result if isinstance(answer, Replied) else None
    declared = said.get("capabilities") if isinstance(said, dict) else None
    capabilities = declared if isinstance(declared, dict) else {name: {} for name in served}
    return Hello(era, {}, capabilities, None)
