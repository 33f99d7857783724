"""Answers that are none: they say who may ask, or how often, and nothing about what was asked."""

from typing import TypeGuard

from mcptest_action.core.exchange.reaction import Reaction, Replied, RpcError

# Whoever is told to log in or to slow down has not been told that the request was bad.
_NOT_YOU, _NOT_NOW = (401, 407), (429,)
_NOT_FOUND = 404


def is_answer(reaction: Reaction) -> TypeGuard[Replied | RpcError]:
    """Whether the server answered what it was asked: with a result, or with an error about it."""
    return isinstance(reaction, Replied) or (
        isinstance(reaction, RpcError) and not is_off_topic(reaction) and not lost_session(reaction)
    )


def is_off_topic(error: RpcError) -> bool:
    return _status(error) in _NOT_YOU + _NOT_NOW


def lost_session(reaction: Reaction) -> bool:
    """Whether the server has forgotten who we are; to us, that is a closed connection."""
    return (
        isinstance(reaction, RpcError)
        and _status(reaction) == _NOT_FOUND
        and "session" in reaction.message.casefold()
    )


def _status(error: RpcError) -> int | None:
    return None if error.http is None else error.http.status
