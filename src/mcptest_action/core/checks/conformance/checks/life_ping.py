"""Is anybody there: `ping`."""

from mcptest_action.core.checks.conformance.examinee import Examinee
from mcptest_action.core.checks.conformance.model import Check, Level, Probe, Rulings
from mcptest_action.core.checks.conformance.raw import PATIENCE_S
from mcptest_action.core.checks.conformance.refusal import server_said
from mcptest_action.core.checks.conformance.revision import LEGACY, written
from mcptest_action.core.checks.results import Ruling, failed, ruled
from mcptest_action.core.protocol.exchange import Reaction, Replied, Request, Script

PONG = Check(
    id="LIFE-06",
    level=Level.MUST,
    expects="`ping` gets an empty result at once.",
    sends="`ping` after the handshake",
    remedy="Answer `ping` with an empty object, whatever else the server is doing.",
    spec=written(legacy="basic/utilities/ping#behavior-requirements"),
    revisions=LEGACY,
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
