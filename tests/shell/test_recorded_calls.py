"""What a server really receives, whatever is asked of us: 500 random sets of tools.

Each requester is let loose on every case. Add one here when a new feature calls tools.
"""

import asyncio
import random
from collections import Counter

import pytest
from recorded import Case, recording_server

from mcptest_action.core.checks.run.conduct import conduct
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.protocol.exchange.step import NO_SUCH, CallTool, Together
from mcptest_action.core.safety.decide import Calls, Decision, ExecutionPolicy, Presumed
from mcptest_action.core.safety.declaration import (
    Effect,
    Hints,
    Sensitivity,
    ToolClass,
    ToolSettings,
)
from mcptest_action.core.safety.vocabulary import DESTRUCTIVE, MUTATING, READ, SIDE_EFFECT

SETS = 500
LISTS = [sorted(words) for words in (DESTRUCTIVE, MUTATING, READ, SIDE_EFFECT)] + [["user", "x"]]
JUNK = ["yes", 1, [], None, "Delete"]
SCHEMAS = [
    {"type": "object"},
    {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
    {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}},
]


def maybe(dice, chance, value):
    return value() if dice.random() < chance else None


def some_flags(dice, names):
    return {
        name: dice.choice([True, False, True, False, dice.choice(JUNK)])
        for name in names
        if dice.random() < 0.4
    }


def some_tool(dice):
    words = [dice.choice(dice.choice(LISTS)) for _ in range(dice.randint(1, 3))]
    join = dice.choice(["_".join, "-".join, lambda w: "".join(map(str.title, w))])
    tool = {"name": join(words), "inputSchema": dice.choice(SCHEMAS)}
    if dice.random() < 0.5:
        names = ["readOnlyHint", "destructiveHint", "idempotentHint"]
        tool["annotations"] = dice.choice([some_flags(dice, names)] * 9 + [dice.choice(JUNK)])
    if dice.random() < 0.5:
        prefix = dice.choice(["mcp.dev/", "dev.mcp/"])
        meta = some_flags(dice, [f"{prefix}idempotent", f"{prefix}requiresConfirmation"])
        if dice.random() < 0.6:
            meta[f"{prefix}effect"] = dice.choice([*map(str, Effect), dice.choice(JUNK)])
        tool["_meta"] = meta
    return tool


def some_settings(dice):
    hints = Hints(
        maybe(dice, 0.2, lambda: dice.choice(list(Effect))),
        maybe(dice, 0.2, lambda: dice.random() < 0.5),
        maybe(dice, 0.2, lambda: dice.random() < 0.5),
        maybe(dice, 0.2, lambda: dice.choice(list(Sensitivity))),
    )
    tool_class = maybe(dice, 0.3, lambda: dice.choice(list(ToolClass)))
    return ToolSettings(tool_class, hints, maybe(dice, 0.4, lambda: dice.random() < 0.6))


def some_case(number):
    dice = random.Random(number)  # noqa: S311 - the same sets on every machine
    tools = [some_tool(dice) for _ in range(dice.randint(1, 7))]
    if dice.random() < 0.2:  # a name that is there twice
        tools.append({**some_tool(dice), "name": tools[0]["name"]})
    policy = ExecutionPolicy(
        execute_destructive=dice.random() < 0.4,
        presumed=dice.choice(list(Presumed)),
        calls=dice.choice([Calls.POLICY] * 9 + [Calls.NONE]),
        max_calls=dice.choice([None, None, 0, 1, 5]),
    )
    named = [tool["name"] for tool in tools]
    settings = {name: some_settings(dice) for name in named if dice.random() < 0.2}
    return Case(tools, policy, settings)


def everything_several_times(surface, _plan):
    """Every tool five times, alone and side by side; a tool that is not listed; one that is none."""

    def script(name):
        for _ in range(2):
            yield CallTool(name, {})
        yield Together((CallTool(name, {"id": "1"}),) * 3)

    for tool in (*surface.tools, {"name": "delete_unlisted"}, {"name": f"{NO_SUCH}tool"}):
        yield script(tool["name"])


def the_probes(policy, settings):
    """A whole run of the gate, deep scan included."""

    def requester(surface, plan):
        config = RunConfig(execution=policy, tools=settings, deep_scan=True)
        running = conduct(surface, plan, config, "1")
        answer = None
        while True:
            results = []
            try:
                task = running.send(answer)
            except StopIteration:
                return
            yield kept(task.script, results)
            answer = results[0]

    return requester


