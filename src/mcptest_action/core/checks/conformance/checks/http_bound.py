"""Who can reach a server on this machine: only those who are on it, or a whole network."""

from mcptest_action.core.checks.results import not_applicable, not_verified, ruled
from mcptest_action.core.protocol.exchange import Bound, LookUp, Provenance, in_words
from mcptest_action.core.protocol.target import is_loopback
from ..model import HTTP, Examinee, Probe, Probing, should
from ..revision import over_http

LOCAL = should("HTTP-31", over_http("security-warning", "security-%26-endpoint"), HTTP)(
    expects="A server that runs on this machine listens on loopback only.",
    sends="nothing, and looks up on which addresses the process listens that the URL leads to, "
    "where that is on this machine",
    remedy="Bind the server to 127.0.0.1 instead of 0.0.0.0, so that no other machine reaches it.",
)


def bound(server: Examinee) -> Probing:
    if not server.address.loopback:
        return {LOCAL.id: not_applicable("the server is not on loopback")}
    seen = yield LookUp(server.address.host, server.address.port)
    if not isinstance(seen, Bound) or not seen.addresses:
        return {LOCAL.id: not_verified("who listens on the port cannot be seen from here")}
    is_local = all(map(is_loopback, seen.addresses))
    return {LOCAL.id: ruled(is_local, f"the server {in_words(seen)}")}


PROBES = (Probe("bound", (LOCAL,), bound, sends=Provenance.SOUND),)
