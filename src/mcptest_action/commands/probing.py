"""Probe a server: the part of a gate that talks to it."""

import asyncio
import time
from collections.abc import Callable
from functools import partial

from mcptest_action import __version__
from mcptest_action.commands.conversation import Talk
from mcptest_action.commands.pooling import pooled
from mcptest_action.core.render.escape import for_terminal
from mcptest_action.core.run.conduct import Conduct, conduct
from mcptest_action.core.run.config import RunConfig
from mcptest_action.core.run.model import Pool
from mcptest_action.core.run.rebuild import RESTART, SURFACE
from mcptest_action.core.run.took import Outlook, took_in
from mcptest_action.core.safety.plan import Planned, make_plan
from mcptest_action.core.suite.model import secrets_of
from mcptest_action.core.surface.collect import collect, collect_again
from mcptest_action.core.surface.model import Surface
from mcptest_action.shell.calls.filling import filling
from mcptest_action.shell.calls.guard import Guard
from mcptest_action.shell.progress import Progress

# Told what is planned before anything is called; False stops the run there.
Announce = Callable[[Surface, tuple[Planned, ...]], bool]


async def probe(
    talk: Talk, config: RunConfig, announce: Announce, progress: Progress, *, over_http: bool
) -> None:
    """Run everything; what came of it stands in the transcript."""
    surface = await talk.line.run(collect(talk.hello), SURFACE)
    plan = make_plan(surface.tools, config.execution, config.tools)
    if not announce(surface, plan):
        return
    guard = talk.line.guard = Guard(plan, config.execution, over_http=over_http)
    talk.line.fill = filling(secrets_of(config.suites))
    async with asyncio.TaskGroup() as group:
        # A server that declares other things after a restart is found out meanwhile.
        group.create_task(_list_again(talk, config, guard))
        outlook = Outlook(took=took_in(talk.recorder.exchanges), rules=False)
        running = conduct(surface, plan, config, __version__, outlook)
        group.create_task(conducted(talk, running, config, guard, progress))


async def _list_again(talk: Talk, config: RunConfig, guard: Guard) -> None:
    line = talk.another_line()
    line.era = talk.hello.era
    try:
        again = await line.run(collect_again(talk.hello.era, __version__), RESTART)
        if isinstance(again, Surface):
            guard.tighten(make_plan(again.tools, config.execution, config.tools))
    except asyncio.CancelledError:
        line.abort()
        raise
    finally:
        await line.close()


async def conducted(
    talk: Talk, running: Conduct, config: RunConfig, guard: Guard, progress: Progress
) -> None:
    start, done, answer = time.monotonic(), 0, None
    while True:
        try:
            task = running.send(answer)
        except StopIteration:
            progress.end()
            return
        if isinstance(task, Pool):
            tell = partial(_tell, progress, start, "testing")
            answer = await pooled(task, talk.line, config.execution.concurrency, tell)
            continue
        about = task.check if task.tool is None else f"{task.check} on {task.tool}"
        _tell(progress, start, f"probing, {done} done", about)
        await asyncio.sleep(0)  # where a run that has taken too long ends, also if nothing is sent
        answer = await talk.line.run(task.script, task.check, task.tool)
        if isinstance(answer, Surface):  # listed again, after a break
            guard.tighten(make_plan(answer.tools, config.execution, config.tools))
        done += 1


def _tell(progress: Progress, start: float, doing: str, about: str) -> None:
    if progress.due:  # a thousand tests of a millisecond need no words for each
        progress.tell(f"{doing}, {time.monotonic() - start:.0f} s: {for_terminal(about)}")
