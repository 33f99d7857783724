"""How fast a server is called, as the server sees it.

Machines stall: only lower bounds are asserted about time, and upper bounds about numbers.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest
from conftest import FIXTURES

from mcptest_action.core.exchange.handshake import Choice, Hello
from mcptest_action.core.exchange.reaction import Replied
from mcptest_action.core.exchange.step import CallTool, Together
from mcptest_action.core.safety.decide import ExecutionPolicy
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.core.target.flags import url_server
from mcptest_action.shell.calls.guard import Guard
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.line import Line
from mcptest_action.shell.wire.recorder import Recorder
from mcptest_action.shell.wire.session import Waiting, reach

COUNTING = [sys.executable, FIXTURES / "servers" / "counting.py"]
MOCK = [sys.executable, "-m", "mcptest_action", "mock", "--http", "0"]
# A clock in another process and one in this one; sleeping may end a little early.
SLACK_S = 0.005


@contextmanager
def running(command, stream):
    """The address of a server that prints it, ended by its own id."""
    process = subprocess.Popen(list(map(str, command)), **{stream: subprocess.PIPE})
    try:
        yield re.search(r"http://\S+", getattr(process, stream).readline().decode())[0]
    finally:
        process.kill()
        process.wait()
        getattr(process, stream).close()


async def call(url, tool, steps, policy, *, over_http):
    dialer = Dialer(url_server(url, {}, None, None).target, os.environ)
    line = Line(dialer, Recorder(None, dialer.redactor, {}), 20.0, "1")
    plan = make_plan([{"name": tool, "annotations": {"readOnlyHint": True}}], policy, {})
    line.guard = Guard(plan, policy, over_http=over_http)

    def script():
        reactions = []
        for together in steps:
            reactions += yield Together((CallTool(tool, {"query": "x"}),) * together)
        return reactions

    try:
        assert isinstance(await reach(line, Choice.LEGACY, Waiting(10, print)), Hello)
        start = time.monotonic()
        reactions = await line.run(script(), "test")
        took_s = time.monotonic() - start
    finally:
        await line.close()
    assert all(isinstance(reaction, Replied) for reaction in reactions), reactions
    return took_s


def seen_by_the_server(tmp_path, steps, policy, *, over_http=True, seconds=0.05):
    calls = tmp_path / "calls.jsonl"
    with running([*COUNTING, calls, seconds], "stdout") as url:
        took_s = asyncio.run(call(url, "x", steps, policy, over_http=over_http))
    in_flight = [json.loads(line)["in_flight"] for line in calls.read_text().splitlines()]
    assert len(in_flight) == sum(steps)
    return took_s, max(in_flight)


@pytest.mark.parametrize("concurrency", [1, 2, 5])
def test_no_more_calls_are_in_flight_than_allowed(concurrency, tmp_path):
    policy = ExecutionPolicy(concurrency=concurrency, call_delay_s=0.0)
    _, most = seen_by_the_server(tmp_path, [12], policy)
    assert most <= concurrency


def test_calls_really_are_made_side_by_side(tmp_path):
    """A generous while per call: another one is there before the first is done."""
    policy = ExecutionPolicy(concurrency=4, call_delay_s=0.0)
    assert seen_by_the_server(tmp_path, [4], policy, seconds=1.0)[1] > 1


@pytest.mark.parametrize("steps", [[6], [1] * 6, [2, 4]], ids=["together", "in turn", "mixed"])
def test_calls_over_http_keep_their_distance(steps, tmp_path):
    """Between six calls there are five pauses, however many of them wait at once."""
    policy = ExecutionPolicy(concurrency=3, call_delay_s=0.1)
    took_s, _ = seen_by_the_server(tmp_path, steps, policy, seconds=0.0)
    assert took_s >= 5 * 0.1 - SLACK_S


def test_calls_on_stdio_need_no_distance(tmp_path):
    """The delay is for HTTP; told that it is not HTTP, the same policy does not wait."""
    policy = ExecutionPolicy(concurrency=1, call_delay_s=3600.0)
    seen_by_the_server(tmp_path, [1] * 3, policy, over_http=False, seconds=0.0)


def test_the_mock_is_called_two_at_a_time():
    """Six answers of 200 ms each take as long as three of them."""
    policy = ExecutionPolicy(concurrency=2, call_delay_s=0.0)
    with running([*MOCK, "--preset", "demo", "--fault", "slow:200ms@tools/call"], "stderr") as url:
        took_s = asyncio.run(call(url, "search_records", [6], policy, over_http=True))
    assert took_s >= 3 * 0.2 - SLACK_S
