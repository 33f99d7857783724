"""A session with a server: opened, listed, planned, its settings checked, its calls guarded.

This is the only way to a line on which a tool may be called. A line without a guard calls none,
and only `Session` makes guards: from the plan that the execution policy allows for what the server
lists. Everyone who talks to a server asks here, and closes what they were given by leaving the
`async with`. A server that is there but doesn't say hello is `Unready`: we can ask it things, but
we know nothing about its tools, so we call none. Who speaks no JSON-RPC at all is not there.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeVar

from mcptest_action.app import no_hello
from mcptest_action.app.authorize import authorize
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import NotReadyError
from mcptest_action.app.setup import Setup, Tape
from mcptest_action.core.protocol.exchange import (
    Hello,
    NoHello,
    Script,
    is_about_credentials,
)
from mcptest_action.core.protocol.surface import Surface, collect
from mcptest_action.core.protocol.target import address_of
from mcptest_action.core.protocol.transcript import SURFACE, Exchange, cut_off
from mcptest_action.core.request.config import Config
from mcptest_action.core.safety import Planned, make_plan, unknown_settings
from mcptest_action.core.text import (
    InputError,
    Problem,
    as_flags,
    flag,
    for_terminal,
)
from mcptest_action.shell.calls.filling import filling
from mcptest_action.shell.calls.guard import Guard
from mcptest_action.shell.exhaustion import exhaustion_reported
from mcptest_action.shell.interrupt import run_interruptible
from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.line import Line
from mcptest_action.shell.wire.recorder import Recorder
from mcptest_action.shell.wire.session import Waiting, reach

Result = TypeVar("Result")


class OutOfTimeError(NotReadyError):
    """`--max-time`, or the life of an access token, was over before the work was done."""


class _Lines:
    """Makes lines to one server, all written down in one transcript."""

    def __init__(self, setup: Setup) -> None:
        dialer = Dialer(setup.target, os.environ)
        secrets = (*dialer.redactor.secrets, *setup.secrets, *setup.placeholders.values())
        dialer.redactor = Redactor(secrets)
        setup.context.console.mask(dialer.redactor.secrets, dialer.redactor.text)
        self.dialer, self._setup = dialer, setup
        self.recorder = Recorder(setup.transcript, dialer.redactor, setup.whole_header)

    def one(self, guard: Guard | None = None, *, thorough: bool = False) -> Line:
        """A line; the caller closes it."""
        line = Line(
            self.dialer,
            self.recorder,
            self._setup.request.patience.timeout_s,
            self._setup.context.version,
            thorough=thorough,
        )
        line.guard = guard
        return line


class Session:
    """A server that said hello and has listed itself; its tools are called only as planned."""

    surface: Surface

    def __init__(self, setup: Setup, lines: _Lines, line: Line, hello: Hello) -> None:
        self.line, self.hello, self._lines, self._setup = line, hello, lines, setup
        self.plan: tuple[Planned, ...] = ()
        self._guard: Guard | None = None

    async def prepare(self) -> None:
        """List, plan, check the settings, attach the guard. Before this, no tool is called."""
        self.surface = await self.line.run(collect(self.hello), SURFACE)
        self.plan = self._planned(self.surface)
        check_settings(self._setup.config, self.plan, self._setup.context)
        execution = self._setup.request.execution
        self._guard = Guard(self.plan, execution, over_http=self._setup.over_http)
        self.line.guard = self._guard
        self.line.fill = filling(self._setup.placeholders)

    def _planned(self, surface: Surface) -> tuple[Planned, ...]:
        return make_plan(surface.tools, self._setup.request.execution, self._setup.config.tools)

    @property
    def name(self) -> str:
        return str(self.surface.server.get("name") or "the server")

    @property
    def exchanges(self) -> Sequence[Exchange]:
        return self._lines.recorder.exchanges

    def another_line(self, *, thorough: bool = False) -> Line:
        """For work that needs a connection of its own; the caller closes it."""
        return self._lines.one(self._guard, thorough=thorough)

    def tighten(self, again: Surface) -> None:
        """The server has listed itself again: a call that either listing forbids is forbidden."""
        if self._guard is not None:
            self._guard.tighten(self._planned(again))

    async def run(self, script: Script[Result], check: str, tool: str | None = None) -> Result:
        return await self.line.run(script, check, tool)


class Unready:
    """A server that is there but doesn't say hello. We know nothing of its tools and call none."""

    def __init__(self, lines: _Lines, setup: Setup) -> None:
        self._lines = lines
        self._guard = Guard((), setup.request.execution, over_http=setup.over_http)

    @property
    def exchanges(self) -> Sequence[Exchange]:
        return self._lines.recorder.exchanges

    def another_line(self, *, thorough: bool = False) -> Line:
        return self._lines.one(self._guard, thorough=thorough)


