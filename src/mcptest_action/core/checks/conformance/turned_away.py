"""What a server says while it turns us away, or after it has ended our session, is about its load
or its clock, and never about a requirement.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from mcptest_action.core.checks.probes import lost_session
from mcptest_action.core.checks.results import DECIDED, Ruling, Status, not_verified
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


def unverified(
    rulings: SourcedRulings, exchanges: Sequence[Exchange], met: str, shared: AbstractSet[str]
) -> SourcedRulings:
    """The rulings; nothing that a probe found counts if it was turned away, good or bad.

    Neither if a session was lost that probes `shared`: a server may end one at any time. What was
    ruled without a look goes by the lists of the meeting, called `met`.
    """
    away = {
        one.key.check: one.reaction
        for one in exchanges
        if isinstance(one.reaction, TurnedAway)
        or (one.key.check in shared and lost_session(one.reaction))
    }
    asked = {one.key.check for one in exchanges}

    def ruled(ruling: Ruling, probe: str) -> Ruling:
        is_blind = ruling.status is Status.FAILED and not ruling.shown and probe not in asked
        where = met if is_blind else probe
        if where not in away or ruling.status not in DECIDED:
            return ruling
        return not_verified(f"the server {in_words(away[where])}")

    return {check: (ruled(r, probe), probe) for check, (r, probe) in rulings.items()}
