"""What a server says while it turns us away is about its load, and never about a requirement."""

from collections.abc import Sequence

from mcptest_action.core.checks.results import Status, not_verified
from mcptest_action.core.checks.run import Ended
from mcptest_action.core.protocol.exchange import TurnedAway, in_words
from mcptest_action.core.protocol.transcript import Exchange
from .blame import SourcedRulings


def gave_up(exchanges: Sequence[Exchange]) -> Ended | None:
    """Why not everything was examined: a server that is too busy for us has not passed."""
    for one in exchanges:
        if isinstance(one.reaction, TurnedAway) and "/" in one.key.check:
            return Ended(f"the server {in_words(one.reaction)}")
    return None


def heard_out(exchanges: Sequence[Exchange]) -> list[Exchange]:
    """The exchanges in which the server took the request."""
    return [one for one in exchanges if not isinstance(one.reaction, TurnedAway)]


def unverified(rulings: SourcedRulings, exchanges: Sequence[Exchange]) -> SourcedRulings:
    """The rulings; nothing that a probe found counts if it was turned away, good or bad."""
    away = {
        one.key.check: one.reaction for one in exchanges if isinstance(one.reaction, TurnedAway)
    }
    return {
        check_id: (not_verified(f"the server {in_words(away[probe])}"), probe)
        if probe in away and ruling.status in (Status.PASSED, Status.FAILED)
        else (ruling, probe)
        for check_id, (ruling, probe) in rulings.items()
    }
