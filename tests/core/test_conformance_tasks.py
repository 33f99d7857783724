"""Tasks of 2025-11-25: what is asked about them, on servers made up here."""

import pytest
from examinees import MODERN, WITHOUT_CALLS, because, examinee, fed, in_words
from tasks import (
    DONE,
    OPTIONAL,
    OWN,
    PLAIN,
    READS,
    REFUSED,
    REQUIRED,
    RESULT,
    UNKNOWN,
    made,
    state,
    tool,
    with_tasks,
)

from mcptest_action.core.checks.conformance.catalogue import CHECKS
from mcptest_action.core.checks.conformance.checks import (
    tasks_cancelled,
    tasks_compared,
    tasks_failed,
    tasks_followed,
    tasks_ignored,
    tasks_listed,
    tasks_support,
    tasks_unknown,
)
from mcptest_action.core.checks.conformance.config import ExamConfig
from mcptest_action.core.checks.conformance.free_tools import free_tools
from mcptest_action.core.checks.conformance.tasks import task_tools
from mcptest_action.core.checks.run import RunConfig
from mcptest_action.core.checks.run.schedule import schedule
from mcptest_action.core.protocol.exchange.reaction import (
    Disconnected,
    NotSent,
    Replied,
    RpcError,
    TimedOut,
)
from mcptest_action.core.protocol.exchange.step import CallTool, Request, StrayCall
from mcptest_action.core.safety import make_plan

LATE, HELD = TimedOut(10.0), NotSent("no_policy", "nobody allows it")
GONE = Disconnected("exited with code 1")
BOTH = with_tasks(OPTIONAL)
NO_TASKS = with_tasks(PLAIN, declares=None)
UNDECLARED = "not_applicable: the server does not declare tasks.requests.tools.call"
NONE_SUPPORTS = "not_verified: no tool that may be called has a taskSupport of optional or required"
UNMADE = "not_verified: no task was made that could be asked for"
FAILURE = Replied({"content": [], "isError": True})


def calls(*steps):
    return [(step.name, dict(step.more)) for step in steps if isinstance(step, CallTool)]


# Which tools


def test_tools_that_support_tasks_are_called_as_such_and_those_that_demand_it_in_no_other_way():
    hidden = tool("secret", "optional", _meta={"mcp.dev/resultSensitivity": "restricted"})
    known = with_tasks(PLAIN, tool("never", "forbidden"), OPTIONAL, REQUIRED, hidden)
    assert [(t.subject.name, t.required) for t in task_tools(known)] == [
        ("both", False),
        ("tasks", True),
    ]
    assert [t.name for t in free_tools(known)] == ["plain", "never", "both"]


def test_another_revision_and_a_server_without_tasks_take_no_notice_of_what_a_tool_says():
    modern = examinee(MODERN, "tools", tools=(REQUIRED,))
    assert [t.name for t in free_tools(modern)] == ["tasks"]
    assert [t.name for t in free_tools(with_tasks(REQUIRED, declares={"list": {}}))] == ["tasks"]
    odd = tool("odd", execution="optional")
    assert list(task_tools(with_tasks(odd, declares={"requests": {"tools": {"call": True}}}))) == []


def test_the_probes_of_a_run_leave_alone_what_can_be_called_as_a_task_only():
    surface = with_tasks(REQUIRED).surface
    config = RunConfig()
    plan = make_plan(surface.tools, config.execution, config.tools)
    held = [p.subject for p in schedule(surface, plan, config) if p.tool == "tasks"]
    assert {ruling.because for ruling in held} == {"the tool can be called as a task only"}


def test_no_task_is_made_in_a_revision_without_checks_on_tasks():
    names = {p.id for p in ExamConfig().probes(examinee(MODERN))}
    assert not [name for name in names if name.startswith("task_")]
    assert {"task_followed", "task_ignored"} <= {p.id for p in ExamConfig().probes(NO_TASKS)}


def test_every_check_on_tasks_belongs_to_one_revision():
    assert {c.revisions for c in CHECKS if c.id.startswith("TASK-")} == {("2025-11-25",)}


