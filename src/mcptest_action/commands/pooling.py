"""Drive a pool of tasks: so many side by side, and none any more once one says so."""

import asyncio
from collections.abc import Callable
from typing import Any

from mcptest_action.core.run.model import NotStarted, Pool
from mcptest_action.shell.wire.line import Line


async def pooled(
    pool: Pool, line: Line, side_by_side: int, tell: Callable[[str], None]
) -> tuple[Any, ...]:
    """What each task returned, in their order; what was never begun is told apart."""
    results: list[Any] = [NotStarted()] * len(pool.tasks)
    waiting = iter(enumerate(pool.tasks))
    halted = False

    async def work() -> None:
        nonlocal halted
        for number, task in waiting:
            tell(task.check)
            result = results[number] = await line.run(task.script, task.check, task.tool)
            halted = halted or pool.halts(number, result)
            if halted:
                return

    async with asyncio.TaskGroup() as group:
        for _ in range(min(side_by_side, len(pool.tasks))):
            group.create_task(work())
    return tuple(results)
