"""Which probe goes where: never to a tool that the execution policy holds back."""

import re
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pure_server import PureServer, manifest_of, run_everything

from mcptest_action.core.checks.probes.catalogue import PROBES, REVIEWS
from mcptest_action.core.checks.probes.model import Aim, Subject
from mcptest_action.core.checks.results.ruling import Ruling, Skip, Status, skipped
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.checks.run.ended import Ended
from mcptest_action.core.checks.run.schedule import goodbyes, schedule
from mcptest_action.core.checks.run.state import begin_anew
from mcptest_action.core.checks.run.subject import check_samples
from mcptest_action.core.protocol.exchange.era import NEWEST_LEGACY, NEWEST_MODERN
from mcptest_action.core.protocol.exchange.provenance import Provenance
from mcptest_action.core.protocol.exchange.reaction import Closed, Leaving, TimedOut, Unreachable
from mcptest_action.core.protocol.exchange.step import CallTool, Close, Fresh
from mcptest_action.core.protocol.surface.model import Surface
from mcptest_action.core.safety.decide import Calls, ExecutionPolicy, HeldBack, Presumed
from mcptest_action.core.safety.declaration import ToolSettings
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.core.text.errors import InputError

OF_THE_SERVER = (Aim.NO_TOOL, Aim.GOODBYE)
# In the order in which they are sent: first what is sound, last what is odd.
BY_PROVENANCE = sorted(PROBES, key=lambda probe: probe.sends.rank)
ONCE = [probe.id for probe in BY_PROVENANCE if probe.once]
PER_TOOL = [p.id for p in BY_PROVENANCE if not p.once and p.aim not in OF_THE_SERVER]
SERVER = [p.id for p in BY_PROVENANCE if p.aim is Aim.NO_TOOL]
# What a tool gets that is the only one: of each provenance, what is done once comes last.
TO_ONE_TOOL = [
    probe.id
    for probe in sorted(BY_PROVENANCE, key=lambda probe: (probe.sends.rank, probe.once))
    if probe.id in (*PER_TOOL, *ONCE)
]
LAST = [p.id for p in PROBES if p.aim is Aim.GOODBYE]


def tool(name, *, read=None, destructive=None, idempotent=None, schema=None, **more):
    hints = {"readOnlyHint": read, "destructiveHint": destructive, "idempotentHint": idempotent}
    text = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
    return {
        "name": name,
        "inputSchema": text if schema is None else schema,
        "annotations": {key: value for key, value in hints.items() if value is not None},
        **more,
    }


READ, MUTATE, DESTROY = (
    tool("fetch", read=True),
    tool("push", idempotent=False),
    tool("wipe", destructive=True),
)
PRESUMED = tool("get_it")
LATE = Ended("it is late")


def planned(*tools, **config):
    surface = Surface(NEWEST_LEGACY, {}, {}, None, tools, (), (), (), ())
    given_config = RunConfig(**config)
    plan = make_plan(tools, given_config.execution, given_config.tools)
    return list(schedule(surface, plan, given_config))


def sent_to(planning):
    """The probes that go to each tool."""
    found = {}
    for probe, name, subject in planning:
        if isinstance(subject, Subject):
            found.setdefault(name, []).append(probe.id)
    return found


def held(planning, name):
    """Why the others do not."""
    return {p.id: s.skip for p, tool, s in planning if tool == name and isinstance(s, Ruling)}


def test_a_tool_that_is_declared_read_only_gets_everything():
    assert sent_to(planned(READ)) == {None: SERVER, "fetch": TO_ONE_TOOL}


def test_what_tests_the_server_comes_first_and_what_looks_back_last():
    order = [planning.probe for planning in planned(READ, MUTATE)]
    assert order[-1].id == "alive_after_error"
    for sends in Provenance:
        ids = [probe.id for probe in order if probe.sends is sends]
        kinds = [
            [probe.id for probe in BY_PROVENANCE if probe.sends is sends and probe.id in group]
            for group in (SERVER, PER_TOOL, PER_TOOL, ONCE)
        ]
        assert ids == [name for kind in kinds for name in kind]


