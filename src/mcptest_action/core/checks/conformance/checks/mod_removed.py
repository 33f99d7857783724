"""What the modern era has left behind."""

from mcptest_action.core.checks.results import ruled
from mcptest_action.core.protocol.exchange import NOT_FOUND, Request, Script, Together
from ..model import Examinee, Probe, Rulings, must
from ..raw import PATIENCE_S, sound_request
from ..refusal import METHOD_NOT_FOUND, is_refusal, server_said
from ..revision import written

_NOWHERE = "mcptest://nothing"

REMOVED = must("MOD-05", written(modern="changelog#major-changes"))(
    expects="Methods that 2026-07-28 removed are unknown: error -32601, over HTTP with 404.",
    sends="`ping`, `logging/setLevel`, `resources/subscribe` and `resources/unsubscribe`",
    remedy="Serve these methods only to clients that began with `initialize`.",
)


def removed(server: Examinee) -> Script[Rulings]:
    yield sound_request(server)._replace(timeout_s=PATIENCE_S)
    uri = {"uri": _uri(server)}
    steps = (
        Request("ping", timeout_s=PATIENCE_S),
        Request("logging/setLevel", {"level": "info"}, timeout_s=PATIENCE_S),
        Request("resources/subscribe", uri, timeout_s=PATIENCE_S),
        Request("resources/unsubscribe", uri, timeout_s=PATIENCE_S),
    )
    reactions = yield Together(steps)
    bad = [
        f"to `{step.method}`, {server_said(reaction)}"
        for step, reaction in zip(steps, reactions, strict=True)
        if not is_refusal(reaction, METHOD_NOT_FOUND, NOT_FOUND)
    ]
    return {REMOVED.id: ruled(not bad, f"all {len(steps)} are unknown", "; ".join(bad))}


def _uri(server: Examinee) -> str:
    """Of a resource that is there, if there is one: nothing else may be the reason to refuse."""
    uris = (resource.get("uri") for resource in server.surface.resources)
    return next((uri for uri in uris if isinstance(uri, str)), _NOWHERE)


PROBES = (Probe("removed", (REMOVED,), removed),)
