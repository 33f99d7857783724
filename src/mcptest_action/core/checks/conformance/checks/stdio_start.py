"""How long a server takes to start."""

from mcptest_action.core.checks.results import not_verified, passed
from mcptest_action.core.protocol.exchange import Replied, RpcError
from ..model import STDIO, Examinee, Exchanges, Review, Rulings, info
from ..revision import written

READY = info(
    "STDIO-08",
    written("basic/transports#stdio", "basic/transports/stdio"),
    STDIO,
    basis="robustness",
)(
    expects="The time from the start of the process to its first response is recorded.",
    sends="nothing of its own: looks at the first response on every connection",
    remedy="Nothing has to change; clients give up on servers that take longer than they wait.",
)
# In steps: two runs of one server shall give the same report.
_STEPS_S = (1, 2, 5, 10, 30, 60)


def ready(_ground: Examinee, exchanges: Exchanges) -> Rulings:
    first: dict[int, float] = {}
    for exchange in exchanges:
        if isinstance(exchange.reaction, Replied | RpcError):
            first.setdefault(exchange.key.connection, exchange.elapsed_ms)
    if not first:
        return {READY.id: not_verified("no request was answered")}
    slowest_s = max(first.values()) / 1000
    within = next((step for step in _STEPS_S if slowest_s <= step), None)
    took = f"within {within} s" if within else f"after more than {_STEPS_S[-1]} s"
    return {READY.id: passed(f"the first response came {took}")}


REVIEWS = (Review((READY,), ready),)
