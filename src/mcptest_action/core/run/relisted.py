"""A server that lists itself again after a break: is it still the one that was planned for?"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.run.config import RunConfig
from mcptest_action.core.run.ended import Ended
from mcptest_action.core.safety.decide import Decision
from mcptest_action.core.safety.plan import Planned, decided_by_name, make_plan
from mcptest_action.core.safety.stability import Unstable, unstable_tools
from mcptest_action.core.surface.canonical import canonical
from mcptest_action.core.surface.model import Surface

_ORDER = tuple(Decision)


class Relisted(NamedTuple):
    unstable: tuple[Unstable, ...]
    """Tools that declare something else now."""
    ended: Ended | None
    """The plan does not hold any more."""


def relisted(
    planned: Surface, plan: Sequence[Planned], again: Surface, config: RunConfig
) -> Relisted:
    """What changed. A stricter declaration stops nothing: the guard holds to the stricter one."""
    unstable = unstable_tools(planned.tools, again.tools)
    reasons = _reasons(planned, plan, again, config, dict(unstable))
    return Relisted(unstable, next(map(Ended, reasons), None))


def _reasons(
    planned: Surface,
    plan: Sequence[Planned],
    again: Surface,
    config: RunConfig,
    unstable: Mapping[str, str],
) -> Iterator[str]:
    for problem in again.problems:
        if problem not in planned.problems:
            yield f"on a new connection, the server could not be listed: {problem}"
    before, after = _schemas(planned.tools), _schemas(again.tools)
    for name in before:
        if name not in after:
            yield f"on a new connection, the server does not list the tool '{name}' any more"
        elif len(before[name]) != len(after[name]):
            times = f"{len(after[name])} times, and before {len(before[name])} times"
            yield f"on a new connection, the server lists the tool '{name}' {times}"
        elif before[name] != after[name]:
            yield f"on a new connection, the tool '{name}' has another inputSchema"
    now = decided_by_name(make_plan(again.tools, config.execution, config.tools))
    for name, row in decided_by_name(plan).items():
        if name in now and _is_looser(row, now[name]):
            why = unstable.get(name, "the server lists it otherwise")
            yield f"on a new connection, the tool '{name}' asks for less caution: {why}"


def _schemas(tools: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """What the arguments were made from, by name; several tools may have one name."""
    schemas: dict[str, list[str]] = {}
    for tool in tools:
        name = tool.get("name")
        if isinstance(name, str):
            schemas.setdefault(name, []).append(canonical(tool.get("inputSchema")))
    return schemas


def _is_looser(before: Planned, after: Planned) -> bool:
    """Whether it may be called more freely now, or shows what nobody was to see."""
    freer = _ORDER.index(after.live.decision) < _ORDER.index(before.live.decision)
    return freer or (before.tool.withholds_results and not after.tool.withholds_results)
