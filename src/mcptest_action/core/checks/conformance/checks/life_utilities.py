"""Cancelling requests that don't exist, and progress for clients that asked for it."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from mcptest_action.core.checks.results import Ruling, failed, not_applicable, ruled
from mcptest_action.core.protocol.exchange import Listen, Notify, Overheard, Provenance, same_id
from ..model import Examinee, Probe, Probing, must, should
from ..raw import notify, sound_request
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


METHOD = "notifications/progress"
TOKEN = "mcptest-progress"
# How long we wait for late progress; we see what is faster, and the rest is luck.
LATE_S = 0.3
PROGRESS = must("LIFE-16", written("basic/utilities/progress#progress-flow",
                 "basic/patterns/progress#progress-flow"))(
    expects="Progress is reported only to who asked for it, goes up each time, and ends with the "
    "answer.",
    sends="a list request with a progress token, then one without",
    remedy="Send progress only with the token of a request that is still running, and with a "
    "higher value each time.",
)  # fmt: skip


def progress(server: Examinee) -> Probing:
    request = sound_request(server)
    yield Listen()
    yield request._replace(params={"_meta": {"progressToken": TOKEN}})
    during: Overheard = yield Listen()
    yield request
    after: Overheard = yield Listen(METHOD, LATE_S)
    return {PROGRESS.id: _ruling(list(_reports(during)), list(_reports(after)))}


def _reports(heard: Overheard) -> Iterator[dict[str, Any]]:
    for entry in heard.messages:
        message = entry.get("message", {})
        if message.get("method") == METHOD:
            params = message.get("params")
            yield params if isinstance(params, dict) else {}


def _ruling(during: list[dict[str, Any]], after: list[dict[str, Any]]) -> Ruling:
    reports = [*during, *after]
    if not reports:
        return not_applicable("the server reported no progress")
    tokens = [report.get("progressToken") for report in reports]
    strangers = [token for token in tokens if not same_id(TOKEN, token)]
    if strangers:
        return failed(f"the token of the progress was never sent: {strangers[0]!r:.80}")
    if after:
        return failed("progress came after the request had been answered")
    steps = [report.get("progress") for report in during]
    bad = f"progress did not go up each time: {steps!r:.80}"
    return ruled(_rises(steps), f"progress went up: {steps!r:.80}", bad)


def _rises(steps: list[Any]) -> bool:
    if any(isinstance(step, bool) or not isinstance(step, int | float) for step in steps):
        return False
    return all(before < later for before, later in pairwise(steps))


PROBES = (
    Probe("stray_cancellation", (IGNORED,), stray_cancellation, sends=Provenance.REFUSABLE),
    Probe("progress", (PROGRESS,), progress, sends=Provenance.SOUND),
)
