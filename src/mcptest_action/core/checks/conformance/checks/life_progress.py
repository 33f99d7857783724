"""Progress, for clients that asked for it: anywhere in the examination."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from mcptest_action.core.protocol.exchange import Listen, Overheard, Provenance, Replied, RpcError
from mcptest_action.core.protocol.transcript import Exchange
from ..asking import why_nobody_is_asked
from ..model import Examinee, Exchanges, Probe, Probing, Review, Rulings, must
from ..raw import sound_request
from ..revision import written
from ..traffic import Flaw, described, message_of, notices, part, ruled_on
from .calls_progress import METHOD, nothing_reported

TOKEN = "mcptest-progress"
# How long we wait for late progress; we see what is faster, and the rest is luck.
LATE_S = 0.3
PROGRESS = must("LIFE-16", written("basic/utilities/progress#progress-flow",
                 "basic/patterns/progress#progress-flow"))(
    expects="Progress is reported only to who asked for it, goes up each time, and ends with the "
    "answer.",
    sends="a list request and calls of at most two tools with a progress token, then requests "
    "without one; looks at all progress that comes",
    remedy="Send progress only with the token of a request that is still running, and with a "
    "higher value each time.",
)  # fmt: skip


def progress(server: Examinee) -> Probing:
    """Asks for progress, and for nothing else: the review below has the whole run to look at."""
    request = sound_request(server)
    yield Listen()
    yield request._replace(params={"_meta": {"progressToken": TOKEN}})
    during: Overheard = yield Listen()
    yield request
    if any(each.get("message", {}).get("method") == METHOD for each in during.messages):
        yield Listen(METHOD, LATE_S)  # who reported none will not begin once it has answered
    return {}


class _Report(NamedTuple):
    """A report of progress, and the request that it is about."""

    number: int
    """Of the exchange around which it came."""
    where: Exchange
    token: Any
    value: Any
    owner: int | None
    """The number of the exchange with the request; None if there is none."""
    late: bool
    """Whether it came behind the answer of its own exchange."""


def progress_review(server: Examinee, exchanges: Exchanges) -> Rulings:
    reports = list(_reports(exchanges))
    if not reports:
        return {PROGRESS.id: nothing_reported(exchanges) or why_nobody_is_asked(server)}
    good = "every report was of a running request, and further than the last"
    return {PROGRESS.id: ruled_on(_flaws(reports, exchanges), good)}


def _reports(exchanges: Exchanges) -> Iterator[_Report]:
    asked = _by_token(exchanges)
    for number, exchange in enumerate(exchanges):
        for where, _, params in notices([exchange], METHOD):
            token = params.get("progressToken")
            owners = asked.get((where.key.connection, _named(token)), [])
            # A request that was answered later was running; else the latest one may be meant.
            owner = next((nth for nth in owners if nth >= number), owners[-1] if owners else None)
            late = any(e.get("late") and e.get("params") is params for e in exchange.others)
            yield _Report(number, where, token, params.get("progress"), owner, late)


def _by_token(exchanges: Exchanges) -> dict[tuple[int, str], list[int]]:
    """The numbers of the requests with a progress token, by their connection and the token."""
    asked: dict[tuple[int, str], list[int]] = {}
    for number, exchange in enumerate(exchanges):
        own = part(message_of(exchange), "params", "_meta", "progressToken")
        if own is not None:
            asked.setdefault((exchange.key.connection, _named(own)), []).append(number)
    return asked


def _named(token: Any) -> str:
    """A token as a key: 1 is neither true nor "1", and a server may give anything for one."""
    return repr(token)


def _flaws(reports: list[_Report], exchanges: Exchanges) -> Iterator[Flaw]:
    last: dict[int, Any] = {}
    for number, where, token, value, owner, late in reports:
        if token is None or not _is_number(value):
            continue  # which is for the check on shapes
        if owner is None:
            what = f"the server reported progress for the token {token!r:.80}"
            yield Flaw(where, what, ", which no request had")
            continue
        asked = described(exchanges[owner])
        is_behind = late if owner == number else owner < number
        if is_behind and _is_over(exchanges[owner], where):
            yield Flaw(where, f"the server reported progress of {asked} after it had answered it")
        if owner in last and value <= last[owner]:
            what = f"the progress of {asked} went from {last[owner]!r:.80} to {value!r:.80}"
            yield Flaw(where, what)
        last[owner] = value


def _is_over(asked: Exchange, where: Exchange) -> bool:
    """Whether the request was answered before; a task goes on after the answer."""
    answer = asked.reaction
    if not isinstance(answer, Replied | RpcError) or part(getattr(answer, "result", 0), "task"):
        return False
    # Of several at once, the first that is still waiting notes what comes.
    is_beside = asked.key[:2] == where.key[:2] and asked.key.step > where.key.step
    return not is_beside


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


PROBES = (Probe("progress", (), progress, informs=(PROGRESS.id,), sends=Provenance.SOUND),)
REVIEWS = (Review((PROGRESS,), progress_review),)
