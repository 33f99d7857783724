"""How long a fetched token is good for, and the end of a run whose token has expired.

A server that refuses such a token is right. So that nothing is held against it, its refusal is no
reaction to anything: it isn't recorded, and no script gets it.
"""

import asyncio
import time
from collections.abc import Callable

from mcptest_action.core.protocol.exchange import UNAUTHORIZED, Outgoing, Reaction, status_of

_CREDENTIALS = "authorization"
# Servers count in whole seconds, and may have begun to count within the one before.
_ROUNDED_S = 1.0


class TokenLife:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._end_s: float | None = None
        self._life_s = 0.0
        self.over = ""
        """Why the run had to end; empty as long as it may go on."""
        self.limit: asyncio.Timeout | None = None
        """Of the whole run, which ends when its time is up."""

    def begin(self, life_s: float | None, since_s: float) -> None:
        """A token was asked for at that time of the clock; None says nothing of its life."""
        if life_s is not None:
            self._life_s, self._end_s = life_s, since_s + life_s - _ROUNDED_S

    async def heed(self, outgoing: Outgoing, reaction: Reaction) -> None:
        """Nothing, unless the server refuses a token that has expired: this then never returns."""
        if status_of(reaction) != UNAUTHORIZED or not _sends_ours(outgoing):
            return
        if self.limit is None or self._end_s is None or self._clock() < self._end_s:
            return
        self.over = (
            f"the access token expired after {self._life_s:g} s; "
            "ask the authorization server for one that lives longer"
        )
        if not self.limit.expired():
            self.limit.reschedule(0.0)
        await asyncio.get_running_loop().create_future()


def _sends_ours(outgoing: Outgoing) -> bool:
    """Whether it carries the credentials of the user, and not none or others on purpose."""
    others = outgoing.left_out.union(map(str.casefold, outgoing.headers))
    return not outgoing.anonymous and _CREDENTIALS not in others