@pytest.mark.parametrize(
    "probe", [p for m in (tasks_support, tasks_followed, tasks_compared, tasks_failed) for p in m.PROBES]
    + [*tasks_unknown.PROBES],
    ids=lambda probe: probe.id,
)  # fmt: skip
def test_who_declares_no_tasks_is_asked_nothing_about_them(probe):
    assert set(because(probe.script, NO_TASKS).values()) == {UNDECLARED}


@pytest.mark.parametrize(
    ("known", "why"),
    [
        (with_tasks(), "not_applicable: tools/list is empty"),
        (with_tasks(OPTIONAL, run_config=WITHOUT_CALLS), "not_verified: calls are switched off"),
        (with_tasks(PLAIN), NONE_SUPPORTS),
    ],
)
def test_without_a_tool_to_call_nothing_is_known(known, why):
    for script in (tasks_followed.followed, tasks_compared.compared, tasks_failed.failing):
        assert set(because(script, known).values()) == {why}
    assert because(tasks_cancelled.cancelled, known)["TASK-23"] == why
    assert because(tasks_listed.task_list, known, REFUSED)["TASK-20"] == why
    assert because(tasks_unknown.overruled, known)["TASK-18"] == why


# Servers without tasks


def test_who_has_no_tools_is_not_called():
    known = examinee("2025-11-25")
    assert because(tasks_ignored.task_ignored, known) == {
        "TASK-01": "not_applicable: the server does not declare tools"
    }
    assert because(tasks_ignored.task_ignored, BOTH) == {
        "TASK-01": "not_applicable: the server declares tasks for tool calls"
    }


@pytest.mark.parametrize(
    ("reactions", "found"),
    [
        ([Replied(DONE)], "passed: the server answered the call, and ignored `task`"),
        ([made()], "failed: the server made a task, and does not declare that it can"),
        ([HELD], "not_verified: nobody allows it"),
        ([LATE], "not_verified: the tool may be slow: the server did not answer within 10 s"),
        ([GONE], "failed: the server closed the connection: exited with code 1"),
        ([RpcError(-32603, "getaddrinfo ENOTFOUND api.example.com")], "not_verified: "),
        ([UNKNOWN, Replied(DONE)], "failed: with `task`, the server answered with JSON-RPC error -32601: no; without, it answered with a result"),
        ([FAILURE, FAILURE], "not_verified: the call fails with `task` and without: the server answered with a result that has isError"),
    ],
)  # fmt: skip
def test_a_call_as_a_task_of_a_server_without_them_is_a_call(reactions, found):
    rulings, steps = fed(tasks_ignored.task_ignored(NO_TASKS), *reactions)
    assert in_words(rulings)["TASK-01"].startswith(found)
    assert calls(*steps)[0] == ("plain", {"task": {"ttl": 60000}})
    assert calls(*steps)[1:] == [("plain", {})] * (len(reactions) - 1)


@pytest.mark.parametrize(
    ("reactions", "found"),
    [
        ([REFUSED], "passed: a call of an unknown tool was refused as such, and `task` ignored"),
        ([HELD], "not_verified: nobody allows it"),
        ([UNKNOWN, UNKNOWN], "passed: a call of an unknown tool gets the same answer with `task` and without"),
        ([FAILURE, FAILURE], "passed: a call of an unknown tool gets the same answer with `task` and without"),
        ([UNKNOWN, FAILURE], "failed: with `task`, the server answered with JSON-RPC error -32601: no; without, the server answered with a result that has isError"),
    ],
)  # fmt: skip
def test_where_no_tool_may_be_called_one_that_does_not_exist_is(reactions, found):
    known = with_tasks({"name": "writes", "inputSchema": {}}, declares=None)
    rulings, steps = fed(tasks_ignored.task_ignored(known), *reactions)
    assert in_words(rulings) == {"TASK-01": found}
    assert all(isinstance(step, StrayCall) for step in steps)
    assert ["task" in step.params for step in steps] == [True, False][: len(steps)]


# What a tool says


