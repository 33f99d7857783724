"""What is kept of the things that a server says unasked."""

import asyncio
import json

import pytest

from mcptest_action.core.protocol.exchange.envelope import Outgoing
from mcptest_action.core.protocol.exchange.incoming import read_message
from mcptest_action.core.protocol.exchange.reaction import Replied
from mcptest_action.shell.wire.duplex import Duplex
from mcptest_action.shell.wire.messages import Aside


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ({"id": "x", "result": {}}, {"answer_to": "'x'"}),
        ({"id": None, "error": {"code": -32700, "message": "secret"}}, {"answer_to": "None", "error": -32700}),
        ({"id": 1, "error": {"code": "secret"}}, {"answer_to": "1", "error": None}),
        ({"id": 1, "error": "secret"}, {"answer_to": "1", "error": None}),
        ({"method": "a/b"}, {"notification": "a/b"}),
        ({"method": "a/b", "params": {"c": 1}}, {"notification": "a/b", "params": {"c": 1}}),
        ({"method": "a/b", "params": {"c": "x" * 2000}}, {"notification": "a/b", "params_left_out": True}),
        ({"method": "a/b", "params": [1]}, {"notification": "a/b", "params": [1], "flaw": "its params are not an object"}),
        ({"method": "a/b", "id": 1.5}, {"request": "a/b", "id": "1.5", "flaw": "its id is neither text nor a whole number"}),
    ],
    ids=["result", "error", "no code", "no error", "plain", "params", "long", "flaw", "request"],
)  # fmt: skip
def test_an_aside_tells_what_rulings_need_and_no_more(message, kept):
    aside = Aside()
    aside.add(read_message(json.dumps({"jsonrpc": "2.0", **message}).encode()))
    assert aside.others() == (kept,)


def test_what_comes_behind_the_answer_on_its_stream_is_late():
    aside = Aside()
    aside.add(said({"method": "a/b"}), late=True)
    assert aside.others() == ({"notification": "a/b", "late": True},)


def said(message):
    return read_message(json.dumps({"jsonrpc": "2.0", **message}).encode())


def test_what_comes_right_behind_an_answer_is_noted_with_what_is_asked_next():
    """Even if all of it was read at once, before anybody could look at the answer."""
    duplex = Duplex()

    def request(own):
        return Outgoing(b"", {}, own, waits=True)

    async def exchange(own, *messages):
        async def answered(waiter):
            for message in messages:
                duplex.receive(said(message))
            return await waiter

        return await duplex.send(request(own), 5.0, answered)

    async def talk():
        before, behind = {"method": "a/before"}, {"method": "a/behind"}
        first = await exchange(1, before, {"id": 1, "result": {}}, behind, {"id": 1, "result": {}})
        return first, await exchange(2, {"id": 2, "result": {}})

    first, second = asyncio.run(talk())
    assert isinstance(first.reaction, Replied)
    assert first.others == ({"notification": "a/before"},)
    assert second.others == ({"notification": "a/behind"}, {"answer_to": "1"})
