"""A connection isn't a conversation: each is like any other, and needs no beginning."""

from mcptest_action.core.checks.results import (
    Ruling,
    entailed,
    failed,
    not_applicable,
    not_verified,
    passed,
    ruled,
)
from mcptest_action.core.protocol.exchange import Fresh, Provenance, Replied
from mcptest_action.core.protocol.surface import LISTINGS, Surface, collect
from ..listed import ABOUT_LISTS
from ..model import Examinee, Needs, Probe, Probing, must
from ..raw import sound_request
from ..refusal import server_said
from ..revision import written

_LISTS = ("tools", "resources", "templates", "prompts")
NO_HELLO = must("META-08", written(modern="basic#statelessness"))(
    expects="A list request is served as the first message of a connection.",
    sends="a list request on a new connection, without `server/discover` before it",
    remedy="Take all that a request needs from the request; do not wait for `server/discover`.",
)
SAME_LISTS = must("META-09", written(modern="server/tools#capabilities"))(
    expects="Every connection is given the same lists.",
    sends="all list requests on a second connection",
    remedy="Make the lists from what the server has and from who asks, not from the connection.",
)


def fresh_lists(server: Examinee) -> Probing:
    """If the lists differ, two more listings tell a server that changes from one that varies."""
    if not any(server.declares(listing.capability) for listing in LISTINGS):
        nothing = not_applicable("the server declares nothing that could be listed")
        return {NO_HELLO.id: nothing, SAME_LISTS.id: nothing}
    first = yield sound_request(server)
    served = ruled(isinstance(first, Replied), server_said(first))
    second = yield from collect(server.hello)
    unlisted = _unlisted(server.surface) or _unlisted(second)
    what = _difference(server.surface, second)
    if unlisted:
        nothing = entailed(f"nothing to compare: {unlisted}", NO_HELLO.id, *ABOUT_LISTS)
        return {NO_HELLO.id: served, SAME_LISTS.id: nothing}
    if not what:
        same = passed("the lists are the same on two connections")
        return {NO_HELLO.id: served, SAME_LISTS.id: same}
    again = yield from collect(server.hello)
    yield Fresh()
    third = yield from collect(server.hello)
    return {NO_HELLO.id: served, SAME_LISTS.id: _vary(what, second, again, third)}


def _unlisted(surface: Surface) -> str:
    """What could not be listed, if anything; undeclared tools don't count."""
    methods = tuple(f"{listing.method}:" for listing in LISTINGS)
    return next((problem for problem in surface.problems if problem.startswith(methods)), "")


def _vary(what: str, second: Surface, again: Surface, third: Surface) -> Ruling:
    if _difference(second, again):
        return not_verified(f"the list of {what} changed between two requests of one connection")
    if not _difference(second, third):
        return not_verified(f"the list of {what} changed during the run, and once only")
    return failed(f"the list of {what} differs from connection to connection")


def _difference(one: Surface, other: Surface) -> str:
    """The first list that differs; empty if none does."""
    differing = (name for name in _LISTS if getattr(one, name) != getattr(other, name))
    return next(differing, "")


PROBES = (
    Probe("fresh_lists", (NO_HELLO, SAME_LISTS), fresh_lists, Needs.SILENT, sends=Provenance.SOUND),
)
