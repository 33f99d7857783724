"""What a server printed where only the protocol belongs."""

from collections.abc import Iterable
from typing import NamedTuple

from .lines import Exchange

_KINDS = ("noise", "not_text")
_SHOWN = 80


class NoiseSummary(NamedTuple):
    """Lines that are no JSON-RPC, as many as were kept, and how the first of them begins."""

    lines: int
    first: str


def noise_in(exchanges: Iterable[Exchange]) -> NoiseSummary | None:
    noise = [
        other
        for exchange in exchanges
        for other in exchange.others
        if isinstance(other, dict) and any(kind in other for kind in _KINDS)
    ]
    if not noise:
        return None
    first = str(noise[0].get("noise") or "bytes that are not text")
    return NoiseSummary(len(noise), first[:_SHOWN])


def noise_warning(exchanges: Iterable[Exchange]) -> str:
    """A sentence about lines that are no JSON-RPC; empty when there were none."""
    noise = noise_in(exchanges)
    if noise is None:
        return ""
    return (
        f"the server sent {noise.lines} lines that are not JSON-RPC, such as '{noise.first}'; "
        "standard output is for the protocol only, and some clients give up on this"
    )
