"""What a server cancels, where it may ask something of the client and change its mind."""

from mcptest_action.core.checks.results import not_applicable
from ..model import Examinee, Exchanges, Review, Rulings, must
from ..overheard import shown_id
from ..revision import written
from ..traffic import Flaw, asides, ruled_on
from .mod_removed import cancelled

_SPEC = written(legacy="basic/utilities/cancellation#behavior-requirements")
OWN_REQUESTS = must("BASE-23", _SPEC)(
    expects="The server cancels only requests of its own.",
    sends="nothing of its own: looks for cancellations from the server",
    remedy="Send `notifications/cancelled` only with the id of a request that the server has sent "
    "to this client. A request of the client is answered, with an error if need be.",
)


def own_requests(_ground: Examinee, exchanges: Exchanges) -> Rulings:
    made = [
        (where.key.connection, entry.get("id")) for where, entry in asides(exchanges, "request")
    ]
    found = list(cancelled(exchanges))
    if not found:
        return {OWN_REQUESTS.id: not_applicable("the server cancelled nothing")}
    seen = [
        Flaw(where, f"the server cancelled {one!r:.80}", ", a request that it never made")
        for where, one in found
        if (where.key.connection, shown_id(one)) not in made
    ]
    return {OWN_REQUESTS.id: ruled_on(seen, "the server cancelled only requests of its own")}


REVIEWS = (Review((OWN_REQUESTS,), own_requests),)
