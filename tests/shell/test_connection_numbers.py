"""Connections that are opened side by side can be told apart in the transcript."""

import asyncio

from mcptest_action.core.protocol.exchange.reaction import Disconnected
from mcptest_action.core.protocol.exchange.step import Fresh, Request, Together
from mcptest_action.core.protocol.target.model import Command
from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.line import Line
from mcptest_action.shell.wire.recorder import Recorder


def opening():
    yield Fresh()


def test_lines_that_dial_at_once_have_numbers_of_their_own():
    async def dial_at_once():
        dialer = Dialer(Command(("cat",), {}, None), {"PATH": "/usr/bin:/bin"})
        recorder = Recorder(None, Redactor(()), {})
        lines = [Line(dialer, recorder, 5.0, "1") for _ in range(4)]
        await asyncio.gather(*(line.run(opening(), f"line {n}") for n, line in enumerate(lines)))
        await asyncio.gather(*(line.close() for line in lines))
        return recorder.exchanges

    exchanges = asyncio.run(dial_at_once())
    assert sorted(exchange.key.connection for exchange in exchanges) == [1, 2, 3, 4]


def asking_twice():
    yield Fresh()
    yield Request("ping")
    yield Request("ping")


def test_what_a_lost_connection_says_twice_is_two_reactions():
    async def ask():
        dialer = Dialer(Command(("true",), {}, None), {"PATH": "/usr/bin:/bin"})
        recorder = Recorder(None, Redactor(()), {})
        line = Line(dialer, recorder, 5.0, "1")
        await line.run(asking_twice(), "a line")
        await line.close()
        return recorder.exchanges

    _, first, second = asyncio.run(ask())
    assert isinstance(first.reaction, Disconnected)
    assert first.reaction == second.reaction
    assert first.reaction is not second.reaction


def asking_at_once():
    yield Together((Request("ping"), Request("ping")))


def test_two_requests_at_once_open_one_connection():
    async def ask():
        dialer = Dialer(Command(("true",), {}, None), {"PATH": "/usr/bin:/bin"})
        recorder = Recorder(None, Redactor(()), {})
        line = Line(dialer, recorder, 5.0, "1")
        await line.run(asking_at_once(), "a line")
        await line.close()
        return recorder.exchanges

    assert [exchange.key.connection for exchange in asyncio.run(ask())] == [1, 1]