@pytest.mark.parametrize(
    ("known", "reactions", "found"),
    [
        (with_tasks(PLAIN, REQUIRED), [UNKNOWN, UNKNOWN], ["passed: the server answered with JSON-RPC error -32601: no"] * 2),
        (with_tasks(tool("x", "forbidden"), REQUIRED), [Replied(DONE), FAILURE], ["failed: the server answered with a result", "failed: the server answered with a result that has isError"]),
        (with_tasks(REQUIRED), [RpcError(-32600, "no")], ["not_applicable: every tool that may be called supports tasks", "passed: the server answered with JSON-RPC error -32600: no"]),
        (with_tasks(PLAIN, OPTIONAL), [HELD], ["not_verified: nobody allows it", "not_applicable: no tool that may be called has a taskSupport of required"]),
        (with_tasks(PLAIN), [UNKNOWN], ["passed: the server answered with JSON-RPC error -32601: no", NONE_SUPPORTS]),
        (with_tasks(), [], ["not_applicable: tools/list is empty"] * 2),
    ],
)  # fmt: skip
def test_calls_are_held_to_what_the_tool_says_about_tasks(known, reactions, found):
    rulings = because(tasks_support.support, known, *reactions)
    assert rulings == dict(zip(("TASK-02", "TASK-03"), found, strict=True))


# From the call to the result


def test_a_task_is_followed_to_its_end():
    rulings, steps = fed(
        tasks_followed.followed(BOTH),
        made(), state(), RESULT, state("completed"), RESULT, state("completed"),
    )  # fmt: skip
    assert in_words(rulings) == {
        "TASK-04": "passed: the server made a task",
        "TASK-12": "passed: `tasks/get` shows the task",
        "TASK-14": "passed: when `tasks/result` was answered, the task was completed",
        "TASK-16": "passed: the result is the same the second time",
        "TASK-17": "passed: the result names its task",
    }
    assert steps[0].more == {
        "task": {"ttl": 60000},
        "_meta": {"progressToken": "mcptest-task-progress"},
    }
    asked = ["tasks/get", "tasks/result"] * 2 + ["tasks/get"]
    assert [(s.method, s.params) for s in steps[1:]] == [(m, {"taskId": OWN}) for m in asked]


@pytest.mark.parametrize(
    ("reaction", "found"),
    [
        (Replied(DONE), "failed: the server answered with a result that has no object called task"),
        (Replied([]), "failed: the server answered with a result that has no object called task"),
        (REFUSED, "not_verified: the server made no task: the server answered with JSON-RPC error -32602: no"),
        (FAILURE, "not_verified: the server made no task: the server answered with a result that has isError"),
        (HELD, "not_verified: nobody allows it"),
        (LATE, "failed: the server did not answer within 10 s"),
        (Replied({"task": {"taskId": 7}}), "passed: the server made a task"),
        (Replied({**DONE, "task": {"taskId": 7}}), "failed: the answer has the result as well"),
        (Replied({"content": [], "task": {"taskId": 7}}), "passed: the server made a task"),
    ],
)  # fmt: skip
def test_a_call_that_makes_no_task_to_ask_for(reaction, found):
    rulings = because(tasks_followed.followed, BOTH, reaction)
    assert rulings.pop("TASK-04") == found
    assert set(rulings.values()) == {UNMADE}


@pytest.mark.parametrize(
    ("reaction", "found"),
    [
        (LATE, "not_verified: to `tasks/result`, the server did not answer within 10 s: the task may be long"),
        (GONE, "failed: to `tasks/result`, the server closed the connection: exited with code 1"),
    ],
)  # fmt: skip
def test_a_task_that_does_not_end(reaction, found):
    rulings = because(tasks_followed.followed, BOTH, made(), state(), reaction)
    assert rulings.pop("TASK-04") == "passed: the server made a task"
    assert set(rulings.values()) == {found}


ENDED = state("completed")
OTHER = Replied({"content": [{"type": "text", "text": "cold"}]})