def test_nothing_sound_is_sent_after_something_odd():
    ranks = [planning.probe.sends.rank for planning in planned(READ, MUTATE)]
    assert ranks == sorted(ranks)


def test_a_tool_that_changes_something_gets_one_harmless_request():
    planning = planned(MUTATE)
    assert sent_to(planning)["push"] == ["missing_required"]
    reasons = held(planning, "push")
    assert reasons.pop("repeated_call") == Skip.NOT_DECLARED_READ_ONLY
    assert set(reasons.values()) == {Skip.MUTATING_ONCE}


def test_a_destructive_tool_gets_nothing():
    planning = planned(DESTROY)
    assert "wipe" not in sent_to(planning)
    assert set(held(planning, "wipe").values()) == {HeldBack.DESTRUCTIVE}


def test_a_destructive_tool_that_may_be_executed_is_called_once_and_never_doubled():
    planning = planned(DESTROY, execution=ExecutionPolicy(execute_destructive=True))
    assert sent_to(planning)["wipe"] == ["missing_required"]


def test_a_presumed_tool_gets_bad_requests_and_no_valid_call():
    planning = planned(PRESUMED)
    assert set(held(planning, "get_it").values()) == {Skip.NOT_DECLARED_READ_ONLY}
    valid = {p.id for p in PROBES if p.aim is Aim.VALID_CALL}
    assert not valid & set(sent_to(planning)["get_it"])
    assert "oversized" in sent_to(planning)["get_it"]


def test_a_presumed_tool_that_is_held_back_gets_nothing():
    planning = planned(PRESUMED, execution=ExecutionPolicy(presumed=Presumed.REFUSE))
    assert set(sent_to(planning)) == {None}


def test_what_is_done_once_prefers_a_declared_tool():
    once = {p.id: name for p, name, _ in planned(PRESUMED, READ) if p.once}
    assert once == dict.fromkeys(ONCE, "fetch")


def test_what_is_done_once_goes_where_it_applies():
    bare = tool("a_bare_one", read=True, schema={"type": "object"})
    once = {p.id: name for p, name, _ in planned(bare, READ) if p.once}
    assert once["invalid_utf8_or_surrogate"] == "fetch"
    assert once["deep_nesting"] == "a_bare_one"


def test_what_is_done_once_says_why_it_went_nowhere():
    planning = planned(DESTROY)
    rulings = {p.id: s for p, _, s in planning if p.once and isinstance(s, Ruling)}
    assert {r.because for r in rulings.values()} == {"there is no tool that it may be sent to"}
    assert set(rulings) == set(ONCE) - {"alive_after_error"}
    assert sent_to(planning)[None] == [*SERVER, "alive_after_error"]


def test_calls_at_once_prove_nothing_one_at_a_time():
    (ruling,) = [
        s for p, _, s in planned(READ, execution=ExecutionPolicy(concurrency=1)) if p.side_by_side
    ]
    assert (ruling.skip, ruling.because) == (
        Skip.NOT_APPLICABLE, "calls are made one at a time (concurrency)",
    )  # fmt: skip


def test_with_calls_switched_off_nothing_is_planned_that_calls():
    tools = (READ, MUTATE, PRESUMED)
    planning = planned(*tools, execution=ExecutionPolicy(calls=Calls.NONE))
    assert sent_to(planning) == {None: ["alive_after_error"]}
    rulings = [s for _, _, s in planning if isinstance(s, Ruling)]
    assert {ruling.skip for ruling in rulings} == {HeldBack.CALLS_OFF}
    assert len(planning) == len(SERVER) + len(tools) * len(PER_TOOL) + len(ONCE)


