"""Why a run was cut off. It stands in the transcript, so that a replay says the same."""

from collections.abc import Iterable

from mcptest_action.core.exchange.reaction import Closed
from mcptest_action.core.transcript.lines import Exchange, Key

CHECK = "cut_off"


def cut_off(because: str) -> Exchange:
    """The last line of a run that somebody else has ended."""
    return Exchange(Key(CHECK, None, 0, 1), {"step": "Close"}, Closed(because), 0.0)


def reason_in(exchanges: Iterable[Exchange]) -> str:
    """Why the run was cut off; empty when it was not."""
    reasons = (
        exchange.reaction.detail
        for exchange in exchanges
        if exchange.key.check == CHECK and isinstance(exchange.reaction, Closed)
    )
    return next(reasons, "")
