"""Run suites and probes in a session; the results are in the transcript."""

import asyncio
import os
import time

from mcptest_action.app.context import Context
from mcptest_action.app.driver import drive
from mcptest_action.app.session import Session
from mcptest_action.core.checks.run import (
    RunConfig,
    RunContext,
    called_once,
    conduct,
    durations_in,
)
from mcptest_action.core.protocol.surface import Surface, collect_again
from mcptest_action.core.protocol.transcript import RESTART
from mcptest_action.core.text import for_terminal, page
from mcptest_action.shell.console import Progress


class Prober:
    def __init__(self, session: Session, config: RunConfig, context: Context) -> None:
        self._session, self._config, self._context = session, config, context
        self._progress = Progress(context.console, os.environ)
        self._start = time.monotonic()

    async def run(self) -> None:
        """Everything that the configuration asks for."""
        session, config = self._session, self._config
        known = RunContext(duration_of=durations_in(session.exchanges), rules=False)
        await drive(
            conduct(session.surface, session.plan, config, self._context.version, known),
            session.line,
            self._tell,
            side_by_side=config.execution.concurrency,
            relisted=session.tighten,
        )
        self._progress.end()

    async def run_relisted(self) -> None:
        """The same; also notices a server that declares other things after a restart."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._list_again())
            group.create_task(self.run())

    async def _list_again(self) -> None:
        line = self._session.another_line()
        line.era = self._session.hello.era
        try:
            script = collect_again(self._session.hello.era, self._context.version)
            again = await line.run(script, RESTART)
            if isinstance(again, Surface):
                self._session.tighten(again)
        except asyncio.CancelledError:
            line.abort()
            raise
        finally:
            await line.close()

    def _tell(self, doing: str, about: str) -> None:
        if self._progress.due:  # a thousand tests of a millisecond don't need a line each
            elapsed = f"{time.monotonic() - self._start:.0f} s"
            self._progress.tell(f"{doing}, {elapsed}: {for_terminal(about)}")


def note_called_once(session: Session, context: Context) -> None:
    """Tell the user what a run that changed something leaves to them, as the transcript shows."""
    names = called_once(session.plan, session.exchanges)
    if names:
        context.remark(f"called once although they change something: {', '.join(names)}")
        context.remark(f"cleaning up after these calls is up to you ({page('safety.md')})")
