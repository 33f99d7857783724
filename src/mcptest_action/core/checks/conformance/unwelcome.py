"""What a server refuses to strangers says nothing about other requirements.

Some servers let strangers say hello and list their tools, and want credentials for a call. Who is
examined without credentials is asked many things that are then answered with 401. But a 401 to a
request that is served without credentials otherwise is about something else: say, a foreign page.
"""

from collections.abc import Mapping, Sequence

from mcptest_action.core.checks.results import DECIDED, not_verified
from mcptest_action.core.protocol.exchange import UNAUTHORIZED, status_of
from mcptest_action.core.protocol.transcript import Exchange
from .blame import SourcedRulings
from .locked import HOW_TO_GIVE
from .model import Examinee
from .strangers import is_served
from .traffic import message_of, part

_AUTH = "AUTH-"
_WANTED = not_verified(f"the server answers such a request only with credentials: {HOW_TO_GIVE}")


def let_in(
    rulings: SourcedRulings,
    exchanges: Sequence[Exchange],
    server: Examinee,
    ruled_by: Mapping[str, tuple[str, ...]],
) -> SourcedRulings:
    """The rulings; nothing counts, good or bad, whose probe asked for what needs credentials, where
    we gave none.

    `ruled_by`: the checks that look at the calls of a run, by its probes.
    """
    if server.address.credentials:
        return rulings
    served = {_wish(e) for e in exchanges if is_served(e.reaction)}
    refused = (e for e in exchanges if status_of(e.reaction) == UNAUTHORIZED)
    met = {e.key.check for e in refused if _wish(e) not in served}
    by_run = {check for probe in met for check in ruled_by.get(probe, ())}
    return {
        check: (_WANTED, probe)
        if (probe in met or check in by_run)
        and ruling.status in DECIDED
        and not check.startswith(_AUTH)
        else (ruling, probe)
        for check, (ruling, probe) in rulings.items()
    }


def _wish(exchange: Exchange) -> tuple[object, ...]:
    """What was asked for, however it was asked: in which revision, by which method, and of what."""
    message = message_of(exchange)
    named = part(message, "params", "name"), part(message, "params", "uri")
    how = message.get("method", exchange.sent.get("http_method"))
    return tuple(map(repr, (exchange.key.check.rpartition("/")[0], how, *named)))
