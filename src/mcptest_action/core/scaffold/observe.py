"""Call the tools that may be called, to see the shape of what they answer."""

from collections.abc import Generator, Iterator, Mapping
from typing import Any

from mcptest_action.core.exchange.handshake import NoHello
from mcptest_action.core.exchange.reaction import Reaction
from mcptest_action.core.exchange.step import CallTool, Script
from mcptest_action.core.probes.off_topic import is_answer
from mcptest_action.core.run.endurance import Endurance
from mcptest_action.core.run.model import Task
from mcptest_action.core.run.subject import NoSubject, subject_of
from mcptest_action.core.safety.decide import Decision
from mcptest_action.core.safety.declaration import NO_SETTINGS, ToolSettings
from mcptest_action.core.safety.plan import Planned
from mcptest_action.core.scaffold.model import Observed
from mcptest_action.core.surface.collect import collect_again
from mcptest_action.core.surface.model import Surface

CHECK = "scaffold"
RECONNECT = "reconnect"
GONE = "the server did not come back on a new connection"
Observing = Generator[Task, Any, tuple[Observed, ...]]


def candidates(
    surface: Surface, plan: tuple[Planned, ...], settings: Mapping[str, ToolSettings]
) -> Iterator[Observed]:
    """Every tool once, with arguments for it; of several with one name, the first."""
    seen: set[str] = set()
    for tool, row in zip(surface.tools, plan, strict=True):
        name = row.tool.name
        if name in seen:
            continue
        seen.add(name)
        made = subject_of(tool, row.tool, settings.get(name, NO_SETTINGS))
        if isinstance(made, NoSubject):
            yield Observed(row, tool, None, made.because)
        else:
            yield Observed(row, tool, made.arguments)


def may_be_called(one: Observed) -> bool:
    """What changes something is not called here: a person looks at the arguments first."""
    return one.row.live.decision is Decision.EXECUTE and one.arguments is not None


def observe(surface: Surface, found: tuple[Observed, ...], client_version: str) -> Observing:
    """Every tool that reads, called; those that are declared read-only twice."""
    endurance, gone = Endurance(), ""
    done: list[Observed] = []
    for one in found:
        end = gone or endurance.end
        if end or not may_be_called(one):
            done.append(one._replace(not_called=end))
            continue
        times = 2 if one.row.tool.is_declared_read_only else 1
        name = one.row.tool.name
        reactions = yield Task(CHECK, name, _calls(name, one.arguments or {}, times))
        done.append(one._replace(reactions=tuple(reactions)))
        if endurance.note(name, reactions) and not endurance.end:
            script = collect_again(surface.era, client_version)
            again = yield Task(RECONNECT, str(len(done)), script)
            gone = GONE if isinstance(again, NoHello) else ""
    return tuple(done)


def _calls(name: str, arguments: Mapping[str, Any], times: int) -> Script[list[Reaction]]:
    """What came back each time; what could not be sent, or broke something, is not repeated."""
    reactions: list[Reaction] = []
    for _ in range(times):
        reaction: Reaction = yield CallTool(name, arguments)
        reactions.append(reaction)
        if not is_answer(reaction):
            break
    return reactions