@pytest.mark.parametrize(
    ("check", "reactions", "found"),
    [
        ("TASK-12", [REFUSED, RESULT, ENDED, RESULT, ENDED], "failed: to `tasks/get`, the server answered with JSON-RPC error -32602: no"),
        ("TASK-12", [made(), RESULT, ENDED, RESULT, ENDED], "failed: the result of `tasks/get` has no member called taskId"),
        ("TASK-12", [state(), RESULT, state("completed", taskId="x"), RESULT, ENDED], "failed: `tasks/get` shows another task than the one that was asked for"),
        ("TASK-14", [ENDED, RESULT, ENDED, RESULT, ENDED], "not_verified: the task had ended before its result was asked for"),
        ("TASK-14", [state(), RESULT, REFUSED, RESULT, ENDED], "not_verified: `tasks/get` does not show whether the task has ended"),
        ("TASK-14", [state(), RESULT, state(), RESULT, ENDED], "failed: `tasks/result` was answered, and the task is still in the status 'working'"),
        ("TASK-16", [state(), RESULT, state(), RESULT, ENDED], "not_verified: the task has not ended, as far as `tasks/get` shows"),
        ("TASK-16", [state(), RESULT, ENDED, Replied(DONE), ENDED], "passed: the result is the same the second time"),
        ("TASK-16", [state(), RESULT, ENDED, OTHER, ENDED], "failed: the second `tasks/result` gave another result"),
        ("TASK-16", [state(), RESULT, ENDED, REFUSED, ENDED], "failed: to the second `tasks/result`, the server answered with JSON-RPC error -32602: no"),
        ("TASK-16", [state(), REFUSED, ENDED, REFUSED, ENDED], "passed: the error is the same the second time"),
        ("TASK-17", [state(), REFUSED, ENDED, REFUSED, ENDED], "not_verified: there is no result: the server answered with JSON-RPC error -32602: no"),
        ("TASK-17", [state(), Replied(DONE), ENDED, RESULT, ENDED], "failed: the result names no task"),
        ("TASK-17", [state(), Replied({"_meta": {"io.modelcontextprotocol/related-task": 7}}), ENDED, RESULT, ENDED], "failed: the result names ''"),
    ],
)  # fmt: skip
def test_what_can_go_wrong_with_a_task(check, reactions, found):
    assert because(tasks_followed.followed, BOTH, made(), *reactions)[check] == found


SOON = made(ttl=700)
OVER = "not_verified: the task is gone, as it may be: its ttl is 700 ms, and we may ask for it for 50 s"
ODD = state(taskId="x")


@pytest.mark.parametrize(
    ("check", "reactions", "found"),
    [
        ("TASK-12", [SOON, state(), RESULT, REFUSED, REFUSED, REFUSED], OVER),
        ("TASK-12", [SOON, state(), RESULT, ENDED, RESULT, ENDED], "passed: `tasks/get` shows the task"),
        ("TASK-12", [SOON, ODD, RESULT, REFUSED, REFUSED, REFUSED], "failed: `tasks/get` shows another task than the one that was asked for"),
        ("TASK-12", [SOON, state(), RESULT, UNKNOWN, REFUSED, REFUSED], "failed: to `tasks/get`, the server answered with JSON-RPC error -32601: no"),
        ("TASK-12", [made(), state(ttl=700), RESULT, REFUSED, REFUSED, REFUSED], OVER),
        ("TASK-12", [made(ttl=-(10**400)), state(), RESULT, REFUSED, REFUSED, REFUSED], "failed: to `tasks/get`, the server answered with JSON-RPC error -32602: no"),
        ("TASK-12", [made(ttl=None), state(ttl=True), RESULT, REFUSED, REFUSED, REFUSED], "failed: to `tasks/get`, the server answered with JSON-RPC error -32602: no"),
        ("TASK-14", [SOON, state(), RESULT, REFUSED, REFUSED, REFUSED], "not_verified: `tasks/get` does not show whether the task has ended"),
        ("TASK-16", [SOON, state(), RESULT, ENDED, REFUSED, REFUSED], OVER),
        ("TASK-16", [SOON, state(), RpcError(-32603, "no"), ENDED, REFUSED, REFUSED], OVER),
        ("TASK-16", [made(), state(), RpcError(-32603, "no"), ENDED, REFUSED, REFUSED], "failed: the error is the same the second time"),
        ("TASK-17", [SOON, state(), REFUSED, REFUSED, REFUSED, REFUSED], "not_verified: there is no result: the server answered with JSON-RPC error -32602: no"),
    ],
)  # fmt: skip
def test_a_task_may_be_gone_once_its_own_ttl_is_over(check, reactions, found):
    assert because(tasks_followed.followed, BOTH, *reactions)[check] == found


def test_the_result_of_a_task_that_is_gone_is_compared_with_nothing():
    rulings = because(tasks_compared.compared, BOTH, Replied(DONE), SOON, REFUSED)
    assert rulings == {"TASK-15": OVER}


