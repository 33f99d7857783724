"""A conversation with a server, from the flags to the goodbye."""

import argparse
import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from mcptest_action import __version__
from mcptest_action.commands.context import Context
from mcptest_action.commands.target_arguments import Patience, patience_of, server_of
from mcptest_action.core.config.load import Config
from mcptest_action.core.conformance.over_http import UNAUTHORIZED, status_of
from mcptest_action.core.exchange.handshake import Choice, Hello, NoHello
from mcptest_action.core.exchange.reaction import Misaddressed, Reaction
from mcptest_action.core.render.escape import for_terminal, for_terminal_line
from mcptest_action.core.render.unready import unready
from mcptest_action.core.run.cut_off import cut_off
from mcptest_action.core.target.describe import describe
from mcptest_action.core.target.model import Server, Target
from mcptest_action.core.timestamp import format_timestamp
from mcptest_action.exit_code import NotReadyError
from mcptest_action.shell.console import Console
from mcptest_action.shell.exhaustion import exhaustion_reported
from mcptest_action.shell.interrupt import run_interruptible
from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire.diagnosis import diagnose
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.line import Line
from mcptest_action.shell.wire.recorder import Recorder
from mcptest_action.shell.wire.session import Waiting, reach

Result = TypeVar("Result")


class Setup(NamedTuple):
    """Whom to talk to, how patiently, and where to write it down."""

    server: Server
    patience: Patience
    choice: Choice
    transcript: str | None
    header: Mapping[str, Any]
    secrets: tuple[str, ...] = ()
    """Beside those of the server: a process may read more of us than we hand to it."""


class OutOfTimeError(NotReadyError):
    """`--max-time` was over before the work was done."""


class Talk(NamedTuple):
    """A server that said hello, and the line it did so on."""

    target: Target
    hello: Hello
    line: Line
    another_line: Callable[..., Line]
    """For what needs a connection of its own; whoever takes one closes it."""
    recorder: Recorder


class Door(NamedTuple):
    """A server that is there, and says no hello."""

    another_line: Callable[..., Line]
    recorder: Recorder


Work = Callable[[Talk], Awaitable[Result]]
# What can be done without a hello; None where that is nothing.
Outside = Callable[[Door], Awaitable[Result]] | None


def setup_of(args: argparse.Namespace, config: Config, context: Context) -> Setup:
    return setup_for(server_of(args, config), args, context)


def setup_for(server: Server, args: argparse.Namespace, context: Context) -> Setup:
    header = {
        "tool": f"mcptest-action {__version__}",
        "server": describe(server),
        "protocol": args.protocol,
        "timeout": args.timeout,
        "now": format_timestamp(context.now),
    }
    return Setup(server, patience_of(args), Choice(args.protocol), args.transcript, header)


def talk(
    setup: Setup, console: Console, work: Work[Result], outside: Outside[Result] = None
) -> Result:
    """What the work makes of a server that said hello; everything is closed and written after.

    One that is there and does not say it is left to `outside`, if that is given.
    """
    dialer = Dialer(setup.server.target, os.environ)
    dialer.redactor = Redactor((*dialer.redactor.secrets, *setup.secrets))
    console.mask(dialer.redactor.secrets, dialer.redactor.text)
    with exhaustion_reported(), _one_error():
        return run_interruptible(lambda: _recorded(setup, dialer, console, (work, outside)))


@contextmanager
def _one_error() -> Iterator[None]:
    """Of what went wrong in tasks side by side, the first: nobody knows what to do about two."""
    try:
        yield
    except ExceptionGroup as errors:
        first: Exception = errors
        while isinstance(first, ExceptionGroup):
            first = first.exceptions[0]
        raise first from None


async def _recorded(
    setup: Setup, dialer: Dialer, console: Console, works: tuple[Work[Result], Outside[Result]]
) -> Result:
    """In here a signal cancels at an `await` and nowhere else: no transcript without a header."""
    recorder = Recorder(setup.transcript, dialer.redactor, setup.header)
    try:
        return await _converse(setup, dialer, recorder, console, works)
    finally:
        recorder.close()


def _can_be_asked(reaction: Reaction) -> bool:
    """Whether there is a server: it wants credentials, or answers in JSON-RPC, to a wrong id."""
    return status_of(reaction) == UNAUTHORIZED or isinstance(reaction, Misaddressed)


async def _converse(
    setup: Setup,
    dialer: Dialer,
    recorder: Recorder,
    console: Console,
    works: tuple[Work[Result], Outside[Result]],
) -> Result:
    patience, (work, outside) = setup.patience, works

    def another_line(*, thorough: bool = False) -> Line:
        return Line(dialer, recorder, patience.timeout_s, thorough=thorough)

    line = another_line()
    try:
        async with asyncio.timeout(patience.max_s):
            waiting = Waiting(patience.ready_s, lambda text: console.note(for_terminal(text)))
            met = await reach(line, setup.choice, waiting)
            if isinstance(met, NoHello):
                waited = patience.ready_s > 0
                hints = await diagnose(setup.server.target, met, dialer, waited=waited)
                lines = unready(describe(setup.server), met, hints, line.last_words)
                if outside is None or not _can_be_asked(met.reaction):
                    raise NotReadyError(lines)
                console.fenced("note: " + "\n".join(map(for_terminal_line, lines)))
                return await outside(Door(another_line, recorder))
            return await work(Talk(setup.server.target, met, line, another_line, recorder))
    except TimeoutError:
        late = f"the run took longer than --max-time ({patience.max_s:g} s)"
        recorder.record(cut_off(late))
        raise OutOfTimeError([late]) from None
    except asyncio.CancelledError:
        recorder.record(cut_off("the run was interrupted"))
        line.abort()
        raise
    finally:
        await line.close()
