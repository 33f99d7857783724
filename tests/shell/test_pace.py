"""How fast a server is called, as the server sees it."""

import asyncio
import os
from contextlib import suppress
from types import SimpleNamespace

import pytest
from meeting import ALONE, TOGETHER, Meeting, held
from patience import GIVES_UP_S

from mcptest_action.core.protocol.exchange.handshake import Choice, Hello
from mcptest_action.core.protocol.exchange.reaction import Replied
from mcptest_action.core.protocol.exchange.step import CallTool, Together
from mcptest_action.core.protocol.target.flags import url_server
from mcptest_action.core.safety.decide import ExecutionPolicy
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.shell.calls import guard as pace
from mcptest_action.shell.calls.guard import Guard
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.line import Line
from mcptest_action.shell.wire.recorder import Recorder
from mcptest_action.shell.wire.session import Waiting, reach

AN_HOUR = ExecutionPolicy(concurrency=1, call_delay_s=3600.0)


async def call(url, tool, steps, policy, *, over_http=True):
    dialer = Dialer(url_server(url, {}, None, None).target, os.environ)
    line = Line(dialer, Recorder(None, dialer.redactor, {}), GIVES_UP_S, "1")
    plan = make_plan([{"name": tool, "annotations": {"readOnlyHint": True}}], policy, {})
    line.guard = Guard(plan, policy, over_http=over_http)

    def script():
        reactions = []
        for together in steps:
            reactions += yield Together((CallTool(tool, {}),) * together)
        return reactions

    try:
        assert isinstance(await reach(line, Choice.LEGACY, Waiting(10, print)), Hello)
        reactions = await line.run(script(), "test")
    finally:
        await line.close()
    assert all(isinstance(reaction, Replied) for reaction in reactions), reactions


@pytest.mark.parametrize("concurrency", [1, 2, 5])
def test_just_as_many_calls_are_in_flight_as_allowed(concurrency):
    meeting = Meeting(concurrency)
    policy = ExecutionPolicy(concurrency=concurrency, call_delay_s=0.0)
    with held(meeting) as url:
        asyncio.run(call(url, TOGETHER, [3 * concurrency], policy))
    assert (len(meeting.calls), meeting.most) == (3 * concurrency, concurrency)


@pytest.mark.parametrize("steps", [[6], [1] * 6, [2, 4]], ids=["together", "in turn", "mixed"])
def test_calls_keep_their_distance(steps, monkeypatch):
    """Between six calls there are five pauses, however many of them wait at once."""
    now, starts = [0.0], []

    async def sleep(seconds, sleep=asyncio.sleep):
        now[0] += seconds
        await sleep(0)

    monkeypatch.setattr(pace, "asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": sleep}))
    monkeypatch.setattr(pace, "time", SimpleNamespace(monotonic=lambda: now[0]))

    async def run():
        keeping = pace.Pace(3, 0.5)

        async def start():
            async with keeping:
                starts.append(now[0])

        for together in steps:
            await asyncio.gather(*(start() for _ in range(together)))

    asyncio.run(run())
    assert starts == [0.0, 0.5, 1.0, 1.5, 2.0, 2.5]


def test_calls_over_http_wait_for_their_turn():
    meeting = Meeting(1)

    async def run(url):
        calling = asyncio.create_task(call(url, ALONE, [1, 1], AN_HOUR))
        assert await asyncio.to_thread(meeting.called.wait, GIVES_UP_S)
        await asyncio.sleep(0.3)  # in which the second one could come
        calling.cancel()
        with suppress(asyncio.CancelledError):
            await calling

    with held(meeting) as url:
        asyncio.run(run(url))
    assert meeting.calls == [ALONE]


def test_calls_on_stdio_need_no_distance():
    """The delay is for HTTP; told that it is not HTTP, the same policy does not wait."""
    meeting = Meeting(1)
    with held(meeting) as url:
        asyncio.run(call(url, ALONE, [1] * 3, AN_HOUR, over_http=False))
    assert len(meeting.calls) == 3
