"""One stream of messages in each direction: which answer belongs to which request."""

import asyncio
from collections.abc import Awaitable, Callable

from mcptest_action.core.protocol.exchange import (
    Incoming,
    InvalidUtf8,
    NotText,
    Outgoing,
    Reaction,
    Response,
    TimedOut,
    reaction_of,
    same_id,
)
from mcptest_action.shell.wire.connection import Observed, Stopwatch
from mcptest_action.shell.wire.messages import Aside, Inbox, first_bytes

Waiter = asyncio.Future[Reaction]


class Duplex:
    """Everyone who waits for an answer on a connection, and what nobody waits for."""

    def __init__(self) -> None:
        self._waiting: dict[Waiter, tuple[Outgoing, Aside]] = {}
        self.inbox = Inbox()

    async def send(
        self,
        outgoing: Outgoing,
        timeout_s: float,
        exchange: Callable[[Waiter], Awaitable[Reaction]],
    ) -> Observed:
        """What comes of `exchange`, which is given the future of the answer."""
        watch, aside, before = Stopwatch(), Aside(), self.inbox.leftover()
        loop = asyncio.get_running_loop()
        waiter: Waiter = loop.create_future()
        self._waiting[waiter] = (outgoing, aside)
        late = TimedOut(timeout_s)
        timer = loop.call_later(timeout_s, lambda: _settle(waiter, aside.instead_of(late)))
        try:
            reaction = await exchange(waiter)
        finally:
            timer.cancel()
            del self._waiting[waiter]
        return Observed(reaction, watch.ms(), (*before, *aside.others()))

    def receive(self, incoming: Incoming) -> None:
        # Who has an answer, and only didn't get to read it yet, waits no more.
        waiting = [(one, asked) for one, asked in self._waiting.items() if not one.done()]
        for waiter, (outgoing, _) in waiting:
            reaction = _answers(outgoing, incoming)
            if reaction is not None:
                waiter.set_result(reaction)
                return
        # It may replace any of the answers, but was said only once.
        for nth, (waiter, (outgoing, aside)) in enumerate(waiting):
            aside.add(incoming, keep=nth == 0)
            if _is_respelt(outgoing, incoming):
                _settle(waiter, aside.instead_of(TimedOut(0)))
        self.inbox.add(incoming, late=not waiting)

    def settle_all(self, reaction: Reaction) -> None:
        for waiter in self._waiting:
            _settle(waiter, reaction)


def _settle(waiter: Waiter, reaction: Reaction) -> None:
    if not waiter.done():
        waiter.set_result(reaction)


def _is_respelt(outgoing: Outgoing, incoming: Incoming) -> bool:
    """Whether it answers the id as another type: 1 as "1". Nothing better will come."""
    own = outgoing.answer_id if outgoing.waits else None
    return isinstance(incoming, Response) and own is not None and str(incoming.id) == str(own)


def _answers(outgoing: Outgoing, incoming: Incoming) -> Reaction | None:
    """The reaction, if this is what the sender waits for."""
    if not outgoing.waits:
        return None
    match incoming:
        case Response(id=answer_id):
            if outgoing.answer_id is None or same_id(outgoing.answer_id, answer_id):
                return reaction_of(incoming)
        case NotText(data, answer_id) if outgoing.answer_id is not None:
            if same_id(outgoing.answer_id, answer_id):
                return InvalidUtf8(first_bytes(data))
    return None
