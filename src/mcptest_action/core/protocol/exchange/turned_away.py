"""A server that has no time for a request, and how long to wait before it is asked again.

429 says that the request was not looked at, whatever its body holds: a JSON-RPC error in it is
about how often we ask, and not about what. 503 says that nobody could look at it, unless the body
is a JSON-RPC error to this very request: then somebody did, and that is the server's own answer.
Without such a status, an error may say in words that the server limits requests.
"""

from collections.abc import Mapping
from datetime import datetime

from .limit_words import LONGEST_PAUSE_S, limits_requests, wanted_pause
from .over_http import TOO_MANY, http_of
from .reaction import NO_STATUS, HttpStatus, Reaction, RpcError

UNAVAILABLE = 503
# Without a word on how long to wait. Also the least, for servers that say 0.
BACKOFF_S = (0.25, 0.5, 1.0, 2.0, 4.0)
_HTTP_DATE = "%a, %d %b %Y %H:%M:%S GMT"


def turned_away(reaction: Reaction) -> int | None:
    """The status of an answer that only says "not now", `NO_STATUS` if it says so in JSON-RPC.

    None for any other.
    """
    http = http_of(reaction)
    status = None if http is None or http.status not in (TOO_MANY, UNAVAILABLE) else http.status
    match reaction:
        case HttpStatus():
            return status
        case RpcError(envelope=envelope):
            about_another = isinstance(envelope, dict) and "id" in envelope
            if status == TOO_MANY or (status is not None and about_another):
                return status
            return NO_STATUS if limits_requests(reaction) else None
        case _:
            return None


def pause_after(reaction: Reaction, tries: int) -> float | None:
    """How long to wait after so many tries; None if it is no use.

    A server that wants more than the longest pause says itself that asking earlier is in vain.
    """
    if tries > len(BACKOFF_S):
        return None
    http = http_of(reaction)
    wanted = None if http is None else _retry_after(http.headers)
    if wanted is None and isinstance(reaction, RpcError):
        wanted = wanted_pause(reaction)
    if wanted is None:
        return BACKOFF_S[tries - 1]
    return max(wanted, BACKOFF_S[0]) if wanted <= LONGEST_PAUSE_S else None


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """In seconds. A date counts from the date of the answer: clocks differ."""
    said = headers.get("retry-after", "").strip()
    if said.isascii() and said.isdecimal():
        return float(said[:9])
    try:
        then = datetime.strptime(said, _HTTP_DATE)  # noqa: DTZ007 - both are in GMT
        now = datetime.strptime(headers.get("date", ""), _HTTP_DATE)  # noqa: DTZ007
    except ValueError:
        return None
    return (then - now).total_seconds()
