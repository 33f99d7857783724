"""A conversation with a server that may send requests: calls by a client with capabilities."""

from collections.abc import Mapping, Sequence
from typing import Any

from mcptest_action.core.checks.probes import Subject
from mcptest_action.core.protocol.exchange import (
    BROKEN,
    ELICITATION,
    EVENTS,
    FORM,
    SESSION,
    URL,
    Fresh,
    Http,
    Listen,
    Notify,
    Opened,
    Replied,
    Says,
    Script,
    header_of,
    in_words,
    mode_of,
    version_header,
)
from .asking import MOST_BREAKS, Asked, Call, call, capabilities, client_with, requests_in
from .meet import initialize
from .model import Examinee
from .raw import PATIENCE_S
from .revision import SINCE_NOVEMBER


def conversation(
    server: Examinee,
    tools: Sequence[Subject],
    declared: Mapping[str, Any],
    noes: tuple[Says, ...] = (Says.DECLINE, Says.CANCEL),
) -> Script[list[Call] | str]:
    """Every call as such a client; why there is none, as a clause, if no hello succeeds.

    A tool that asks back is called again, and told no.
    """
    calls: list[Call] = []
    trouble = yield from _hello(server, declared)
    for tool in tools:
        for says in (Says.ACCEPT, *noes):
            asks = says is Says.ACCEPT or calls[-1].asked
            if trouble or not asks:
                break
            breaks = sum(isinstance(one.reaction, BROKEN) for one in calls)
            calls.append((yield from _called(tool, says, breaks)))
            if isinstance(calls[-1].reaction, BROKEN):
                goes_on = breaks + 1 < MOST_BREAKS
                trouble = (yield from _hello(server, declared)) if goes_on else "stopped"
                break
    return calls or trouble


def _hello(server: Examinee, declared: Mapping[str, Any]) -> Script[str]:
    """A new connection for such a client; empty, or why there is none, as a clause."""
    opened = yield Fresh(client=client_with(declared))
    if not isinstance(opened, Opened):
        return f"the server {in_words(opened)}"
    hello = yield initialize(server.revision, server.client_version, declared)
    if not isinstance(hello, Replied):
        return f"the server {in_words(hello)}"
    yield Notify("notifications/initialized")
    session = header_of(hello, SESSION)
    if session:  # some servers ask on this stream, and not on that of the call
        headers = {"Accept": EVENTS, **version_header(server.revision), SESSION: session}
        yield Http("GET", headers, timeout_s=PATIENCE_S, waits=False)
    return ""


def _called(tool: Subject, says: Says, breaks: int) -> Script[Call]:
    reaction = yield call(tool, says)
    return Call(tool.name, says, reaction, requests_in(tool.name, (yield Listen())), breaks)


def as_limited(
    server: Examinee, tools: Sequence[Subject], asked: Sequence[Asked]
) -> Script[tuple[list[Call], list[Asked]]]:
    """The calls of clients that declare one mode, and what they are asked in the other one. Tried
    only where the server has used that mode.
    """
    made: list[Call] = []
    found: list[Asked] = []
    for mode, other in ((FORM, URL), (URL, FORM)):
        names = {one.tool for one in asked if _is_in_mode(one, mode)}
        if not names or server.revision not in SINCE_NOVEMBER:
            continue
        declared = capabilities(server, {other: {}})
        again = [tool for tool in tools if tool.name in names]
        calls = yield from conversation(server, again, declared, noes=())
        if isinstance(calls, list):
            made += calls
            found += [one for each in calls for one in each.asked if _is_in_mode(one, mode)]
    return made, found


def _is_in_mode(one: Asked, mode: str) -> bool:
    return one.method == ELICITATION and mode_of(one.params) == mode
