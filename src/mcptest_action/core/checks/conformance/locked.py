"""A server that wants credentials before it says anything, and what we can still ask it."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.protocol.exchange import (
    Hello,
    Reaction,
    is_about_credentials,
    status_of,
)
from mcptest_action.core.protocol.surface import Surface
from mcptest_action.core.protocol.target import Address
from .meet import NotSpoken
from .model import Examinee
from .revision import era_of

HOW_TO_GIVE = (
    "give some with --bearer-token-env VARIABLE, --header-env NAME=VARIABLE, or `auth` of a server "
    "in mcptest.yml"
)


def wants_credentials(who: Any, address: Address) -> bool:
    """Whether the hello of a revision was refused for want of credentials, or of better ones."""
    return isinstance(who, NotSpoken) and is_about_credentials(
        who.reaction, given=address.credentials
    )


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
        if wants_credentials(who, address)
    }


def unknown_here(address: Address, refusal: Reaction) -> str:
    """Why it does not let us in, and what to do about it."""
    how = f"it answers with {status_of(refusal)}"
    if address.credentials:
        return f"the server does not accept the credentials that it was given: {how}"
    return f"the server wants credentials: {how}; {HOW_TO_GIVE}"
