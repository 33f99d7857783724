"""A server that turns us away is asked again, for as long as that makes sense."""

import asyncio

import pytest
from limiting import limiting

from mcptest_action.core.protocol.exchange.envelope import Outgoing
from mcptest_action.core.protocol.exchange.reaction import (
    NO_STATUS,
    HttpAnswer,
    HttpStatus,
    Replied,
    RpcError,
    TurnedAway,
)
from mcptest_action.core.protocol.exchange.step import CallTool, Request
from mcptest_action.core.protocol.target.flags import url_server
from mcptest_action.core.safety.decide import ExecutionPolicy
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.shell.calls.guard import Guard
from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire.connection import Observed
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.line import Line
from mcptest_action.shell.wire.messages import Inbox
from mcptest_action.shell.wire.patience import BUDGET_S, Asking, Patience
from mcptest_action.shell.wire.recorder import Recorder


class Clock:
    """Time passes only while somebody sleeps."""

    def __init__(self):
        self.now, self.slept = 0.0, []

    async def sleep(self, seconds):
        self.slept.append(seconds)
        await asyncio.sleep(0)
        self.now += seconds

    def patience(self):
        return Patience(self.sleep, lambda: self.now)


class Scripted:
    """A connection that answers with these reactions, then with results."""

    def __init__(self, reactions):
        self.left, self.inbox, self.sent = list(reactions), Inbox(), []

    async def send(self, outgoing, _timeout_s):
        self.sent.append(outgoing.body)
        reaction = self.left.pop(0) if self.left else Replied({"tools": []})
        return Observed(reaction, 1.0, ({"notification": "x"},))

    async def close(self, _goodbye=None):
        return None

    def abort(self):
        pass

    def stderr_tail(self):
        return ""


def bare(status, after=None):
    return HttpStatus(HttpAnswer(status, {} if after is None else {"retry-after": after}), "")


TOOLS = [
    {"name": "get_x", "inputSchema": {}, "annotations": {"readOnlyHint": True}},
    {"name": "add_x", "inputSchema": {}, "annotations": {"destructiveHint": False}},
]


def asked(connection, *steps, timeout_s=30):
    """The reactions to the steps, the pauses, and the transcript."""
    clock = Clock()
    dialer = Dialer(url_server("http://127.0.0.1:1/mcp", {}, None, None).target, {})
    dialer.patience = clock.patience()
    recorder = Recorder(None, Redactor(), {})
    line = Line(dialer, recorder, timeout_s, "1")
    line._connection = connection
    line.guard = Guard(make_plan(TOOLS, ExecutionPolicy(), {}), ExecutionPolicy(), over_http=False)

    def script():
        reactions = []
        for step in steps:
            reaction = yield step
            reactions.append(reaction)
        return reactions

    return asyncio.run(line.run(script(), "test")), clock.slept, recorder.exchanges


LIST = Request("tools/list")


def test_it_is_waited_for_and_the_wait_is_written_down():
    connection = Scripted([bare(429), bare(503, "2")])
    (reaction,), slept, (exchange,) = asked(connection, LIST)
    assert isinstance(reaction, Replied)
    assert slept == [0.25, 2.0]
    assert len(set(connection.sent)) == 1
    assert exchange.others[-1] == {"turned_away": 2, "waited_s": 2.25}
    assert exchange.others.count({"notification": "x"}) == 3
    assert exchange.elapsed_ms == 1.0  # of the answer, without the waiting


def test_if_it_stays_the_request_was_turned_away():
    reactions, slept, _ = asked(Scripted([bare(429)] * 100), LIST, LIST, LIST)
    assert reactions == [TurnedAway(429, 6, 7.75)] * 2 + [TurnedAway(429, 1, 0.0)]
    assert len(slept) == 10  # two requests were enough to know


def test_an_answer_makes_patient_again():
    connection = Scripted([*[bare(503)] * 12, Replied({}), bare(503)])
    reactions, _, _ = asked(connection, LIST, LIST, LIST, LIST)
    assert [type(r) for r in reactions] == [TurnedAway, TurnedAway, Replied, Replied]


def test_a_server_that_wants_too_long_a_pause_is_not_waited_for():
    reactions, slept, _ = asked(Scripted([bare(429, "3600")]), LIST)
    assert (reactions, slept) == ([TurnedAway(429, 1, 0.0)], [])


def test_no_request_waits_longer_than_it_may_take():
    reactions, slept, _ = asked(Scripted([bare(429, "2")] * 9), LIST, timeout_s=5)
    assert (reactions, slept) == ([TurnedAway(429, 3, 4.0)], [2.0, 2.0])


@pytest.mark.parametrize(
    ("tool", "status", "tries"),
    [("get_x", 429, 2), ("get_x", 503, 2), ("add_x", 429, 2), ("add_x", 503, 1)],
)
def test_a_call_that_may_have_changed_something_is_not_repeated(tool, status, tries):
    connection = Scripted([bare(status)])
    (reaction,), _, _ = asked(connection, CallTool(tool, {}))
    assert len(connection.sent) == tries
    assert isinstance(reaction, Replied if tries > 1 else TurnedAway)


