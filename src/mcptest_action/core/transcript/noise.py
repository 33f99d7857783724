"""What a server printed where only the protocol belongs."""

from collections.abc import Iterable

from mcptest_action.core.transcript.lines import Exchange

_KINDS = ("noise", "not_text")


def noise_warning(exchanges: Iterable[Exchange]) -> str:
    """A sentence about lines that are no JSON-RPC; empty when there were none."""
    noise = [
        other
        for exchange in exchanges
        for other in exchange.others
        if isinstance(other, dict) and any(kind in other for kind in _KINDS)
    ]
    if not noise:
        return ""
    first = str(noise[0].get("noise") or "bytes that are not text")
    return (
        f"the server sent {len(noise)} lines that are not JSON-RPC, such as '{first[:80]}'; "
        "standard output is for the protocol only, and some clients give up on this"
    )
