"""Every tool of a server with its class and what may be done with it, before anything is called."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.safety.classify import Classification, classify
from mcptest_action.core.safety.decide import Decided, Decision, ExecutionPolicy, Need
from mcptest_action.core.safety.settings import NO_SETTINGS, ToolSettings
from mcptest_action.core.suggestion import did_you_mean


class Planned(NamedTuple):
    """A tool, and what may be done with it live and in a test that a person reads first."""

    tool: Classification
    live: Decided
    test: Decided


def make_plan(
    tools: Iterable[Mapping[str, Any]],
    policy: ExecutionPolicy,
    settings: Mapping[str, ToolSettings],
) -> tuple[Planned, ...]:
    """One row per tool, in the order of the surface.

    Of several tools with one name, nobody knows which one a call reaches: the strictest decides.
    """
    classified = [classify(tool, _settings_of(tool, settings)) for tool in tools]
    rows = [
        Planned(
            tool,
            policy.decide(tool, Need.LIVE_CALL),
            policy.decide(tool, Need.GENERATED_TEST),
        )
        for tool in classified
    ]
    strictest = decided_by_name(rows)
    return tuple(
        row._replace(live=strictest[row.tool.name].live, test=strictest[row.tool.name].test)
        for row in rows
    )


def _settings_of(tool: Mapping[str, Any], settings: Mapping[str, ToolSettings]) -> ToolSettings:
    name = tool.get("name")
    return settings.get(name, NO_SETTINGS) if isinstance(name, str) else NO_SETTINGS


def decided_by_name(plan: Iterable[Planned]) -> dict[str, Planned]:
    """The row of each name; of several tools with one name, the one that allows least."""
    order = tuple(Decision)
    rows: dict[str, Planned] = {}
    for row in plan:
        known = rows.get(row.tool.name)
        if known is None or order.index(row.live.decision) > order.index(known.live.decision):
            rows[row.tool.name] = row
    return rows


def unknown_settings(
    plan: Iterable[Planned], settings: Mapping[str, ToolSettings]
) -> tuple[str, ...]:
    """A sentence for each tool that is configured but not there; a typo must not go unnoticed."""
    names = [row.tool.name for row in plan]
    return tuple(
        f"tools.{name}: the server has no tool of this name {hint}".rstrip()
        for name in sorted(set(settings) - set(names))
        for hint in [f"({did_you_mean(name, names)})" if did_you_mean(name, names) else ""]
    )
