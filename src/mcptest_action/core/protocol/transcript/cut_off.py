"""The last line of a run that somebody else has ended."""

from mcptest_action.core.protocol.exchange import Closed
from .lines import Exchange, Key

CHECK = "cut_off"


def cut_off(because: str) -> Exchange:
    """The last line of a run that somebody else has ended."""
    return Exchange(Key(CHECK, None, 0, 1), {"step": "Close"}, Closed(because), 0.0)
