"""Redirects to another path of the same server: followed, with method and body as they were.

Nothing is sent to another server on the word of this one: it may carry the user's credentials.
"""

from collections.abc import Callable
from typing import NamedTuple

import httpx2

from mcptest_action.core.protocol.exchange import KEEP_THE_METHOD
from mcptest_action.shell.wire.limits import LONGEST_OTHER

MOST_HOPS = 5
_PORTS = {"http": 80, "https": 443}


class Arrival(NamedTuple):
    """The answer, and how the request got to whoever gave it."""

    response: httpx2.Response
    url: httpx2.URL
    hops: tuple[tuple[int, str], ...]
    """The status of each redirect, and the path that it led to."""

    @property
    def note(self) -> dict[str, object]:
        """For the transcript."""
        status, path = self.hops[-1]
        return {"redirected": len(self.hops), "status": status, "path": path}


async def send(
    client: httpx2.AsyncClient, build: Callable[[httpx2.URL], httpx2.Request], url: httpx2.URL
) -> Arrival:
    """Send what `build` makes for an address, and again where its redirects lead to.

    Whoever redirects has not looked at the request, so a call stays one call.
    """
    hops: tuple[tuple[int, str], ...] = ()
    while True:
        request = build(url)
        response = await client.send(request, stream=True)
        following = _following(request, response)
        if following is None or len(hops) == MOST_HOPS:
            return Arrival(response, url, hops)
        await response.aclose()
        url, hops = following, (*hops, (response.status_code, following.path[:LONGEST_OTHER]))


def _following(request: httpx2.Request, response: httpx2.Response) -> httpx2.URL | None:
    """Where the request goes next; None if this is the answer to it.

    Servers make the address in a redirect of the Host that we send, whatever it is. So it is
    compared with that, and the request stays with the server that it went to.
    """
    location = response.headers.get("location")
    if response.status_code not in KEEP_THE_METHOD or not location:
        return None
    try:
        called = httpx2.URL(f"{request.url.scheme}://{request.headers['host']}")
        there = called.join(request.url.raw_path.decode()).join(location)
        if origin(there) != origin(called):
            return None
        return request.url.copy_with(raw_path=there.raw_path)
    except (httpx2.InvalidURL, ValueError):
        return None


def origin(url: httpx2.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host.casefold(), url.port or _PORTS.get(url.scheme)
