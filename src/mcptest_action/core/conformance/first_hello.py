"""The revision in which a server first said hello, before it was examined."""

from collections.abc import Sequence

from mcptest_action.core.conformance.revision import MODERN
from mcptest_action.core.exchange.reaction import Replied
from mcptest_action.core.run.rebuild import HANDSHAKE
from mcptest_action.core.transcript.lines import Exchange


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