@pytest.mark.parametrize("answer", [REFUSED, UNKNOWN])
def test_a_task_that_is_gone_cannot_be_cancelled(answer):
    found = because(tasks_cancelled.cancelled, BOTH, REFUSED, SOON, answer, *[REFUSED] * 3)
    failed = "failed: to `tasks/cancel`, the server answered with JSON-RPC error -32601: no"
    assert found["TASK-23"] == (OVER if answer is REFUSED else failed)


# The same result


SHAPED = Replied({**DONE, "structuredContent": {"degrees": 7}})
AWAY = RpcError(-32603, "getaddrinfo ENOTFOUND api.example.com")


@pytest.mark.parametrize(
    ("reactions", "found"),
    [
        ([Replied({**DONE, "isError": False}), made(), RESULT], "passed: the task ended with what the call returns without one"),
        ([REFUSED, made(), REFUSED], "passed: the task ended with what the call returns without one"),
        ([OTHER, made(), RESULT], "not_verified: the answers differ in their values, as those of the tool may"),
        ([SHAPED, made(), RESULT, OTHER], "not_verified: the tool itself does not always answer in the same way"),
        ([SHAPED, made(), RESULT, SHAPED], "failed: with a task, the result has content; without, before and after it, the result has content, structuredContent"),
        ([OTHER, made(), REFUSED, OTHER], "failed: with a task, the server answered with JSON-RPC error -32602: no; without, before and after it, the result has content"),
        ([OTHER, made(), Replied([]), OTHER], "failed: with a task, the result has no object; without, before and after it, the result has content"),
        ([OTHER, made(), Replied({}), OTHER], "failed: with a task, the result has no members; without, before and after it, the result has content"),
        ([OTHER, made(), Replied({"content": ["cold"]}), OTHER], "failed: with a task, the result has content; without, before and after it, the result has content"),
        ([OTHER, made(), AWAY], "not_verified: the service behind the tool could not be reached: getaddrinfo ENOTFOUND api.example.com"),
        ([OTHER, made(), LATE], "not_verified: to `tasks/result`, the server did not answer within 10 s"),
        ([OTHER, REFUSED], UNMADE),
        ([LATE], "not_verified: without a task, the server did not answer within 10 s"),
        ([AWAY], "not_verified: the service behind the tool could not be reached: getaddrinfo ENOTFOUND api.example.com"),
    ],
)  # fmt: skip
def test_a_task_ends_with_what_the_call_returns_without_one(reactions, found):
    known = with_tasks(REQUIRED, OPTIONAL)
    rulings, steps = fed(tasks_compared.compared(known), *reactions)
    assert in_words(rulings) == {"TASK-15": found}
    assert {step.name for step in steps if isinstance(step, CallTool)} == {"both"}


@pytest.mark.parametrize(
    ("reaction", "found"),
    [
        (RESULT, "passed: the task ended with the result of a tool"),
        (Replied({"text": "mild"}), "failed: what `tasks/result` returns is no result of a tool: it has no list of content"),
        (REFUSED, "not_verified: there is no result: the server answered with JSON-RPC error -32602: no"),
    ],
)  # fmt: skip
def test_a_tool_that_can_be_called_as_a_task_only_ends_with_the_result_of_a_tool(reaction, found):
    rulings = because(tasks_compared.compared, with_tasks(REQUIRED), made(), reaction)
    assert rulings == {"TASK-15": found}


# Tools that fail


@pytest.mark.parametrize(
    ("reactions", "found"),
    [
        ([made(), FAILURE, state("failed", statusMessage="no city")], ["passed: it says 'no city'", "passed: the tool failed, and its task is in the status 'failed'"]),
        ([made(), REFUSED, state("failed")], ["failed: there is no statusMessage", "passed: the tool failed, and its task is in the status 'failed'"]),
        ([made(), FAILURE, state("completed")], ["not_applicable: no task was seen in the status failed", "failed: the tool failed, and its task is in the status 'completed'"]),
        ([made(), FAILURE, REFUSED], ["not_verified: `tasks/get` does not show that the task has ended"] * 2),
        ([made(), RESULT], ["not_verified: the tool did not fail: the server answered with a result"] * 2),
        ([made(), LATE], ["not_verified: the tool did not fail: the server did not answer within 10 s"] * 2),
        ([REFUSED], ["not_applicable: no task was made: the server answered with JSON-RPC error -32602: no"] * 2),
        ([HELD], ["not_verified: nobody allows it"] * 2),
    ],
)  # fmt: skip
def test_a_task_whose_tool_fails_has_failed(reactions, found):
    rulings, steps = fed(tasks_failed.failing(BOTH), *reactions)
    assert in_words(rulings) == dict(zip(("TASK-34", "TASK-35"), found, strict=True))
    assert (steps[0].arguments, steps[0].more) == ({}, {"task": {"ttl": 60000}})