def test_a_limit_that_an_error_tells_is_waited_out():
    limited = RpcError(-32000, "Rate limit exceeded, retry in 1 s")
    for tool in ("get_x", "add_x"):  # the server says that it refused, so nothing has changed
        (reaction,), slept, (exchange,) = asked(Scripted([limited]), CallTool(tool, {}))
        assert isinstance(reaction, Replied)
        assert slept == [1.0]
        assert exchange.others[-1] == {"turned_away": 1, "waited_s": 1.0}
    (reaction,), _, _ = asked(Scripted([limited] * 9), LIST)
    assert reaction == TurnedAway(NO_STATUS, 6, 5.0)


def test_a_run_waits_only_so_long_in_all():
    clock = Clock()
    patience = clock.patience()

    async def wait():
        for _ in range(4):
            assert await patience.wait(30)
        return await patience.wait(1)

    assert asyncio.run(wait()) is False
    assert clock.now == BUDGET_S


class Bucket(Scripted):
    """Lets so many requests in, and one more whenever enough time has passed."""

    def __init__(self, clock, first, refill_s, after=None):
        super().__init__(())
        self.clock, self.left_over, self.refill_s, self.after = clock, first, refill_s, after
        self.last, self.away = 0.0, 0

    async def send(self, outgoing, timeout_s):
        await asyncio.sleep(0)
        self.left_over += (self.clock.now - self.last) / self.refill_s
        self.last = self.clock.now
        if self.left_over < 1:
            self.away += 1
            self.left.insert(0, bare(429, self.after))
        else:
            self.left_over -= 1
        return await super().send(outgoing, timeout_s)


def asking(connection, name, *, waits=True):
    return Asking(connection, Outgoing(name.encode(), {}, name, waits), 30, 30, repeats=True)


def side_by_side(clock, connection, names):
    patience = clock.patience()

    async def ask():
        return await asyncio.gather(*(patience.ask(asking(connection, n)) for n in names))

    return [observed.reaction for observed in asyncio.run(ask())]


def test_requests_side_by_side_do_not_take_each_others_place():
    clock = Clock()
    connection = Bucket(clock, 2, 0.25)
    reactions = side_by_side(clock, connection, "abcdefghij")
    assert [type(reaction) for reaction in reactions] == [Replied] * 10
    assert connection.sent == [c.encode() for c in "abcdefghijcdefghij"]  # in their order
    assert clock.slept == [0.25] * 8  # nobody waited more than once


def test_who_queued_as_long_as_the_server_wants_waits_little_longer():
    clock = Clock()
    reactions = side_by_side(clock, Bucket(clock, 0, 1, "3"), "abc")
    assert [type(reaction) for reaction in reactions] == [Replied] * 3
    assert clock.slept == [3.0, 0.25, 0.25]


class Held(Clock):
    """Says that somebody sleeps, and wakes nobody before it is told to."""

    def __init__(self):
        super().__init__()
        self.asleep, self.wake = asyncio.Event(), asyncio.Event()

    async def sleep(self, seconds):
        self.asleep.set()
        await self.wake.wait()
        await super().sleep(seconds)


def test_new_requests_queue_and_notifications_do_not():
    clock = Held()
    patience, connection = clock.patience(), Scripted([bare(429), bare(429)])

    async def ask():
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(patience.ask(asking(connection, "first")))
            await clock.asleep.wait()
            for name, waits in (("second", True), ("third", True), ("note", False)):
                tasks.create_task(patience.ask(asking(connection, name, waits=waits)))
                await asyncio.sleep(0)
            clock.wake.set()

    asyncio.run(ask())
    assert connection.sent == [b"first", b"note", b"first", b"second", b"third", b"note"]


def test_in_vain_is_in_vain_for_those_who_queue():
    clock = Clock()
    reactions = side_by_side(clock, Bucket(clock, 0, 1e9), "abcd")
    assert reactions == [TurnedAway(429, 6, 7.75)] * 2 + [TurnedAway(429, 1, 0.0)] * 2
    assert sum(clock.slept) == 2 * 7.75


def test_who_is_cancelled_leaves_its_place_to_the_next():
    clock = Held()
    patience, connection = clock.patience(), Scripted([bare(429)])

    async def ask():
        first = asyncio.create_task(patience.ask(asking(connection, "first")))
        await clock.asleep.wait()
        second = asyncio.create_task(patience.ask(asking(connection, "second")))
        await asyncio.sleep(0)
        first.cancel()
        return await second

    assert isinstance(asyncio.run(ask()).reaction, Replied)
    assert connection.sent == [b"first", b"second"]


def test_a_real_server_is_asked_again(monkeypatch):
    clock = Clock()

    async def talk(url):
        dialer = Dialer(url_server(url, {}, None, None).target, {})
        monkeypatch.setattr(dialer, "patience", clock.patience())
        line = Line(dialer, Recorder(None, Redactor(), {}), 30, "1")

        def script():
            return (yield Request("ping"))

        try:
            return await line.run(script(), "test")
        finally:
            await line.close()

    date = {"Date": "Wed, 18 Nov 2026 12:00:00 GMT"}
    after = {"Retry-After": "Wed, 18 Nov 2026 12:00:09 GMT"}
    with limiting(lambda n: n == 1, 503, {**date, **after}, stateless=True) as url:
        reaction = asyncio.run(talk(url))
    assert not isinstance(reaction, TurnedAway | HttpStatus)
    assert clock.slept == [9.0]
