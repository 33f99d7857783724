"""What a failed check can show: the exchanges that its ruling points at, or what its probe did."""

from collections.abc import Sequence

from mcptest_action.core.checks.results import Ruling, Status
from mcptest_action.core.protocol.exchange import Accepted, Opened, Overheard
from mcptest_action.core.protocol.transcript import Exchange

MOST_EVIDENCE = 5
# They say that nothing went wrong, and no more.
_SILENT = (Accepted(), Opened(), Overheard(()))


def with_evidence(ruling: Ruling, probe: str, exchanges: Sequence[Exchange]) -> Ruling:
    """A failure, with what its probe did last: a probe ends where it has seen enough."""
    if ruling.status is not Status.FAILED or ruling.shown or not probe:
        return ruling
    own = [e for e in exchanges if e.key.check == probe]
    named = [e for e in own if any(e.reaction is one for one in ruling.reactions)]
    telling = named or [e for e in own if e.others or e.reaction not in _SILENT] or own
    shown = sorted(telling, key=lambda exchange: exchange.key.step)[-MOST_EVIDENCE:]
    return ruling._replace(shown=tuple(shown))
