"""Every tool with its class, what we may do with it, and what its author should change."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.text import did_you_mean
from .classify import Classification, classify
from .decide import Decided, Decision, ExecutionPolicy, Held, HeldBack, Need
from .declaration import NO_SETTINGS, ToolSettings
from .grammar import nouns_in
from .read_declaration import CONFIRMATION_KEY, Unstable

_AMBIGUOUS = Held(
    HeldBack.AMBIGUOUS,
    "the server lists several tools of this name, and they declare different things",
    "give every tool a name of its own",
)


class Planned(NamedTuple):
    """A tool, and what we may do with it live and in a test that a person reads first."""

    tool: Classification
    live: Decided
    test: Decided


def make_plan(
    tools: Iterable[Mapping[str, Any]],
    policy: ExecutionPolicy,
    settings: Mapping[str, ToolSettings],
) -> tuple[Planned, ...]:
    """One row per tool, in the order of the surface.

    If several tools share a name, nobody knows which one a call reaches: we call none, unless
    all of them declare the same.
    """
    listed = tuple(tools)
    nouns = nouns_in(name for tool in listed if isinstance(name := tool.get("name"), str))
    classified = [classify(tool, _settings_of(tool, settings), nouns) for tool in listed]
    ambiguous = _ambiguous(classified)
    return tuple(
        Planned(
            tool,
            _decided(policy, tool, Need.LIVE_CALL, ambiguous),
            _decided(policy, tool, Need.GENERATED_TEST, ambiguous),
        )
        for tool in classified
    )


def _decided(
    policy: ExecutionPolicy, tool: Classification, need: Need, ambiguous: set[str]
) -> Decided:
    decided = policy.decide(tool, need)
    if tool.name in ambiguous and decided.held_back is None:
        return _AMBIGUOUS.decided(need)
    return decided


def _ambiguous(tools: Sequence[Classification]) -> set[str]:
    first: dict[str, Classification] = {}
    return {tool.name for tool in tools if first.setdefault(tool.name, tool) != tool}


def _settings_of(tool: Mapping[str, Any], settings: Mapping[str, ToolSettings]) -> ToolSettings:
    name = tool.get("name")
    return settings.get(name, NO_SETTINGS) if isinstance(name, str) else NO_SETTINGS


def decided_by_name(plan: Iterable[Planned]) -> dict[str, Planned]:
    """The row of each name; if several tools share a name, the strictest row."""
    order = tuple(Decision)
    rows: dict[str, Planned] = {}
    for row in plan:
        known = rows.setdefault(row.tool.name, row)
        if order.index(row.live.decision) > order.index(known.live.decision):
            rows[row.tool.name] = row
    return rows


def unknown_settings(
    plan: Iterable[Planned], settings: Mapping[str, ToolSettings]
) -> tuple[str, ...]:
    """A sentence for each tool that is configured but missing; a typo must not go unnoticed."""
    names = [row.tool.name for row in plan]
    return tuple(_unknown(name, names) for name in sorted(set(settings) - set(names)))


def _unknown(name: str, names: Sequence[str]) -> str:
    what = f"tools.{name}: the server has no tool of this name"
    hint = did_you_mean(name, names)
    return f"{what}, {hint}" if hint else what


class Complaint(NamedTuple):
    tool: str
    what: str

    @property
    def sentence(self) -> str:
        return f"{self.tool or 'without a name'}: {self.what}"


def complaints(plan: Sequence[Planned], unstable: Sequence[Unstable]) -> tuple[Complaint, ...]:
    """Everything that a server's author should change, tool by tool."""
    return tuple(_complaints(plan, unstable))


def _complaints(plan: Sequence[Planned], unstable: Sequence[Unstable]) -> Iterator[Complaint]:
    for row in plan:
        tool = row.tool
        for conflict in tool.conflicts:
            yield Complaint(tool.name, conflict)
        for where, problem in tool.malformed:
            yield Complaint(tool.name, f"{where}: {problem}; it is ignored")
        for miss in tool.near_misses:
            yield Complaint(tool.name, f"{miss.place}: {miss.sentence}")
        if tool.is_unconfirmed:
            what = f"is destructive ({tool.because}), but does not declare {CONFIRMATION_KEY}: true"
            yield Complaint(tool.name, f"{what} in its _meta")
    yield from (Complaint(name, because) for name, because in unstable)
