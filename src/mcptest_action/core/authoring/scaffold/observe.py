"""Call the tools that we may call, to see the shape of their answers."""

from collections.abc import Generator, Iterator, Mapping
from typing import Any

from mcptest_action.core.checks.probes import is_answer
from mcptest_action.core.checks.run import (
    RECONNECT,
    Ended,
    Endurance,
    NoSubject,
    Task,
    incomplete,
    subject_of,
)
from mcptest_action.core.protocol.exchange import CallTool, NoHello, Reaction, Script
from mcptest_action.core.protocol.surface import Surface, collect_again
from mcptest_action.core.safety import NO_SETTINGS, Decision, Planned, ToolSettings
from .model import ObservedTool

CHECK = "scaffold"
GONE = Ended("the server did not come back on a new connection")
Observations = Generator[Task, Any, tuple[ObservedTool, ...]]


def candidates(
    surface: Surface, plan: tuple[Planned, ...], settings: Mapping[str, ToolSettings]
) -> Iterator[ObservedTool]:
    """Every tool once, with arguments for it; if several share a name, the first."""
    seen: set[str] = set()
    for tool, row in zip(surface.tools, plan, strict=True):
        name = row.tool.name
        if name in seen:
            continue
        seen.add(name)
        made = subject_of(tool, row.tool, settings.get(name, NO_SETTINGS))
        if isinstance(made, NoSubject):
            yield ObservedTool(row, tool, None, made.because)
        else:
            yield ObservedTool(row, tool, made.arguments)


def observe(surface: Surface, found: tuple[ObservedTool, ...], client_version: str) -> Observations:
    """Calls every tool that reads; twice if it may be called freely."""
    endurance, gone = Endurance(), None
    done: list[ObservedTool] = []
    for one in found:
        end = gone or endurance.end
        # We don't call tools that change something: a person looks at the arguments first.
        if end or one.row.live.decision is not Decision.EXECUTE or one.arguments is None:
            done.append(one._replace(not_called=incomplete(end)))
            continue
        times = 2 if one.row.live.freely else 1
        name = one.row.tool.name
        reactions = yield Task(CHECK, name, _calls(name, one.arguments, times))
        done.append(one._replace(reactions=tuple(reactions)))
        if endurance.note(name, reactions) and not endurance.end:
            script = collect_again(surface.era, client_version)
            again = yield Task(RECONNECT, str(len(done)), script)
            gone = GONE if isinstance(again, NoHello) else None
    return tuple(done)


def _calls(name: str, arguments: Mapping[str, Any], times: int) -> Script[list[Reaction]]:
    """Every answer; doesn't repeat a call that could not be sent, or broke something."""
    reactions: list[Reaction] = []
    for _ in range(times):
        reaction: Reaction = yield CallTool(name, arguments)
        reactions.append(reaction)
        if not is_answer(reaction):
            break
    return reactions
