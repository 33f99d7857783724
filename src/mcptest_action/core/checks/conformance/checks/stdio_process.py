"""How long a server takes to start, and how it leaves when its standard input is closed."""

from collections.abc import Iterator, Sequence

from mcptest_action.core.checks.results import Ruling, failed, not_applicable, not_verified, passed
from mcptest_action.core.protocol.exchange import Closed, Leaving, Replied, RpcError
from mcptest_action.core.protocol.transcript import Exchange
from ..conduct import GOODBYE
from ..model import STDIO, Examinee, Exchanges, Review, Rulings, info, should
from ..revision import written

_SHUTDOWN = written("basic/lifecycle#shutdown", "basic/transports/stdio#shutdown")
EXITS = should("STDIO-03", _SHUTDOWN, STDIO)(
    expects="The server exits within 5 s after its standard input is closed.",
    sends="nothing of its own: looks at every connection that was closed",
    remedy="End the process when standard input ends; do not wait for threads, timers or streams.",
)
TERMINATES = info("STDIO-04", _SHUTDOWN, STDIO, basis="robustness")(
    expects="What a server that did not exit does about SIGTERM is recorded.",
    sends="SIGTERM, to a server that did not exit when its standard input was closed",
    remedy="Let SIGTERM end the process: it has its default meaning unless a handler takes it.",
)


# A process that exited earlier doesn't answer the question.
_LEFT = (Leaving.BY_ITSELF, Leaving.TERMINATED, Leaving.KILLED)


def exits(server: Examinee, exchanges: Exchanges) -> Rulings:
    left = list(_closed(exchanges))
    if not left:
        nothing = not_verified("no connection was closed while the server was running")
        if not server.is_newest:
            nothing = not_applicable(f"how it leaves is looked at in {max(server.spoken)}")
        return {EXITS.id: nothing, TERMINATES.id: nothing}
    ways = [way for _, way in left]
    return {EXITS.id: _exit(left), TERMINATES.id: _termination(ways)}


def _closed(exchanges: Exchanges) -> Iterator[tuple[Exchange, Closed]]:
    """The closings that we waited for; others happened in passing."""
    for exchange in exchanges:
        reaction = exchange.reaction
        waited = exchange.key.check.endswith(f"/{GOODBYE}")
        if waited and isinstance(reaction, Closed) and reaction.leaving in _LEFT:
            yield exchange, reaction


def _exit(left: Sequence[tuple[Exchange, Closed]]) -> Ruling:
    stayed = [(e, closed) for e, closed in left if closed.leaving is not Leaving.BY_ITSELF]
    if stayed:
        shown = [exchange for exchange, _ in stayed]
        detail = stayed[0][1].detail
        return failed(f"{len(stayed)} of {len(left)} times, the server {detail}", *shown)
    ways = sorted({closed.detail for _, closed in left})
    return passed(f"{len(left)} times, the server {' or '.join(ways)}")


def _termination(left: Sequence[Closed]) -> Ruling:
    stayed = [closed.leaving for closed in left if closed.leaving is not Leaving.BY_ITSELF]
    if not stayed:
        return not_applicable("the server exited without it")
    if Leaving.KILLED in stayed:
        return passed("SIGTERM did not end the server; it had to be killed")
    return passed("SIGTERM ended the server")


_STDIO = written("basic/transports#stdio", "basic/transports/stdio")
READY = info("STDIO-08", _STDIO, STDIO, basis="robustness")(
    expects="The time from the start of the process to its first response is recorded.",
    sends="nothing of its own: looks at the first response on every connection",
    remedy="Nothing has to change; clients give up on servers that take longer than they wait.",
)
# In coarse steps, and of the fastest start: two runs of one server must give the same report, also
# on a busy machine.
_STEPS_S = (10, 30, 60)


def ready(_ground: Examinee, exchanges: Exchanges) -> Rulings:
    first: dict[int, float] = {}
    for exchange in exchanges:
        if isinstance(exchange.reaction, Replied | RpcError):
            first.setdefault(exchange.key.connection, exchange.elapsed_ms)
    if not first:
        return {READY.id: not_verified("no request was answered")}
    fastest_s = min(first.values()) / 1000
    within = next((step for step in _STEPS_S if fastest_s <= step), None)
    took = f"within {within} s" if within else f"after more than {_STEPS_S[-1]} s"
    return {READY.id: passed(f"the first response came {took}")}


REVIEWS = (Review((EXITS, TERMINATES), exits), Review((READY,), ready))
