"""Servers that speak a revision, and whose hello does not say so. A script."""

from mcptest_action.core.exchange.era import Era, EraName
from mcptest_action.core.exchange.handshake import Hello
from mcptest_action.core.exchange.reaction import BROKEN, Reaction, Replied
from mcptest_action.core.exchange.step import Request, Script, Together

_LISTED = ("tools", "resources", "prompts")


def poor_hello(answer: Reaction, era: Era) -> Script[Hello | None]:
    """What there is to go by, if the server speaks the era all the same.

    Without this, a server with a broken hello would be examined in its other revisions only, and
    pass. What gives it away is the form of its answers.
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
    """No server from before puts that into a result."""
    match reaction:
        case Replied(result={"resultType": str()}):
            return True
        case _:
            return False
