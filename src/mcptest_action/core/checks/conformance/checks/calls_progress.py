"""Progress of calls, and where it comes over HTTP: on the stream of the call that it is about."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from mcptest_action.core.checks.probes import Subject, is_answer
from mcptest_action.core.checks.results import Ruling, not_applicable, not_verified
from mcptest_action.core.checks.run import mirrored, schemas_of
from mcptest_action.core.protocol.exchange import (
    CallTool,
    Provenance,
    TimedOut,
    Together,
    in_words,
    same_id,
)
from mcptest_action.core.protocol.transcript import Exchange
from mcptest_action.core.text import plural
from ..free_tools import free_tools, why_none_is_free
from ..model import (
    HTTP,
    Examinee,
    Exchanges,
    Probe,
    Probing,
    Review,
    Rulings,
    must,
    should,
    the_same,
)
from ..revision import over_http
from ..task_states import makes_task
from ..traffic import Flaw, asides, described, message_of, part, ruled_on

METHOD = "notifications/progress"
# Tools whose names say that they take their time.
_SLOW = re.compile(r"long|slow|wait|sleep|delay|progress|stream|batch|process", re.IGNORECASE)
# At once: some report progress only while others run.
_CALLS = 2
# A tool that takes longer has reported enough.
_PATIENCE_S = 1.0
OWN_STREAM = must("LIFE-23", over_http(modern="receiving-messages"), HTTP)(
    expects="Progress comes on the event stream of the request that it is about.",
    sends="two calls at once, each with a progress token, of tools that may be called freely; "
    "looks for progress on all streams",
    remedy="Send progress on the stream that answers the request whose token it has.",
)
OLD_OWN_STREAM = should("LIFE-24", over_http("sending-messages-to-the-server"), HTTP)(
    expects=OWN_STREAM.expects,
    sends=OWN_STREAM.sends,
    remedy=OWN_STREAM.remedy,
)
CHECKS = (OWN_STREAM, OLD_OWN_STREAM)


def slow_tools(server: Examinee, most: int = _CALLS) -> list[Subject]:
    """Some tools that a probe may call, and watch: those that seem slow first."""
    free = free_tools(server, lambda name: _SLOW.search(name) is not None)
    return list(islice(free, most))


def progressing(server: Examinee) -> Probing:
    calls = tuple(_call(tool) for tool in slow_tools(server))
    if calls:
        yield from mirrored(_all(calls), schemas_of(server.surface))
    return {}


def _all(calls: tuple[CallTool, ...]) -> Probing:
    yield Together(calls)
    return {}


def _call(tool: Subject) -> CallTool:
    token = {"_meta": {"progressToken": f"mcptest-progress-of-{tool.name}"}}
    return CallTool(tool.name, tool.arguments, _PATIENCE_S, more=token)


def review(server: Examinee, exchanges: Exchanges) -> Rulings:
    return the_same(CHECKS, _ruling(server, exchanges))


def _ruling(server: Examinee, exchanges: Exchanges) -> Ruling:
    if server.address.sse:
        return not_applicable("over HTTP+SSE, everything comes on one stream")
    reports = [
        (exchange, token)
        for exchange, entry in asides(exchanges, "notification")
        if entry["notification"] == METHOD and (token := _token_in(entry.get("params"))) is not None
    ]
    # What a task reports may come as long as it lives, on whatever stream there is then.
    own = [exchange for exchange in exchanges if not makes_task(exchange)]
    given = [token for exchange in own for token in _tokens(exchange)]
    known = [(where, token) for where, token in reports if _is_among(given, token)]
    if not known:
        return nothing_reported(exchanges) or why_none_is_free(server)
    flaws = [
        Flaw(where, f"progress for '{token}' came around the answer to {described(where)}")
        for where, token in known
        if not _is_among(_tokens(where), token)
    ]
    return ruled_on(flaws, "each report came with the answer to its request")


def _token_in(params: Any) -> Any:
    return params.get("progressToken") if isinstance(params, dict) else None


def _tokens(exchange: Exchange) -> Iterator[Any]:
    """The token of a request, if it has one."""
    params = message_of(exchange).get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    token = _token_in(meta)
    if token is not None:
        yield token


def nothing_reported(exchanges: Exchanges) -> Ruling | None:
    """For a server that was asked for progress and reported none; None if nobody asked. Only calls
    count, because few servers report progress of anything else.
    """
    calls = (e for e in exchanges if message_of(e).get("method") == "tools/call")
    called = [(part(message_of(e), "params", "name"), e.reaction) for e in calls if any(_tokens(e))]
    if not called:
        return None
    asked = plural(len({repr(name) for name, _ in called}), "tool")
    nothing = f"asked for it in calls of {asked}, the server reported no progress"
    # A tool that takes long had its time to report; how long it took may differ from run to run.
    if not any(is_answer(reaction) or isinstance(reaction, TimedOut) for _, reaction in called):
        return not_verified(f"{nothing}, but {called[0][0]} {in_words(called[0][1])}")
    return not_applicable(nothing)


def _is_among(tokens: Any, wanted: Any) -> bool:
    return any(same_id(token, wanted) for token in tokens)


PROBES = (
    Probe(
        "call_progress",
        (),
        progressing,
        informs=("LIFE-16", OWN_STREAM.id, OLD_OWN_STREAM.id, "BASE-19"),
        sends=Provenance.SOUND,
    ),
)
REVIEWS = (Review(CHECKS, review),)
