"""The budget: whoever asks, and however many at once, exactly so many calls are made."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcptest_action.core.safety.decide import ExecutionPolicy
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.shell.calls.guard import BudgetExhausted, CallBudget, Guard

TASKS = 200


async def acquire_in_tasks(budget, pauses):
    async def one(pause):
        for _ in range(pause):
            await asyncio.sleep(0)
        return budget.acquire()

    return await asyncio.gather(*map(one, pauses))


@given(st.integers(0, 2 * TASKS), st.lists(st.integers(0, 3), min_size=TASKS, max_size=TASKS))
def test_of_two_hundred_tasks_exactly_so_many_get_a_call(limit, pauses):
    budget = CallBudget(limit)
    answers = asyncio.run(acquire_in_tasks(budget, pauses))
    allowed = min(limit, TASKS)
    assert answers.count(None) == budget.used == allowed
    assert answers.count(BudgetExhausted(limit)) == TASKS - allowed


@given(st.integers(0, 2 * TASKS))
@settings(max_examples=20)
def test_of_two_hundred_threads_exactly_so_many_get_a_call(limit):
    budget = CallBudget(limit)
    barrier = threading.Barrier(20)

    def ten(_):
        barrier.wait()
        return [budget.acquire() for _ in range(TASKS // 20)]

    with ThreadPoolExecutor(20) as pool:
        answers = [answer for ten_answers in pool.map(ten, range(20)) for answer in ten_answers]
    allowed = min(limit, TASKS)
    assert answers.count(None) == budget.used == allowed
    assert answers.count(BudgetExhausted(limit)) == TASKS - allowed


def test_without_a_limit_every_call_is_made_and_counted():
    budget = CallBudget(None)
    assert [budget.acquire() for _ in range(1000)] == [None] * 1000
    assert budget.used == 1000


@pytest.mark.parametrize("limit", [0, 1, 50, 199, 200, 201])
def test_a_guard_lets_exactly_so_many_calls_through_and_names_the_limit(limit):
    plan = make_plan([{"name": "get_x"}], ExecutionPolicy(), {})
    guard = Guard(plan, ExecutionPolicy(max_calls=limit), over_http=False)
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(guard.admit, ["get_x"] * TASKS))
    allowed = min(limit, TASKS)
    assert (guard.calls, guard.refused) == (allowed, TASKS - allowed)
    refusals = [answer for answer in answers if answer is not None]
    assert {refusal.reason for refusal in refusals} <= {"budget_exhausted"}
    assert {refusal.because for refusal in refusals} <= {f"the budget of {limit} calls is used up"}


def test_what_changes_something_gets_one_call_however_many_threads_ask():
    plan = make_plan([{"name": "create_x"}], ExecutionPolicy(), {})
    guard = Guard(plan, ExecutionPolicy(), over_http=False)
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(guard.admit, ["create_x"] * TASKS))
    assert answers.count(None) == guard.calls == 1
    assert {answer.reason for answer in answers if answer is not None} == {"mutating_once"}


def test_a_refused_call_costs_nothing():
    plan = make_plan([{"name": "delete_x"}, {"name": "get_x"}], ExecutionPolicy(), {})
    guard = Guard(plan, ExecutionPolicy(max_calls=1), over_http=False)
    assert guard.admit("delete_x").reason == "destructive"
    assert guard.admit("unlisted").reason == "not_listed"
    assert guard.admit("get_x") is None
    assert guard.admit("mcptest_no_such_tool").reason == "budget_exhausted"
