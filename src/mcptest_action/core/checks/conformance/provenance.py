"""What a ruling may look back at: nothing that our own odd messages can have provoked.

Scripts say what they send; see `Provenance`. On each connection, what came before the first
message that is worse than a review bears is its stretch, and the rest of that connection is not:
a server may still be busy with the odd message, or may never get over it.
"""

from collections.abc import Iterable, Mapping

from mcptest_action.core.checks.probes import PROBES
from mcptest_action.core.checks.run import RECONNECT
from mcptest_action.core.protocol.exchange import Provenance, Replied
from mcptest_action.core.protocol.transcript import HANDSHAKE, RESTART, SURFACE, Exchange
from .conduct import GOODBYE, LATE_GOODBYE, ODD, RECONNECTED
from .revision import MEET, is_revision

# What we know by the names of scripts that every run has, and of the probes on tools.
# What is not here counts as odd: the tests of a suite, say, send what their author likes.
_OF_RUN: Mapping[str, Provenance] = {
    **dict.fromkeys((HANDSHAKE, SURFACE, RESTART, RECONNECT), Provenance.SOUND),
    **{probe.id: probe.sends for probe in PROBES},
}


_OF_EXAMINATION: Mapping[str, Provenance] = dict.fromkeys(
    (MEET, GOODBYE, LATE_GOODBYE, ODD, RECONNECTED), Provenance.SOUND
)


def provenance_of(exchange: Exchange, examination: Mapping[str, Provenance]) -> Provenance:
    """What the script of the exchange sends; `examination` has the probes of conformance."""
    revision, _, name = exchange.key.check.partition("/")
    if is_revision(revision):
        return _OF_EXAMINATION.get(name) or examination.get(name, Provenance.ODD)
    return _OF_RUN.get(exchange.key.check, Provenance.ODD)


def stretches(
    exchanges: Iterable[Exchange], bears: Provenance, examination: Mapping[str, Provenance]
) -> tuple[Exchange, ...]:
    """What was exchanged on each connection before anything worse was sent on it."""
    spoiled: set[int] = set()
    puzzled: set[int] = set()
    kept = []
    for exchange in exchanges:
        number = exchange.key.connection
        if provenance_of(exchange, examination).rank > bears.rank:
            spoiled.add(number)
        if _puzzles(exchange):
            puzzled.add(number)
        if number not in spoiled:
            # An older transcript doesn't say where came what arrived with a new connection.
            is_new = exchange.sent["step"] == "Fresh"
            says_nothing = is_new or number in puzzled
            kept.append(exchange._replace(others=()) if says_nothing else exchange)
        if isinstance(exchange.reaction, Replied):
            puzzled.discard(number)
    return tuple(kept)


def _puzzles(exchange: Exchange) -> bool:
    """Whether it is a hello that an older server cannot know, and may remark on until it has said
    its own.
    """
    message = exchange.sent.get("message")
    is_modern = isinstance(message, Mapping) and message.get("method") == "server/discover"
    return is_modern and not isinstance(exchange.reaction, Replied)
