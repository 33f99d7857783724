"""Tasks of 2025-11-25: what answers and notifications say about them, on exchanges made up here."""

import pytest
from examinees import LOOPBACK, http, in_words
from tasks import (
    OPTIONAL,
    OWN,
    PLAIN,
    REFUSED,
    RELATED,
    asked,
    made,
    noted,
    state,
    task,
    with_tasks,
)

from mcptest_action.core.checks.conformance.checks import (
    base_schema,
    tasks_messages,
    tasks_states,
)
from mcptest_action.core.protocol.exchange.reaction import Replied

OVER_STDIO = with_tasks(OPTIONAL)
OVER_HTTP = with_tasks(OPTIONAL, address=LOOPBACK)
NEW = {"name": "both", "arguments": {}, "task": {}}
TOKEN = {"_meta": {"progressToken": "mcptest-task-progress"}}
TIED = {"_meta": {RELATED: {"taskId": OWN}}}
PROGRESS, STATUS = "notifications/progress", "notifications/tasks/status"


def new(reaction=None, **more):
    return asked("tools/call", reaction or made(), **NEW, **more)


def got(reaction, *others, own=OWN, **more):
    return asked("tasks/get", reaction, *others, taskId=own, **more)


def ruled(*exchanges, known=OVER_STDIO):
    return in_words(tasks_states.review(known, exchanges))


# What answers show


def test_tasks_as_they_should_be():
    other = "9f8e7d6c5b"
    found = ruled(
        new(),
        got(state(pollInterval=5, statusMessage="at work")),
        asked("tasks/list", Replied({"tasks": [task(), task(taskId=other)]})),
        got(state("completed")),
        new(made(taskId=other, ttl=None)),
        asked("tasks/cancel", state("cancelled", taskId=other, ttl=None), taskId=other),
        known=OVER_HTTP,
    )
    assert found == {
        "TASK-05": "passed: the id of every task is text",
        "TASK-06": "passed: 2 tasks have 2 ids",
        "TASK-07": "passed: the ids have little in common",
        "TASK-08": "passed: every task began in it",
        "TASK-09": "passed: every task is dated",
        "TASK-10": "passed: every task has its ttl",
        "TASK-11": "passed: every task has the form of one",
        "TASK-13": "passed: no task left it",
        "TASK-19": "passed: none of them has it",
        "TASK-32": "passed: it was",
    }


