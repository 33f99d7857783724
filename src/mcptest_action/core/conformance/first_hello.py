"""The revision in which a server first said hello, before it was examined."""

from collections.abc import Sequence

from mcptest_action.core.conformance.revision import MODERN
from mcptest_action.core.exchange.reaction import Reaction, Replied
from mcptest_action.core.run.rebuild import HANDSHAKE
from mcptest_action.core.transcript.lines import Exchange


def answer_in(exchanges: Sequence[Exchange]) -> Reaction:
    """What the server said hello with: the last answer of the handshake with a result."""
    said = [exchange.reaction for exchange in exchanges if exchange.key.check == HANDSHAKE]
    return next(reaction for reaction in reversed(said) if isinstance(reaction, Replied))


def first_revision(exchanges: Sequence[Exchange]) -> str:
    """As far as the transcript says; empty where it does not."""
    for exchange in exchanges:
        if exchange.key.check != HANDSHAKE:
            continue
        match exchange.reaction:
            case Replied(result={"resultType": "complete", "supportedVersions": list(offered)}):
                found = next((revision for revision in MODERN if revision in offered), "")
            case Replied(result={"protocolVersion": str(found)}):
                pass
            case _:
                found = ""
        if found:
            return found
    return ""