def kept(script, results):
    results.append((yield from script))


def check(case, received):
    """The promises, read from the case itself as far as possible."""
    counts = Counter(received.names)
    policy = case.policy
    assert received.guard.calls == len(received.names)
    if policy.calls is Calls.NONE:
        assert counts == {}
    if policy.max_calls is not None:
        assert len(received.names) <= policy.max_calls
    listed = {tool["name"] for tool in case.tools}
    assert all(name in listed or name.startswith(NO_SUCH) for name in counts)
    for row in received.plan:
        count = counts[row.tool.name]
        if row.live.decision in (Decision.REFUSE, Decision.GENERATE_ONLY):
            assert count == 0, row
        if row.tool.tool_class in (ToolClass.MUTATING, ToolClass.DESTRUCTIVE):
            assert count <= 1, row
        if row.tool.tool_class is ToolClass.DESTRUCTIVE and not policy.execute_destructive:
            assert count == 0, row
    for tool in case.tools:
        check_tool(tool, case, counts[tool["name"]])


def check_tool(tool, case, count):
    """Without asking the code under test."""
    settings = case.settings.get(tool["name"], ToolSettings())
    if settings.allow is False:
        assert count == 0, tool
    annotations, meta = tool.get("annotations") or {}, tool.get("_meta") or {}
    hints = {name.partition("/")[2]: value for name, value in meta.items()}
    confirmed = settings.allow is True or settings.hints.requires_confirmation is False
    if hints.get("requiresConfirmation") is True and not confirmed:
        assert count == 0, tool
    overridden = settings.tool_class is not None or settings.hints != Hints()
    if case.policy.execute_destructive or overridden:
        return
    if hints.get("effect") == "delete":
        assert count == 0, tool
    if isinstance(annotations, dict) and annotations.get("destructiveHint") is True:
        assert annotations.get("readOnlyHint") is True or count == 0, tool
    words = {word for word in DESTRUCTIVE if word in tool["name"].lower()}
    if words and not annotations and not meta:
        assert count == 0, tool


async def run_all(folder, requester_of, sets):
    total = Counter()
    async with recording_server(folder) as server:
        for number in range(sets):
            case = some_case(number)
            received = await server.run(case, requester_of(case))
            check(case, received)
            total["sets"] += 1
            total["calls"] += len(received.names)
            total["refused"] += received.guard.refused
            for row in received.plan:
                total[str(row.live.decision)] += 1
                total["once"] += row.tool.name in received.names and (
                    row.live.decision is Decision.EXECUTE_ONCE
                )
            if case.policy.max_calls is None:
                wanted = [r for r in received.plan if r.live.decision is Decision.EXECUTE]
                total["missed"] += sum(row.tool.name not in received.names for row in wanted)
    print(dict(total))  # noqa: T201 - with -s
    return total


@pytest.mark.parametrize(
    ("requester_of", "sets", "thorough"),
    [
        (lambda _: everything_several_times, SETS, True),
        (lambda case: the_probes(case.policy, case.settings), SETS // 5, False),
    ],
    ids=["everything, several times", "the probes"],
)
def test_no_tool_is_called_that_must_not_be(requester_of, sets, thorough, tmp_path):
    total = asyncio.run(run_all(tmp_path, requester_of, sets))
    assert total["sets"] == sets
    # The promises are easily kept by calling nothing.
    for kind in ("calls", "Execute", "ExecuteOnce", "Refuse", "once"):
        assert total[kind] > sets / 5, total
    assert total["missed"] == 0 or not thorough


def test_what_is_allowed_is_called_as_often_as_it_is_asked_for(tmp_path):
    read_only = {"name": "look", "annotations": {"readOnlyHint": True}}
    case = Case([read_only, {"name": "create_x"}, {"name": "delete_x"}], ExecutionPolicy(), {})

    async def run():
        async with recording_server(tmp_path) as server:
            return await server.run(case, everything_several_times)

    received = asyncio.run(run())
    assert Counter(received.names) == {"look": 5, "create_x": 1, f"{NO_SUCH}tool": 5}
    assert received.guard.refused == 14