@pytest.mark.parametrize(
    ("only", "skip", "expected"),
    [
        ((), ("fetch",), {None: SERVER, "read": TO_ONE_TOOL}),
        (("fetch",), (), {"fetch": TO_ONE_TOOL}),
        (("wrong_type",), (), {"fetch": ["wrong_type"], "read": ["wrong_type"]}),
        (("wrong_type",), ("read",), {"fetch": ["wrong_type"]}),
        (("unknown_tool",), (), {None: ["unknown_tool"]}),
        (("deep_nesting",), (), {"fetch": ["deep_nesting"]}),
        (("deep_nesting",), ("fetch",), {"read": ["deep_nesting"]}),
        (("deep_nesting",), ("fetch", "read"), {}),
        (("wrong_type",), ("wrong_type",), {}),
        (("fetch",), ("fetch",), {}),
    ],
)
def test_only_and_skip_take_probes_and_tools(only, skip, expected):
    planning = planned(READ, tool("read", read=True), only=only, skip=skip)
    assert sent_to(planning) == expected


def test_a_tool_without_a_name_is_not_passed_over_in_silence():
    planning = planned(
        {"inputSchema": {}}, {"name": 7}, READ, execution=ExecutionPolicy(presumed=Presumed.EXECUTE)
    )
    assert held(planning, "") == dict.fromkeys(PER_TOOL, HeldBack.NAMELESS)
    assert "" not in sent_to(planning)


def test_of_two_tools_with_one_name_one_is_probed():
    assert sent_to(planned(READ, READ)) == sent_to(planned(READ))
    assert "fetch" not in sent_to(planned(READ, tool("fetch", destructive=True)))


@pytest.mark.parametrize(
    "schema", [7, {"type": "object", "required": ["x"], "properties": {"x": False}}]
)
def test_without_valid_arguments_nothing_is_sent(schema):
    planning = planned(tool("fetch", read=True, schema=schema))
    assert set(sent_to(planning)) == {None}
    rulings = [s for _, name, s in planning if name == "fetch"]
    assert {ruling.skip for ruling in rulings} == {Skip.NO_SAMPLE}
    assert all(r.because.startswith("no valid arguments could be made for it: ") for r in rulings)


def test_the_users_sample_comes_before_ours():
    settings = {"fetch": ToolSettings(samples=({"q": "mine"}, {"q": "other"}))}
    subjects = [s for _, name, s in planned(READ, tools=settings) if name == "fetch"]
    assert {tuple(s.arguments.items()) for s in subjects} == {(("q", "mine"),)}


def test_a_sample_that_does_not_fit_is_refused_with_its_number():
    settings = {"fetch": ToolSettings(samples=({"q": "x"}, {"q": 7})), "other": ToolSettings()}
    check_samples(({"name": None}, {"name": "unlisted"}), settings, "mcptest.yml")
    with pytest.raises(
        InputError, match=r"tools\.fetch: sample 2 does not fit the tool's schema: at /q"
    ):
        check_samples((READ,), settings, "mcptest.yml")


def test_results_that_nobody_may_see_stay_unseen():
    secret = tool("fetch", read=True, _meta={"mcp.dev/resultSensitivity": "restricted"})
    assert all(s.withheld for _, name, s in planned(secret) if name == "fetch")


def test_every_planned_probe_is_told_the_unknown_name():
    trap = tool("mcptest_no_such_tool", read=True)
    subjects = [s for _, _, s in planned(trap, READ) if isinstance(s, Subject)]
    (unknown,) = {s.unknown for s in subjects}
    assert re.fullmatch("mcptest_no_such_[0-9a-f]{12}_tool", unknown)


# The safety layer, with every probe and the deep scan switched on.

