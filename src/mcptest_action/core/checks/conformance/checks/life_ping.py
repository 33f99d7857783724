"""Is anybody there: `ping`."""

from mcptest_action.core.checks.results import Ruling, failed, ruled
from mcptest_action.core.protocol.exchange import Reaction, Replied, Request, Script
from ..model import Examinee, Probe, Rulings, must
from ..raw import PATIENCE_S
from ..refusal import server_said
from ..revision import written

PONG = must("LIFE-06", written(legacy="basic/utilities/ping#behavior-requirements"))(
    expects="`ping` gets an empty result at once.",
    sends="`ping` after the handshake",
    remedy="Answer `ping` with an empty object, whatever else the server is doing.",
)


def ping(_ground: Examinee) -> Script[Rulings]:
    return {PONG.id: _pong((yield Request("ping", timeout_s=PATIENCE_S)))}


def _pong(reaction: Reaction) -> Ruling:
    if not isinstance(reaction, Replied):
        return failed(server_said(reaction))
    result = reaction.result
    extra = [name for name in result if name != "_meta"] if isinstance(result, dict) else [result]
    return ruled(not extra, "the result is empty", f"the result is not empty: {extra!r}")


PROBES = (Probe("ping", (PONG,), ping),)
