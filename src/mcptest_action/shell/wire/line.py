"""Drive scripts: do what they yield, record it, and return what happened."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count
from typing import Any, TypeVar

from mcptest_action.core.protocol.exchange import (
    NOBODY,
    Accepted,
    Answer,
    CallTool,
    Close,
    Closed,
    Era,
    Fresh,
    Hush,
    Listen,
    LookUp,
    Opened,
    Outgoing,
    Overheard,
    Reaction,
    Returned,
    Says,
    Script,
    SingleStep,
    Step,
    StrayCall,
    Together,
    Unreachable,
    advance,
    answered,
    dress,
    gives_answers,
    names_called,
    refuse_disguised_call,
)
from mcptest_action.core.protocol.transcript import Exchange, Key, sent_document
from mcptest_action.core.safety import withheld_text, withhold, withhold_others
from mcptest_action.shell.calls.guard import NOT_GUARDED, Guard
from mcptest_action.shell.wire.connection import IN_PASSING, Connection, Observed, Stopwatch
from mcptest_action.shell.wire.consent import Consent
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.keeping import kept
from mcptest_action.shell.wire.listening import bound
from mcptest_action.shell.wire.patience import Asking
from mcptest_action.shell.wire.recorder import Recorder

Result = TypeVar("Result")


class Line:
    """One line to a server: at most one connection at a time, and everything said on it."""

    def __init__(
        self,
        dialer: Dialer,
        recorder: Recorder,
        timeout_s: float,
        client_version: str,
        *,
        thorough: bool = False,
    ) -> None:
        self._dialer = dialer
        self.client_version = client_version
        self._thorough = thorough
        self._recorder = recorder
        self._timeout_s = timeout_s
        self._connection: Connection | None = None
        self._dialing = asyncio.Lock()
        self._number = 0
        self._requests = 0
        self._discreet = False
        """Whether a tool whose results nobody may see was called on this connection."""
        self._leftover: tuple[Any, ...] = ()
        """What the server said when nobody was waiting any more."""
        self._client = NOBODY
        """What we can do for the server on this connection."""
        self._consent = Consent()
        self.era: Era | None = None
        self.guard: Guard | None = None
        """Without one, no tool is called on this line."""
        self.fill: Callable[[SingleStep], SingleStep] = lambda step: step
        """Puts secrets where the core has placeholders, on their way out."""
        self.last_words = ""
        """The tail of the standard error of the last connection that was closed."""

    async def run(self, script: Script[Result], check: str, tool: str | None = None) -> Result:
        """The script's result, after an answer to everything it yielded."""
        numbers = count(1)

        def place() -> Key:
            """The place of the next step in the transcript, counted when it is begun. Each run has
            numbers of its own: several may share the line.
            """
            return Key(check, tool, self._number, next(numbers))

        turn = advance(script)
        while not isinstance(turn, Returned):
            turn = advance(script, await self._perform(turn, place))
        result: Result = turn.value
        return result

    async def _perform(self, step: Step, place: Callable[[], Key]) -> Answer:
        match step:
            case Together(steps):
                places = [place() for _ in steps]
                singles = (self._single(s, key) for s, key in zip(steps, places, strict=True))
                return tuple(await asyncio.gather(*singles))
            case Fresh(sse, client):
                await self._hang_up()
                # It stands with the new connection, and came on this one.
                old = {"connection": self._number}
                self._leftover = tuple({**entry, **old} for entry in self._leftover)
                self._client = client
                self._dialer.sse = self._dialer.sse or sse
                return await self._noted(step, place(), self._dial)
            case Close():
                return await self._noted(step, place(), lambda: self._take_leave(step))
            case Listen():
                return await self._noted(step, place(), lambda: self._listen(step))
            case LookUp():
                return await self._noted(step, place(), lambda: bound(*step))
            case Hush():
                return await self._noted(step, place(), self._hush)
            case _:
                return await self._single(step, place())

    async def _single(self, step: SingleStep, key: Key) -> Reaction:
        refuse_disguised_call(step)
        if not isinstance(step, CallTool | StrayCall):
            return await self._send(step, key)
        guard = self.guard
        names = names_called(step)
        held = NOT_GUARDED if guard is None else guard.admit(*names, answers=gives_answers(step))
        if guard is None or held is not None:
            return self._record(step, None, Observed(held or NOT_GUARDED, 0.0), key)
        async with guard.pace:
            repeats, secret = guard.may_repeat(*names), guard.withholds(*names)
            says = step.says if isinstance(step, CallTool) else Says.DECLINE
            harmless = bool(names) and all(map(guard.reads_only, names))
            send = partial(self._send, step, key, secret=secret, repeats=repeats)
            return await self._consent.hold(send, says, harmless=harmless)

    async def _send(
        self, step: SingleStep, key: Key, *, secret: bool = False, repeats: bool = True
    ) -> Reaction:
        async with self._dialing:  # once, for several steps at a time
            opened = Opened() if self._connection is not None else await self._dial()
        key = key._replace(connection=self._number)
        if isinstance(opened, Unreachable):
            return self._record(step, None, Observed(opened, 0.0), key)
        # From now on it may say more: in place of any answer, or on any stream.
        self._discreet = self._discreet or secret
        self._requests += 1
        outgoing = dress(self.fill(step), self.era, self._requests, self.client_version)
        assert self._connection is not None  # noqa: S101 - just dialed
        # A script may be less patient than the user, but not more.
        timeout_s = min(outgoing.timeout_s or self._timeout_s, self._timeout_s)
        patience = self._dialer.patience
        asking = Asking(self._connection, outgoing, timeout_s, self._timeout_s, repeats)
        observed = await patience.ask(asking)
        await self._dialer.token_life.heed(outgoing, observed.reaction)
        if self.guard is not None and not isinstance(step, CallTool | StrayCall):
            self.guard.hear(observed.reaction)
        observed = kept(step, outgoing, observed, secret=secret, discreet=self._discreet)
        return self._record(step, outgoing, observed, key)

    async def _listen(self, step: Listen) -> Reaction:
        if self._connection is None:
            return Overheard(())
        heard = await self._connection.inbox.listen(*step)
        return withhold(heard) if self._discreet else heard

    async def _hush(self) -> Accepted:
        if self._connection is not None:
            await self._connection.hush()
        return Accepted()

    async def _noted(
        self, step: Step, key: Key, act: Callable[[], Awaitable[Reaction]]
    ) -> Reaction:
        watch = Stopwatch()
        reaction = await act()
        key = key._replace(connection=self._number)
        others, self._leftover = self._leftover, ()
        return self._record(step, None, Observed(reaction, watch.ms(), others), key)

    def _record(self, step: Step, outgoing: Outgoing | None, seen: Observed, key: Key) -> Reaction:
        if outgoing is not None and self._dialer.redactor.secrets:
            # Before it is shortened: one could guess a secret from its digest.
            body = self._dialer.redactor.data(outgoing.body)
            outgoing = outgoing._replace(body=body)
        sent = sent_document(step, outgoing, http=self._dialer.streams_apart)
        # A copy, so that a ruling can point at one of several exchanges on a dead connection.
        reaction = seen.reaction._replace()
        self._recorder.record(Exchange(key, sent, reaction, seen.elapsed_ms, seen.others))
        return reaction

    async def _dial(self) -> Opened | Unreachable:
        # Taken before: other lines dial in the meantime.
        self._number = self._dialer.next_number()
        dialed = await self._dialer.dial(self._timeout_s, thorough=self._thorough)
        if isinstance(dialed, Unreachable):
            return dialed
        self._connection = dialed
        dialed.answering = lambda asked: answered(asked, self._client, self._consent.says)
        self._discreet = False
        self._consent.begin_anew()
        return Opened()

    async def _take_leave(self, goodbye: Close) -> Closed | Unreachable:
        if self._connection is None:  # so we don't know how it would have ended
            return Unreachable("there was no connection")
        return await self._hang_up(goodbye)

    async def _hang_up(self, goodbye: Close = IN_PASSING) -> Closed:
        if self._connection is None:
            return Closed("there was no connection")
        connection, self._connection = self._connection, None
        try:
            return await connection.close(goodbye)
        finally:
            connection.abort()
            self._leftover = connection.inbox.leftover()
            if self._discreet:
                self._leftover = withhold_others(self._leftover)
            self.last_words = self._log_of(connection)
            self._recorder.log(self._number, self.last_words)

    async def close(self) -> None:
        await self._hang_up()

    async def start_over(self) -> None:
        await self._hang_up()
        self._dialer.forget()

    def abort(self) -> None:
        """End the connection at once; for interrupts, which cannot wait."""
        if self._connection is not None:
            self._connection.abort()
            self.last_words = self._log_of(self._connection)

    def _log_of(self, connection: Connection) -> str:
        tail = connection.stderr_tail()
        return withheld_text(tail) if self._discreet else tail
