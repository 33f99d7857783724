"""The safety table as JSON (`mcptest.dev/safety/v1`), and the counts that become facts."""

from collections.abc import Sequence
from typing import Any

from mcptest_action.core.protocol.surface import Surface
from .classify import Classification
from .decide import Decision, ExecutionPolicy
from .declaration import ToolClass
from .plan import Planned
from .read_declaration import ANNOTATIONS, HINTS, Unstable

SCHEMA = "mcptest.dev/safety/v1"
_COUNTED_AS = {
    "read_only": ToolClass.READ_ONLY,
    "read_only_presumed": ToolClass.READ_ONLY_PRESUMED,
    "mutating": ToolClass.MUTATING,
    "destructive": ToolClass.DESTRUCTIVE,
}


def safety_document(
    surface: Surface, policy: ExecutionPolicy, plan: Sequence[Planned], unstable: Sequence[Unstable]
) -> dict[str, Any]:
    return {
        "schema_version": SCHEMA,
        "server": dict(surface.server),
        "protocol": {"era": str(surface.era.name), "version": surface.era.version},
        "execution": _execution(policy),
        "summary": summary_of(plan),
        "tools": [_row(row) for row in plan],
        "unstable": [{"tool": tool, "because": because} for tool, because in unstable],
        "problems": list(surface.problems),
    }


def _execution(policy: ExecutionPolicy) -> dict[str, Any]:
    return {
        "execute_destructive": policy.execute_destructive,
        "presumed": str(policy.presumed),
        "calls": str(policy.calls),
        "max_calls": policy.max_calls,
        "concurrency": policy.concurrency,
        "call_delay_ms": round(policy.call_delay_s * 1000, 3),
    }


def summary_of(plan: Sequence[Planned]) -> dict[str, int]:
    """How many tools of each kind there are; what `safety.*` facts are read from."""
    classes = [row.tool.tool_class for row in plan]
    return {
        "tools": len(plan),
        **{name: classes.count(tool_class) for name, tool_class in _COUNTED_AS.items()},
        "destructive_unconfirmed": sum(row.tool.is_unconfirmed for row in plan),
        "hint_conflicts": sum(bool(row.tool.conflicts) for row in plan),
        "malformed": sum(bool(row.tool.malformed) for row in plan),
        "held_back": sum(row.live.decision is Decision.REFUSE for row in plan),
    }


def tools_by_name(plan: Sequence[Planned]) -> dict[str, list[str]]:
    """Which tools some of these counts are about."""
    named = {
        name: [row.tool.name for row in plan if row.tool.tool_class is tool_class]
        for name, tool_class in _COUNTED_AS.items()
    }
    named["destructive_unconfirmed"] = [row.tool.name for row in plan if row.tool.is_unconfirmed]
    return named


def _row(row: Planned) -> dict[str, Any]:
    tool = row.tool
    return {
        "name": tool.name,
        "class": str(tool.tool_class),
        "source": str(tool.source),
        "because": tool.because,
        "annotations": _said(ANNOTATIONS, tool.annotations),
        "hints": hints_of(tool),
        "decision": str(row.live.decision),
        "decision_because": row.live.because,
        "held_back": None if row.live.held_back is None else str(row.live.held_back),
        "way_out": row.live.way_out,
        "decision_for_tests": str(row.test.decision),
        "conflicts": list(tool.conflicts),
        "malformed": [{"where": m.where, "problem": m.problem} for m in tool.malformed],
        "overridden": tool.overridden,
    }


def hints_of(tool: Classification) -> dict[str, Any]:
    """The hints under the names they have in `_meta`, without those that were not given."""
    return _said(HINTS, tool.hints)


def hints_in_words(tool: Classification) -> str:
    return ", ".join(f"{name}: {str(value).lower()}" for name, value in hints_of(tool).items())


def _said(names: Sequence[str], values: Sequence[Any]) -> dict[str, Any]:
    pairs = zip(names, values, strict=True)
    return {name: value for name, value in pairs if value is not None}