HINT = st.none() | st.booleans()
TOOLS = st.lists(
    st.builds(
        tool,
        st.sampled_from(["get_it", "fetch", "push", "wipe", "create_it", "delete_it", "mcptest_no_such_tool", ""]),
        read=HINT,
        destructive=HINT,
        idempotent=HINT,
        schema=st.sampled_from([
            {"type": "object"},
            {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]},
            {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"], "additionalProperties": False},
        ]),
        _meta=st.sampled_from([{}, {"mcp.dev/effect": "delete"}, {"mcp.dev/requiresConfirmation": True}]),
    ),
    max_size=5,
)  # fmt: skip
POLICIES = st.builds(
    ExecutionPolicy,
    execute_destructive=st.booleans(),
    presumed=st.sampled_from(Presumed),
    calls=st.sampled_from(Calls),
    max_calls=st.none() | st.integers(0, 20),
    concurrency=st.integers(1, 3),
    call_delay_s=st.just(0.0),
)


@given(TOOLS, POLICIES)
def test_no_run_calls_what_the_policy_holds_back(tools, policy):
    tools = [t for t in tools if t["name"]]
    server = PureServer(manifest_of(*tools))
    record = run_everything(server, RunConfig(execution=policy, deep_scan=True))
    rows = make_plan(tools, policy, {})
    held_back = {row.tool.name for row in rows if row.live.held_back is not None}
    once = {
        row.tool.name
        for row in rows
        if not row.tool.is_declared_read_only and row.tool.tool_class != "ReadOnlyPresumed"
    }
    assert not held_back & set(server.calls)
    assert all(server.calls.count(name) <= 1 for name in once)
    assert policy.max_calls is None or len(server.calls) <= policy.max_calls
    assert policy.calls is Calls.POLICY or server.calls == []
    # The plan and the guard agree: nothing but the budget is found out at the door.
    refused = {r.ruling.skip for r in record.results if r.ruling.skip == "not_listed"}
    assert refused == set()
    assert server.guard.refused == 0 or policy.max_calls is not None


@given(TOOLS, POLICIES)
def test_every_probe_of_every_tool_has_exactly_one_planning(tools, policy):
    planning = planned(*tools, execution=policy)
    names = {t["name"] for t in tools}
    ids = [(p.id, name) for p, name, _ in planning if not p.once]
    assert sorted(ids, key=str) == sorted(
        [*((p, None) for p in SERVER), *((p, n) for p in PER_TOOL for n in names)], key=str
    )
    assert [p.id for p, _, _ in planning if p.once] == ONCE


@pytest.mark.parametrize(
    ("config", "planned"),
    [
        (RunConfig(), True),
        (RunConfig(execution=ExecutionPolicy(calls=Calls.NONE)), True),
        (RunConfig(only=("exits_when_closed",)), True),
        (RunConfig(only=("unknown_tool",)), False),
        (RunConfig(only=("get_record",)), False),
        (RunConfig(skip=("exits_when_closed",)), False),
    ],
)
def test_the_goodbye_can_be_chosen_and_needs_no_calls(config, planned):
    assert [planning.probe.id for planning in goodbyes(config)] == (LAST if planned else [])


def test_the_goodbye_comes_after_everything_that_is_sent():
    server = PureServer()
    record = run_everything(server, RunConfig(deep_scan=True))
    assert server.exchanges[-1].key.check == "exits_when_closed"
    last = [r.check for r in record.results[-1 - len(REVIEWS) :]]
    assert last == ["exits_when_closed", *(review.id for review in REVIEWS)]


LEFT = Closed("exited with code 0", Leaving.BY_ITSELF)
STAYED = Closed("did not exit when its input closed, but when asked to", Leaving.TERMINATED)


def left(*, back=True):
    """What comes of a server that stays after odd requests, and may come back afterwards."""

    def spoil(step, key):
        if isinstance(step, Close) and key.check.startswith("exits_when_closed"):
            return LEFT if key.check.endswith("again") else STAYED
        gone = not back and key.check == "reconnect" and isinstance(step, Fresh)
        return Unreachable("refused") if gone else None

    server = PureServer(spoil=spoil)
    record = run_everything(server)
    (ruling,) = [r.ruling for r in record.results if r.check == "exits_when_closed"]
    return ruling, {e.key.check for e in server.exchanges}


