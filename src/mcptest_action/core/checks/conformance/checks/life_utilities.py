"""Cancelling requests that don't exist."""

from mcptest_action.core.checks.results import ruled
from mcptest_action.core.protocol.exchange import Notify, Provenance
from ..model import Examinee, Probe, Probing, should
from ..raw import notify
from ..revision import written

NOBODY = "mcptest-no-such-request"
IGNORED = should("LIFE-15", written("basic/utilities/cancellation#error-handling",
                 "basic/patterns/cancellation#error-handling"))(
    expects="The cancellation of a request that the server does not know is ignored.",
    sends="`notifications/cancelled` for a request that was never made, then a sound request",
    remedy="Look the request up before cancelling it, and do nothing if it is not there.",
)  # fmt: skip


def stray_cancellation(server: Examinee) -> Probing:
    heard = yield from notify(server, Notify("notifications/cancelled", {"requestId": NOBODY}))
    # Over HTTP a server may refuse the message, but it may not act on it.
    bad = heard.trouble or ("" if server.address.http or not heard.answers else heard.in_words)
    good = f"the server {heard.in_words}, and answered the next request"
    return {IGNORED.id: ruled(not bad, good, f"the server {bad}")}


PROBES = (Probe("stray_cancellation", (IGNORED,), stray_cancellation, sends=Provenance.REFUSABLE),)
