"""A server that says in JSON-RPC that it limits requests. On stdio there is no status for it.

Only what an error begins with counts: "Rate limit exceeded" is about how often we ask, "the option
'rate limit' is unknown" is not. All repetitions are bounded, so that no message takes long to read.
"""

import re

from .reaction import RpcError

LONGEST_PAUSE_S = 30.0
_LOOKED_AT = 200
_CODE = 429
_INTRODUCED = (
    r"\W{0,8}(?:mcp |http |server |internal )?(?:error|status)?(?: code)?"
    r"[ :]{0,2}-?\d{0,6}[ :-]{0,3}"
    r"(?:(?:the|your|an|mcp|api|server|global|client|user|session|tool|call|requests?) ){0,4}"
)
_RATE_LIMIT = r"rate[ _-]?limit"
_ENDS = r"(?=$|\W*$| ?[.,:;!(\u2013\u2014-]| (?:by|for|until|please|try|retry|wait)\b)"
_WAYS = (
    rf"{_RATE_LIMIT}(?:s|ing)?(?: has been| was| is)?[ :_-]{{0,2}}(?:exceeded|reached|hit|error)",
    r"(?:(?:you are|you're|you have been|is|are|was)(?: being| currently)? )?"
    rf"{_RATE_LIMIT}ed{_ENDS}",
    r"(?:you(?:'ve| have)? )?(?:exceeded|reached|hit) (?:the |your |our )?(?:\w{1,12} )?"
    rf"{_RATE_LIMIT}",
    r"too many (?:concurrent |parallel |simultaneous |pending )?(?:tool )?(?:requests|calls)"
    r"(?! in (?:\w{1,8} ){0,2}(?:batch|array|list|body|message|payload))",
    rf"(?:was |has been |is )?throttl(?:ed|ing|ingexception){_ENDS}",
)
_SAYS_SO = re.compile(rf"{_INTRODUCED}(?:{'|'.join(_WAYS)})\b", re.IGNORECASE | re.ASCII)

_PAUSE = re.compile(
    r"\b(?:retry|try again|wait)(?:[ -]after| in| for)?:? (\d{1,6}(?:\.\d{1,3})?) ?"
    r"(ms|milliseconds?|s|secs?|seconds?|m|min|minutes?)?\b",
    re.IGNORECASE | re.ASCII,
)
_MS, _MINUTE = 0.001, 60.0
_IN_DATA = {
    "retryAfter": 1.0, "retry_after": 1.0, "retryAfterSeconds": 1.0, "retry_after_seconds": 1.0,
    "retryAfterMs": _MS, "retry_after_ms": _MS,
}  # fmt: skip


def limits_requests(error: RpcError) -> bool:
    """Whether the error is about how often we ask, and not about what."""
    return error.code == _CODE or _SAYS_SO.match(error.message[:_LOOKED_AT]) is not None


def wanted_pause(error: RpcError) -> float | None:
    """In seconds, if the error says how long to wait."""
    data = error.data if isinstance(error.data, dict) else {}
    for name, factor in _IN_DATA.items():
        value = data.get(name)
        # A larger number may mean milliseconds: nobody knows, so it says nothing.
        if isinstance(value, int | float) and 0 <= value <= LONGEST_PAUSE_S / factor:
            return value * factor
    said = _PAUSE.search(error.message[:_LOOKED_AT])
    return None if said is None else float(said[1]) * _factor((said[2] or "s").lower())


def _factor(unit: str) -> float:
    if unit.startswith("s"):
        return 1.0
    return _MS if unit.startswith(("ms", "mil")) else _MINUTE
