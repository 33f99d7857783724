"""Requests made at the same time. A script."""

from typing import NamedTuple

from mcptest_action.core.conformance.examinee import Examinee
from mcptest_action.core.exchange.reaction import Disconnected, Reaction, Unreachable
from mcptest_action.core.exchange.step import Request, Script, Together


class RequestOutcome(NamedTuple):
    """A request by its id, and what came of it."""

    request_id: str
    reaction: Reaction


def at_once(
    server: Examinee, request: Request, ids: tuple[str, ...]
) -> Script[tuple[RequestOutcome, ...]]:
    """The same request under each of the ids.

    Over HTTP each may take a connection of its own, and the operating system turns some away
    before the server has seen them: a short queue is no fault of the protocol. Those are asked
    again, one by one.
    """
    reactions = yield Together(tuple(request._replace(request_id=own) for own in ids))
    asked = []
    for own, reaction in zip(ids, reactions, strict=False):
        found = RequestOutcome(own, reaction)
        if server.address.http and isinstance(reaction, Disconnected | Unreachable):
            again = f"{own}-again"
            found = RequestOutcome(again, (yield request._replace(request_id=again)))
        asked.append(found)
    return tuple(asked)