def test_a_tool_that_requires_nothing_does_not_fail():
    known = with_tasks({"name": "x", **READS, "inputSchema": {"type": "object"}, "execution": {"taskSupport": "optional"}})  # fmt: skip
    found = "not_applicable: no such tool requires an argument"
    assert set(because(tasks_failed.failing, known).values()) == {found}


# Lists


def page(*ids, **more):
    return Replied({"tasks": [{"taskId": own} for own in ids], **more})


@pytest.mark.parametrize(
    ("reactions", "found"),
    [
        ([made(), page("x", nextCursor="2"), page(OWN)], "passed: the task is on page 2"),
        ([made(), page("x"), state()], "failed: the task is on no page of `tasks/list`, though `tasks/get` shows it"),
        ([made(), page("x"), REFUSED], "not_verified: the task is gone already"),
        ([made(), Replied({"tasks": {}})], "failed: the result of `tasks/list` has no list called tasks"),
        ([made(), UNKNOWN], "failed: to `tasks/list`, the server answered with JSON-RPC error -32601: no"),
        ([made(), *[page(nextCursor="x")] * 50], "not_verified: the task is not on the first 50 pages"),
        ([REFUSED], UNMADE),
    ],
)  # fmt: skip
def test_a_task_is_on_one_of_the_pages(reactions, found):
    rulings, steps = fed(tasks_listed.task_list(BOTH), *reactions, REFUSED)
    assert in_words(rulings)["TASK-20"] == found
    assert steps[-1] == Request("tasks/list", {"cursor": "mcptest"}, timeout_s=10.0)
    assert rulings["TASK-21"].because == "the server answered with JSON-RPC error -32602: no"


def test_a_list_that_is_not_served_is_found_once():
    found = because(tasks_listed.task_list, BOTH, made(), UNKNOWN, UNKNOWN)
    assert found["TASK-20"].startswith("failed")
    assert found["TASK-21"] == "not_verified: there is no list, see TASK-20"
    alone = because(tasks_listed.task_list, with_tasks(PLAIN), UNKNOWN)
    assert alone["TASK-21"] == "failed: the server answered with JSON-RPC error -32601: no"


def test_who_does_not_declare_the_list_is_not_asked_for_it():
    known = with_tasks(OPTIONAL, declares={"requests": {"tools": {"call": {}}}})
    none = "not_applicable: the server does not declare tasks."
    assert set(because(tasks_listed.task_list, known).values()) == {f"{none}list"}
    assert set(because(tasks_cancelled.cancelled, known).values()) == {f"{none}cancel"}


# Cancelling


TOO_LATE = "passed: the server answered with JSON-RPC error -32602: no"
CANCELLED = state("cancelled")
COMPLETED = [made(), RESULT, state("completed"), REFUSED, state("completed")]


