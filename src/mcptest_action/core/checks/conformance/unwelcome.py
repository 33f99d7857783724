"""What a server refuses to strangers says nothing about other requirements.

Some servers let strangers say hello and list their tools, and want credentials for a call. Who is
examined without credentials is asked many things that are then answered with 401.
"""

from collections.abc import Mapping, Sequence

from mcptest_action.core.checks.results import DECIDED, not_verified
from mcptest_action.core.protocol.exchange import UNAUTHORIZED, status_of
from mcptest_action.core.protocol.transcript import Exchange
from .blame import SourcedRulings
from .locked import HOW_TO_GIVE
from .model import Examinee

_AUTH = "AUTH-"
_WANTED = not_verified(f"the server wants credentials for it: {HOW_TO_GIVE}")


def let_in(
    rulings: SourcedRulings,
    exchanges: Sequence[Exchange],
    server: Examinee,
    ruled_by: Mapping[str, tuple[str, ...]],
) -> SourcedRulings:
    """The rulings; nothing counts, good or bad, whose probe met a 401 where we gave no credentials.

    `ruled_by`: the checks that look at the calls of a run, by its probes.
    """
    if server.address.credentials:
        return rulings
    met = {e.key.check for e in exchanges if status_of(e.reaction) == UNAUTHORIZED}
    by_run = {check for probe in met for check in ruled_by.get(probe, ())}
    return {
        check: (_WANTED, probe)
        if (probe in met or check in by_run)
        and ruling.status in DECIDED
        and not check.startswith(_AUTH)
        else (ruling, probe)
        for check, (ruling, probe) in rulings.items()
    }
