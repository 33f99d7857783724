"""Drive the generators of core against a server: the one pump on this side of the wire.

A conduct yields a `Task`, and receives what its script returned, or a `Pool` of tasks, and
receives what each of them returned. What a whole run is follows from the transcript alone.
"""

import asyncio
from collections.abc import Callable, Generator
from typing import Any, TypeVar

from mcptest_action.core.checks.run import NotStarted, Pool, Task
from mcptest_action.core.protocol.exchange import Returned, advance
from mcptest_action.core.protocol.surface import Surface
from mcptest_action.shell.wire.line import Line

Result = TypeVar("Result")
Tell = Callable[[str, str], None]
"""Hears what is being done, and on what."""


def tell_nobody(_doing: str, _about: str) -> None:
    """Used for work that finishes before anybody asks for its progress."""


async def drive(
    conduct: Generator[Task | Pool, Any, Result],
    line: Line,
    tell: Tell = tell_nobody,
    *,
    side_by_side: int = 1,
    relisted: Callable[[Surface], None] | None = None,
) -> Result:
    """What the conduct returns. `relisted` hears of every listing that follows a break."""
    done = 0
    turn = advance(conduct)
    while not isinstance(turn, Returned):
        if isinstance(turn, Pool):
            turn = advance(conduct, await _pooled(turn, line, side_by_side, tell))
            continue
        about = turn.check if turn.tool is None else f"{turn.check} on {turn.tool}"
        tell(f"probing, {done} done", about)
        await asyncio.sleep(0)  # lets an overdue run end here, even if nothing is sent
        answer = await line.run(turn.script, turn.check, turn.tool)
        if relisted is not None and isinstance(answer, Surface):
            relisted(answer)
        turn = advance(conduct, answer)
        done += 1
    result: Result = turn.value
    return result


async def _pooled(pool: Pool, line: Line, side_by_side: int, tell: Tell) -> tuple[Any, ...]:
    """What each task returned, in order; tasks that never began are marked as such."""
    results: list[Any] = [NotStarted()] * len(pool.tasks)
    waiting = iter(enumerate(pool.tasks))
    halted = False

    async def work() -> None:
        nonlocal halted
        for number, task in waiting:
            tell("testing", task.check)
            result = results[number] = await line.run(task.script, task.check, task.tool)
            halted = halted or pool.halts(number, result)
            if halted:
                return

    async with asyncio.TaskGroup() as group:
        for _ in range(min(side_by_side, len(pool.tasks))):
            group.create_task(work())
    return tuple(results)