def test_a_server_that_stays_after_odd_requests_gets_a_connection_without_any():
    ruling, checks = left()
    assert ruling.status is Status.PASSED
    assert "though not after odd requests: there, it did not exit" in ruling.because
    assert "exits_when_closed_again" in checks


def test_a_server_that_stays_and_does_not_come_back_is_not_asked_again():
    ruling, checks = left(back=False)
    assert ruling.status is Status.INCONCLUSIVE
    assert "exits_when_closed_again" not in checks


def test_a_run_that_has_ended_begins_nothing_anew():
    assert list(begin_anew(SimpleNamespace(ended=LATE))) == []


def test_a_run_that_ended_early_says_no_goodbye():
    server = PureServer(spoil=lambda step, _: TimedOut(1) if isinstance(step, CallTool) else None)
    record = run_everything(server)
    assert "exits_when_closed" not in {e.key.check for e in server.exchanges}
    (left,) = [r.ruling for r in record.results if r.check == "exits_when_closed"]
    assert (left.status, left.because) == (
        Status.INCONCLUSIVE,
        f"not sent: {record.incomplete}",
    )


def test_a_whole_run_has_a_result_for_each_planning_and_each_review():
    server = PureServer()
    record = run_everything(server)
    per_tool = len(server.mock.manifest.tools) * len(PER_TOOL)
    of_the_server = SERVER + ONCE + LAST + list(REVIEWS)
    assert len(record.results) == per_tool + len(of_the_server)
    assert {r.ruling.status for r in record.results} == {Status.PASSED, Status.SKIPPED}
    assert server.calls.count("create_record") == server.calls.count("update_record") == 1
    assert "delete_record" not in server.calls


def test_once_the_run_has_ended_no_arguments_are_made():
    tools = (READ, DESTROY, tool("odd", read=True, schema=7))
    surface = Surface(NEWEST_LEGACY, {}, {}, None, tools, (), (), (), ())
    config = RunConfig()
    plan = make_plan(tools, config.execution, config.tools)
    planning = list(schedule(surface, plan, config, lambda: LATE))
    assert sent_to(planning) == {None: SERVER}, "which need none"
    left = {(name, subject) for probe, name, subject in planning if not probe.once and name}
    row = next(row for row in plan if row.tool.name == "wipe")
    held_back = skipped(row.live.because, HeldBack.DESTRUCTIVE)
    assert left == {("fetch", LATE), ("odd", LATE), ("wipe", held_back)}
    assert {(name, subject) for probe, name, subject in planning if probe.once} == {(None, LATE)}


def test_what_was_made_before_the_end_is_still_known_after_it():
    ends = iter([None, *[LATE] * 1000])
    surface = Surface(NEWEST_LEGACY, {}, {}, None, (READ, PRESUMED), (), (), (), ())
    config = RunConfig()
    plan = make_plan(surface.tools, config.execution, config.tools)
    planning = list(schedule(surface, plan, config, lambda: next(ends)))
    assert sent_to(planning)["fetch"] == TO_ONE_TOOL
    assert "get_it" not in sent_to(planning)


@pytest.mark.parametrize(
    ("era", "capabilities", "method"),
    [
        (NEWEST_LEGACY, {"prompts": {}, "tools": {}}, "tools/list"),
        (NEWEST_LEGACY, {"prompts": {}}, "prompts/list"),
        (NEWEST_LEGACY, {}, "ping"),
        (NEWEST_MODERN, {}, "server/discover"),
    ],
    ids=["tools", "prompts", "nothing", "nothing, modern"],
)
def test_a_server_without_tools_is_asked_for_what_it_has(era, capabilities, method):
    surface = Surface(era, {}, capabilities, None, (), (), (), (), ())
    planning = {row.probe.id: row for row in schedule(surface, (), RunConfig())}
    reaching_none = [probe.id for probe in PROBES if probe.aim is Aim.NO_TOOL]
    for probe in ("alive_after_error", *reaching_none):
        assert planning[probe].subject.ordinary == method, f"{probe} asks for what is not there"