def talk(conversation: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
    """Run a conversation to its end, which may be a signal; raises at most one error."""
    with exhaustion_reported(), _one_error():
        return run_interruptible(conversation)


@contextmanager
def _one_error() -> Iterator[None]:
    """The first error of tasks that ran side by side: nobody knows what to do about two."""
    try:
        yield
    except ExceptionGroup as errors:
        first: Exception = errors
        while isinstance(first, ExceptionGroup):
            first = first.exceptions[0]
        raise first from None


@asynccontextmanager
async def opened(setup: Setup, tape: Tape | None = None) -> AsyncIterator[Session]:
    """A session in which planned tools may be called. None has been when it begins."""
    async with greeted(setup, tape) as session:
        await session.prepare()
        yield session


@asynccontextmanager
async def greeted(setup: Setup, tape: Tape | None = None) -> AsyncIterator[Session]:
    """A session that has listed nothing yet, so that no tool can be called."""
    async with reached(setup, tape, without_hello=False, without_entry=False) as found:
        if isinstance(found, Session):
            yield found


@asynccontextmanager
async def reached(
    setup: Setup,
    tape: Tape | None = None,
    *,
    without_hello: bool = True,
    without_entry: bool = True,
) -> AsyncIterator[Session | Unready]:
    """The server, if it says hello; else an error, or what we can ask without a hello.

    `without_hello`: also one that speaks JSON-RPC and says no hello that we understand;
    `without_entry`: also one that wants credentials. A signal cancels only at an `await`, so no
    transcript lacks its header.
    """
    lines = _Lines(setup)
    line, recorder, most = lines.one(), lines.recorder, setup.request.patience.max_s
    try:
        async with asyncio.timeout(most) as limit:
            lines.dialer.token_life.limit = limit
            begun = time.monotonic()
            await authorize(lines.dialer, setup)
            met = await _greet(setup, line, time.monotonic() - begun)
            found: Session | Unready
            if isinstance(met, Hello):
                found = Session(setup, lines, line, met)
            else:
                said = no_hello.reasons(setup, line, met)
                given = address_of(setup.target).credentials
                locked = without_entry and is_about_credentials(met.reaction, given=given)
                if not locked and not (
                    without_hello and await no_hello.answers(line, recorder, met)
                ):
                    raise NotReadyError(said)
                no_hello.note(setup, said)
                found = Unready(lines, setup)
            if tape is not None:
                tape.exchanges = recorder.exchanges
            yield found
    except TimeoutError:
        late = lines.dialer.token_life.over or (
            f"the run took longer than {flag('max-time')} ({most:g} s)"
        )
        recorder.record(cut_off(as_flags(late)))
        raise OutOfTimeError([late]) from None
    except asyncio.CancelledError:
        recorder.record(cut_off("the run was interrupted"))
        line.abort()
        raise
    finally:
        try:
            await line.close()
        finally:
            recorder.close()


async def _greet(setup: Setup, line: Line, spent_s: float) -> Hello | NoHello:
    """Its hello; how long we may wait for it began to count before that."""
    console, left_s = setup.context.console, setup.request.patience.ready_s - spent_s
    waiting = Waiting(left_s, lambda text: console.note(for_terminal(text)))
    return await reach(line, setup.request.choice, waiting)


def check_settings(config: Config, plan: tuple[Planned, ...], context: Context) -> None:
    """A tool that is configured but missing is a typo, unless the file is for several servers."""
    unknown = unknown_settings(plan, config.tools)
    if unknown and len(config.servers) <= 1:
        hint = "correct the name, or remove the entry"
        raise InputError([Problem(config.file, sentence, hint) for sentence in unknown])
    for sentence in unknown:
        context.warn(f"{config.file}: {sentence}")