@pytest.mark.parametrize(
    ("check", "exchanges", "flaw"),
    [
        ("TASK-05", [new(made(taskId=7))], "the answer to `tools/call`: taskId is 7"),
        ("TASK-05", [new(), asked("tasks/list", Replied({"tasks": [{}]}))], "the answer to `tasks/list`: taskId is None"),
        ("TASK-06", [new(), new()], f"a new task has the id of an earlier one: '{OWN}'"),
        ("TASK-08", [new(made("completed"))], "the answer to `tools/call`: the status is 'completed'"),
        ("TASK-09", [new(), got(state(createdAt=None))], "the answer to `tasks/get`: createdAt is None"),
        ("TASK-09", [new(made(lastUpdatedAt="2025-11-25"))], "the answer to `tools/call`: lastUpdatedAt is '2025-11-25'"),
        ("TASK-09", [new(made(lastUpdatedAt="Today"))], "the answer to `tools/call`: lastUpdatedAt is 'Today'"),
        ("TASK-09", [new(), got(state(createdAt="2025-11-25T10:30:01Z"))], "the answer to `tasks/get`: createdAt has changed"),
        ("TASK-10", [new(Replied({"task": {"taskId": OWN}}))], "the answer to `tools/call`: there is no ttl"),
        ("TASK-10", [new(made(ttl="60s"))], "the answer to `tools/call`: ttl is '60s'"),
        ("TASK-10", [new(made(ttl=True))], "the answer to `tools/call`: ttl is True"),
        ("TASK-11", [new(made("running"))], "the answer to `tools/call`: status is 'running'"),
        ("TASK-11", [new(made(statusMessage=7))], "the answer to `tools/call`: statusMessage is not text"),
        ("TASK-11", [new(made(pollInterval="1s"))], "the answer to `tools/call`: pollInterval is no number"),
        ("TASK-13", [new(), got(state("failed")), got(state("working"))], "a task that was failed is 'working'"),
        ("TASK-19", [new(), got(state(**TIED))], f"the answer to `tasks/get`: its `_meta` names '{OWN}'"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_task_is_found(check, exchanges, flaw):
    assert ruled(*exchanges)[check] == f"failed: {flaw}"


@pytest.mark.parametrize(
    ("ids", "found"),
    [
        (["task-9", "task-10"], "failed: 'task-9' and 'task-10' are almost the same"),
        (["1763480000123", "1763480000456"], "failed: '1763480000123' and '1763480000456' are almost the same"),
        (["1-aaaa-x", "2-aaaa-x"], "failed: '1-aaaa-x' and '2-aaaa-x' are almost the same"),
        (["aa", "aaa"], "failed: 'aa' and 'aaa' are almost the same"),
        (["f00dfeed", "0badcafe"], "passed: the ids have little in common"),
        ([f"{'3f1c9b1e' * 3}-{n}" for n in (1, 2)], f"not_verified: '{'3f1c9b1e' * 3}-1' and '{'3f1c9b1e' * 3}-2' are almost the same, and what they share may be random for each client"),
        (["same", "same"], "not_verified: there are no two ids to compare"),
        ([1, 2], "not_verified: there are no two ids to compare"),
    ],
)  # fmt: skip
def test_ids_that_can_be_guessed(ids, found):
    exchanges = [new(made(taskId=own)) for own in ids]
    assert ruled(*exchanges, known=OVER_HTTP)["TASK-07"] == found


def test_with_credentials_an_id_need_not_be_a_secret():
    known = with_tasks(OPTIONAL, address=LOOPBACK._replace(credentials=True))
    said = "not_applicable: with credentials, the server can bind tasks to who made them"
    assert ruled(new(), known=known)["TASK-07"] == said


def test_a_process_does_not_know_the_tasks_of_another_one():
    twice = [new(), got(state("completed")), new(connection=2), got(state(), connection=2)]
    found = ruled(*twice)
    assert found["TASK-06"] == "passed: 2 tasks have 2 ids"
    assert found["TASK-13"] == "passed: no task left it"
    assert ruled(*twice, known=OVER_HTTP)["TASK-06"].startswith("failed: a new task has the id")


def test_one_instant_may_be_written_in_two_ways():
    again = got(state(createdAt="2025-11-25T11:30:00.000+01:00"))
    found = ruled(new(made(createdAt="2025-11-25T10:30:00Z")), again)
    assert found["TASK-09"] == "passed: every task is dated"


def test_a_task_with_the_id_of_an_earlier_one_is_another_task():
    later = "2025-11-25T10:31:00Z"
    found = ruled(new(), got(state("completed")), new(made(createdAt=later)), got(state(createdAt=later)))  # fmt: skip
    assert found["TASK-13"] == "passed: no task left it"
    assert found["TASK-09"] == "passed: every task is dated"


def test_what_a_single_task_does_not_tell():
    found = ruled(new(), known=OVER_HTTP)
    assert found["TASK-06"] == "not_verified: only one task was made"
    assert found["TASK-13"] == "not_verified: no task was seen to end"
    assert found["TASK-32"] == "not_verified: `tasks/get` showed no task"


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        ("application/json", "passed: it was"),
        ("text/event-stream", "failed: the answer to `tasks/get`: it is an event stream"),
    ],
)
def test_who_polls_gets_no_stream(kind, found):
    shown = got(Replied(task(), http(content_type=kind)))
    assert ruled(new(), shown, known=OVER_HTTP)["TASK-32"] == found


def test_where_no_task_was_made_there_is_nothing_to_look_at():
    others = (
        asked("tools/call", Replied({"task": {}}), name="both"),
        new(Replied({"task": 7})),
        new(REFUSED),
        got(Replied({})),
        asked("tasks/list", Replied({"tasks": 7})),
    )
    unseen = "not_verified: no task was made that could be looked at"
    for review in (tasks_states.review, tasks_messages.review):
        assert set(in_words(review(OVER_STDIO, others)).values()) == {unseen}
        none = set(in_words(review(with_tasks(PLAIN), others)).values())
        assert none == {"not_verified: no tool that may be called has a taskSupport of optional or required"}  # fmt: skip


def test_a_new_task_is_another_kind_of_result_than_the_schema_has_for_calls():
    known = with_tasks(OPTIONAL)
    assert in_words(base_schema.valid(known, [new()]))["BASE-08"].startswith("passed")
    plain = asked("tools/call", Replied({"task": task()}), name="both")
    assert in_words(base_schema.valid(known, [plain]))["BASE-08"].startswith("failed")


# What is said unasked


def told(*exchanges):
    return in_words(tasks_messages.review(OVER_STDIO, exchanges))


def test_a_server_that_says_nothing_unasked():
    assert told(new(), got(state())) == {
        "TASK-27": "not_applicable: the server sent no such notification",
        "TASK-28": "not_applicable: the server sent no such notification",
        **dict.fromkeys(
            ("TASK-29", "TASK-30", "TASK-31"),
            "not_applicable: no progress was reported after a task was made",
        ),
    }


@pytest.mark.parametrize(
    ("params", "full", "bare"),
    [
        (task("completed"), "passed: every notification shows the whole task", "passed: every notification does without it"),
        ({"taskId": OWN, "status": "completed"}, "failed: it has no createdAt, lastUpdatedAt, ttl", "passed: every notification does without it"),
        (task("done"), "failed: the status is 'done'", "passed: every notification does without it"),
        ({**task(), **TIED}, "passed: every notification shows the whole task", f"failed: its `_meta` names '{OWN}'"),
        ({}, "failed: it has no taskId, status, createdAt, lastUpdatedAt, ttl", "passed: every notification does without it"),
    ],
)  # fmt: skip
def test_a_notification_shows_the_whole_task(params, full, bare):
    found = told(new(), got(state(), noted(STATUS, **params)))
    assert (found["TASK-27"], found["TASK-28"]) == (full, bare)


def step(of="mcptest-task-progress", meta=TIED):
    return noted(PROGRESS, progressToken=of, progress=1, **meta)


def result(*others, reaction=None):
    return asked("tasks/result", reaction or Replied({"content": []}), *others, taskId=OWN)


@pytest.mark.parametrize(
    ("exchanges", "flaws"),
    [
        ([got(state(), step()), result(step())], {}),
        ([result(step("other"))], {"TASK-29": "its token was never sent: 'other'"}),
        ([result(step()), got(state("completed"), step())], {"TASK-30": "progress came after the task had ended"}),
        ([got(state("failed"), step()), result(step())], {"TASK-30": "progress came after the task had ended"}),
        ([result(step(), reaction=REFUSED), got(state(), step())], {}),
        ([result(step(meta={}))], {"TASK-31": "progress names no task, or another one"}),
        ([{"notification": PROGRESS}], {"TASK-29": "its token was never sent: None", "TASK-31": "progress names no task, or another one"}),
    ],
)  # fmt: skip
def test_progress_of_a_task(exchanges, flaws):
    seen = [result(one) if isinstance(one, dict) else one for one in exchanges]
    found = told(asked("tools/call", made(), step(meta={}), **NEW, **TOKEN), *seen)
    for check in ("TASK-29", "TASK-30", "TASK-31"):
        expected = f"failed: {flaws[check]}" if check in flaws else "passed"
        assert found[check].startswith(expected)


def elsewhere(exchange):
    """Asked by another probe, on the same connection."""
    return exchange._replace(key=exchange.key._replace(check="another"))


@pytest.mark.parametrize(
    ("later", "expected"),
    [
        (got(REFUSED, step()), "failed: progress came after the task had ended"),
        (got(REFUSED, step("other")), "passed"),
        (got(REFUSED), "passed"),
    ],
)
def test_progress_after_the_end_counts_however_much_later(later, expected):
    call = asked("tools/call", made(), **NEW, **TOKEN)
    found = told(call, got(state(), step()), result(), elsewhere(later))
    assert found["TASK-30"].startswith(expected)
    assert found["TASK-29"] == "passed: the token is that of the call"


def test_the_end_of_another_task_is_not_that_of_this_one():
    call = asked("tools/call", made(), **NEW, **TOKEN)
    other = elsewhere(got(state("completed", taskId="x"), own="x"))
    assert told(call, other, got(state(), step()))["TASK-30"].startswith("passed")


def test_progress_of_a_task_that_asked_for_none_is_not_looked_at_here():
    found = told(new(), got(state(), step()))
    assert found["TASK-29"] == "not_applicable: no progress was reported after a task was made"


def test_where_no_answer_but_the_first_shows_a_task_nothing_ties_them():
    assert ruled(new())["TASK-19"] == "not_verified: no such answer showed a task"
