"""A server that wants credentials before it says anything, and what we can still ask it."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.protocol.exchange import UNAUTHORIZED, Hello, status_of
from mcptest_action.core.protocol.surface import Surface
from mcptest_action.core.protocol.target import Address
from .meet import NotSpoken
from .model import Examinee
from .revision import era_of

HOW_TO_GIVE = "give some with --bearer-token-env VARIABLE or --header-env NAME=VARIABLE"


def wants_credentials(who: Any) -> bool:
    """Whether the hello of a revision was answered with status 401."""
    return isinstance(who, NotSpoken) and status_of(who.reaction) == UNAUTHORIZED


def locked_examinees(
    found: Mapping[str, Any], address: Address, client_version: str
) -> dict[str, Examinee]:
    """What we know in each revision whose hello wants credentials: hardly anything."""
    return {
        revision: Examinee(
            era=(era := era_of(revision)),
            address=address,
            hello=Hello(era, {}, {}, None),
            answer=who.reaction,
            surface=Surface(era, {}, {}, None, (), (), (), (), ("the server wants credentials",)),
            spoken=(),
            client_version=client_version,
            locked=True,
        )
        for revision, who in found.items()
        if wants_credentials(who)
    }


def unknown_here(address: Address) -> str:
    """Why it does not let us in, and what to do about it."""
    if address.credentials:
        return "the server does not accept the credentials that it was given: it answers with 401"
    return f"the server wants credentials: it answers with 401; {HOW_TO_GIVE}"
