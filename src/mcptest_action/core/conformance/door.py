"""A server that wants credentials before it says anything, and what can be asked all the same."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.conformance.ground import Ground
from mcptest_action.core.conformance.meet import NotSpoken
from mcptest_action.core.conformance.over_http import UNAUTHORIZED, status_of
from mcptest_action.core.conformance.place import Place
from mcptest_action.core.conformance.revision import era_of
from mcptest_action.core.exchange.handshake import Hello
from mcptest_action.core.surface.model import Surface

HOW_TO_GIVE = "give some with --bearer-token-env VARIABLE or --header-env NAME=VARIABLE"


def wants_credentials(who: Any) -> bool:
    """Whether the hello of a revision was answered with status 401."""
    return isinstance(who, NotSpoken) and status_of(who.reaction) == UNAUTHORIZED


def door_grounds(found: Mapping[str, Any], place: Place, client_version: str) -> dict[str, Ground]:
    """What is known in each revision whose hello wants credentials: hardly anything."""
    return {
        revision: Ground(
            era=(era := era_of(revision)),
            place=place,
            hello=Hello(era, {}, {}, None),
            answer=who.reaction,
            surface=Surface(era, {}, {}, None, (), (), (), (), ("the server wants credentials",)),
            spoken=(),
            client_version=client_version,
            at_the_door=True,
        )
        for revision, who in found.items()
        if wants_credentials(who)
    }


def unknown_here(place: Place) -> str:
    """Why it does not let us in, and what to do about it."""
    if place.credentials:
        return "the server does not accept the credentials that it was given: it answers with 401"
    return f"the server wants credentials: it answers with 401; {HOW_TO_GIVE}"
