"""What a server does for strangers: whoever asks without credentials."""

from mcptest_action.core.checks.results import Ruling, not_applicable, not_verified
from mcptest_action.core.protocol.exchange import (
    FORBIDDEN,
    MULTIPLE_CHOICES,
    OK,
    PATIENCE_S,
    UNAUTHORIZED,
    Reaction,
    Replied,
    Request,
    Script,
    StrayCall,
    is_refused,
    said,
    status_of,
)
from mcptest_action.core.protocol.surface import made_up_name
from .meet import initialize, knock
from .model import Examinee
from .poor_hello import READY

NOT_IMPLEMENTED = 501


def lets_strangers_in(server: Examinee) -> bool:
    """Whether we are strangers ourselves, and were told everything that we asked for."""
    are_strangers = not server.locked and not server.address.credentials
    is_told = status_of(server.answer) not in (UNAUTHORIZED, FORBIDDEN)
    return are_strangers and is_told and not server.surface.problems


OPEN = not_applicable("without credentials, the server says hello and lists everything")


def refused_hello(server: Examinee) -> Script[Reaction | Ruling]:
    """The 401 that a stranger's hello gets; a ruling for all who have to do without one."""
    if lets_strangers_in(server):
        return OPEN
    reaction = yield from knock(server, {})
    if status_of(reaction) == UNAUTHORIZED:
        return reaction
    if not isinstance(reaction, Replied):
        return not_verified(f"without credentials, the server {said(reaction)}")
    return not_applicable(f"its hello needs none: without credentials, the server {said(reaction)}")


def refused_stranger(server: Examinee) -> Script[Reaction | Ruling]:
    """The first 401 that a stranger gets: some servers let everybody say hello, and look around."""
    refused = yield from refused_hello(server)
    if not isinstance(refused, Ruling) or lets_strangers_in(server):
        return refused
    if not server.is_modern:  # in a session of the stranger's own
        hello = initialize(server.revision, server.client_version)
        met: Reaction = yield hello._replace(anonymous=True, timeout_s=PATIENCE_S)
        if status_of(met) == UNAUTHORIZED:
            return met
        if not isinstance(met, Replied):
            return not_verified(f"without credentials, the server {said(met)}")
        yield READY._replace(anonymous=True)
    listing: Reaction = yield Request("tools/list", timeout_s=PATIENCE_S, anonymous=True)
    if status_of(listing) == UNAUTHORIZED:
        return listing
    params = {"name": made_up_name(server.surface), "arguments": {}}
    call: Reaction = yield StrayCall(params, timeout_s=PATIENCE_S, anonymous=True)
    if status_of(call) == UNAUTHORIZED:
        return call
    for reaction in (listing, call):
        if may_refuse(reaction):
            return not_verified(f"without credentials, the server {said(reaction)}")
    return refused


def may_refuse(reaction: Reaction) -> bool:
    """Whether a stranger may have been refused for being one, though not with 401.

    A login page, a 403 and a 500 may be that. Who calls a request wrong has looked at it.
    """
    status = status_of(reaction)
    is_wrong = is_refused(reaction) or status == NOT_IMPLEMENTED
    return status == FORBIDDEN or not (is_served(reaction) or is_wrong)


def is_served(reaction: Reaction) -> bool:
    return OK <= status_of(reaction) < MULTIPLE_CHOICES
