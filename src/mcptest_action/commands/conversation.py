"""A conversation with a server, from the flags to the goodbye."""

import argparse
import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from mcptest_action import __version__
from mcptest_action.commands.context import Context
from mcptest_action.commands.target_arguments import Patience, patience_of, server_of
from mcptest_action.core.exchange.handshake import Choice, Hello, NoHello
from mcptest_action.core.render.escape import for_terminal
from mcptest_action.core.render.unready import unready
from mcptest_action.core.target.describe import describe
from mcptest_action.core.target.model import Server
from mcptest_action.core.timestamp import format_timestamp
from mcptest_action.exit_code import NotReadyError
from mcptest_action.shell.interrupt import run_interruptible
from mcptest_action.shell.wire.diagnosis import diagnose
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.line import Line
from mcptest_action.shell.wire.recorder import Recorder
from mcptest_action.shell.wire.session import Waiting, reach

Result = TypeVar("Result")
Work = Callable[[Line, Hello], Awaitable[Result]]


def talk(args: argparse.Namespace, context: Context, work: Work[Result]) -> Result:
    """What the work makes of a server that said hello; everything is closed and written after."""
    server, patience = server_of(args), patience_of(args)
    dialer = Dialer(server.target, os.environ)
    context.console.mask(dialer.redactor.secrets, dialer.redactor.text)
    recorder = Recorder(args.transcript, dialer.redactor, _header(server, args, context))
    try:
        return run_interruptible(_converse(dialer, recorder, server, patience, args, context, work))
    finally:
        recorder.close()


async def _converse(  # noqa: PLR0913, PLR0917 - everything that a conversation is about
    dialer: Dialer,
    recorder: Recorder,
    server: Server,
    patience: Patience,
    args: argparse.Namespace,
    context: Context,
    work: Work[Result],
) -> Result:
    line = Line(dialer, recorder, patience.timeout_s)
    try:
        async with asyncio.timeout(patience.max_s):
            waiting = Waiting(
                patience.ready_s, lambda text: context.console.note(for_terminal(text))
            )
            met = await reach(line, Choice(args.protocol), waiting)
            if isinstance(met, NoHello):
                hints = await diagnose(server.target, met, dialer)
                raise NotReadyError(unready(describe(server), met, hints, line.last_words))
            return await work(line, met)
    except TimeoutError:
        raise NotReadyError(
            [f"the run took longer than --max-time ({patience.max_s:g} s)"]
        ) from None
    except asyncio.CancelledError:
        line.abort()
        raise
    finally:
        await line.close()


def _header(server: Server, args: argparse.Namespace, context: Context) -> dict[str, Any]:
    return {
        "tool": f"mcptest-action {__version__}",
        "server": describe(server),
        "protocol": args.protocol,
        "timeout": args.timeout,
        "now": format_timestamp(context.now),
    }