@pytest.mark.parametrize(
    ("reactions", "too_late", "cancelled", "stays"),
    [
        ([*COMPLETED, made(), CANCELLED, CANCELLED, REFUSED, CANCELLED], TOO_LATE, "passed: the task was cancelled", "passed: the task stays cancelled"),
        ([REFUSED, made(), CANCELLED, REFUSED, REFUSED, REFUSED], TOO_LATE, "passed: the task was cancelled", "not_verified: the server has deleted the task, as it may"),
        ([made(), LATE, made(), CANCELLED, CANCELLED, CANCELLED, state("completed")], "failed: the server answered with a result", "passed: the task was cancelled", "failed: after it was cancelled, the task is in the status 'completed'"),
        ([made(), RESULT, state(), made(), state(), state(), REFUSED, state()], "not_verified: no task was seen to end", "failed: the answer to `tasks/cancel` shows the status 'working'", "not_verified: no task was cancelled"),
        ([made(), RESULT, ENDED, CANCELLED, CANCELLED, made(), REFUSED, ENDED, REFUSED, ENDED], "failed: the server answered with a result", "not_verified: the task had ended before it could be cancelled", "not_verified: no task was cancelled"),
        ([made(), RESULT, ENDED, UNKNOWN, ENDED, made(), UNKNOWN, state(), UNKNOWN, state()], "not_verified: no task was seen to end", "failed: to `tasks/cancel`, the server answered with JSON-RPC error -32601: no", "not_verified: no task was cancelled"),
        ([made(), RESULT, ENDED, UNKNOWN, ENDED, made(), UNKNOWN, ENDED, UNKNOWN, ENDED], "not_verified: no task can be cancelled, see TASK-23", "failed: to `tasks/cancel`, the server answered with JSON-RPC error -32601: no", "not_verified: no task was cancelled"),
        ([REFUSED, REFUSED], *["not_verified: no task was made that could be cancelled"] * 3),
    ],
)  # fmt: skip
def test_tasks_are_cancelled_unless_they_have_ended(reactions, too_late, cancelled, stays):
    assert because(tasks_cancelled.cancelled, BOTH, *reactions) == {
        "TASK-22": too_late,
        "TASK-23": cancelled,
        "TASK-24": stays,
    }


# Tasks that do not exist


SOME = {"requests": {"tools": {"call": {}}}}


@pytest.mark.parametrize(
    ("known", "reactions", "unknown", "undeclared"),
    [
        (BOTH, [REFUSED, REFUSED, REFUSED, page()], "passed: refused with -32602: tasks/get, tasks/result, tasks/cancel", "not_applicable: the server declares both"),
        (BOTH, [UNKNOWN, REFUSED, UNKNOWN, page()], "passed: refused with -32602: tasks/result", "not_applicable: the server declares both"),
        (BOTH, [UNKNOWN, UNKNOWN, UNKNOWN, page()], "not_verified: the server knows none of these methods: see TASK-12", "not_applicable: the server declares both"),
        (with_tasks(PLAIN), [UNKNOWN, REFUSED, state(), page()], "failed: to `tasks/get`, the server answered with JSON-RPC error -32601: no; to `tasks/cancel`, the server answered with a result", "not_applicable: the server declares both"),
        (with_tasks(OPTIONAL, declares=SOME), [REFUSED, REFUSED, UNKNOWN, UNKNOWN], "passed: refused with -32602: tasks/get, tasks/result", "passed: not served: tasks/list, tasks/cancel"),
        (with_tasks(OPTIONAL, declares=SOME), [REFUSED, REFUSED, REFUSED, page()], "passed: refused with -32602: tasks/get, tasks/result", "failed: to `tasks/list`, which is not declared, the server answered with a result; to `tasks/cancel`, which is not declared, the server answered with JSON-RPC error -32602: no"),
    ],
)  # fmt: skip
def test_a_task_that_does_not_exist_is_refused_by_every_method_that_is_declared(
    known, reactions, unknown, undeclared
):
    found = because(tasks_unknown.unknown, known, tuple(reactions))
    assert found == {"TASK-25": unknown, "TASK-33": undeclared}


def test_an_id_that_is_not_text_is_refused():
    good, bad = (REFUSED, REFUSED), (REFUSED, RpcError(-32603, "oh"))
    assert because(tasks_unknown.malformed, BOTH, good) == {
        "TASK-26": "passed: both were refused with -32602"
    }
    assert because(tasks_unknown.malformed, BOTH, bad) == {
        "TASK-26": "failed: the server answered with JSON-RPC error -32603: oh"
    }


@pytest.mark.parametrize(
    ("reactions", "found"),
    [
        ([made(), state()], "passed: the answer has the task of the request"),
        ([made(), state(taskId="x")], "failed: the answer has another task"),
        ([made(), REFUSED], "failed: the server answered with JSON-RPC error -32602: no"),
        ([REFUSED], UNMADE),
    ],
)
def test_the_parameters_of_a_request_name_the_task_and_not_its_metadata(reactions, found):
    assert because(tasks_unknown.overruled, BOTH, *reactions) == {"TASK-18": found}
