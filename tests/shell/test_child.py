"""A process of ours ends with everything it started, and no other process is ever signalled."""

import asyncio
import logging
import os
import signal
import sys

import pytest
from leftovers import assert_nothing_left, marked

from mcptest_action.core.protocol.exchange.envelope import Outgoing
from mcptest_action.core.protocol.exchange.reaction import TimedOut
from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire.child import start_child
from mcptest_action.shell.wire.limits import CHUNK
from mcptest_action.shell.wire.stdio import open_stdio

# Both kinds of servers ask for more than anybody should answer.
NEVER_READS = """
import sys
while True:
    print('{"jsonrpc":"2.0","id":1,"method":"ping"}', flush=True)
"""
DOES_NOT_LISTEN = """
import os, sys, time
os.close(0)
for _ in range(50):
    print('{"jsonrpc":"2.0","id":1,"method":"ping"}', flush=True)
time.sleep(3600)
"""


@pytest.fixture
def signalled(monkeypatch):
    """The signals that were sent; each while the leader of the group could not be anyone else."""
    sent = []
    killpg = os.killpg

    def checked(group, number):
        # Raises once somebody has waited for the leader, whose number is then free.
        os.waitid(os.P_PID, group, os.WEXITED | os.WNOWAIT | os.WNOHANG)
        sent.append(number)
        killpg(group, number)

    monkeypatch.setattr(os, "killpg", checked)
    return sent


def test_what_an_exited_leader_started_ends_before_its_number_is_given_back(signalled):
    async def check(env):
        child = await start_child(("sh", "-c", "sleep 300 & exit 3"), env, None)
        assert await child.exits_within(60)
        assert child.exit_code == 3
        await child.end(patience_s=0)
        child.signal(signal.SIGKILL)

    with marked("group") as env:
        asyncio.run(check(env))
        assert_nothing_left(env)
    assert signalled == [signal.SIGKILL]


def test_a_leader_that_must_be_killed_is_waited_for(signalled):
    async def check(env):
        argv = ("sh", "-c", "trap '' TERM; while :; do sleep 1; done")
        connection = await open_stdio(argv, env, None, Redactor())
        assert (await connection.close()).detail == "had to be killed"
        connection.abort()
        with pytest.raises(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)  # noqa: ASYNC222 - it does not wait

    with marked("stubborn") as env:
        asyncio.run(check(env))
        assert_nothing_left(env)
    assert signalled == [signal.SIGTERM, signal.SIGKILL]


@pytest.mark.parametrize("moment", range(6))
def test_nothing_stays_behind_when_starting_is_cancelled(moment):
    async def check(env):
        starting = asyncio.create_task(start_child(("sh", "-c", "sleep 300 & wait"), env, None))
        for _ in range(moment):
            await asyncio.sleep(0)
        starting.cancel()
        done, _ = await asyncio.wait([starting])
        if not starting.cancelled():
            await done.pop().result().end(patience_s=0)

    with marked(f"cancelled-{moment}") as env:
        asyncio.run(check(env))
        assert_nothing_left(env)


def test_last_words_are_heard():
    async def check(env):
        argv = (
            sys.executable,
            "-c",
            "import sys; sys.stdin.read(); sys.exit('x' * 60_000 + 'end')",
        )
        connection = await open_stdio(argv, env, None, Redactor())
        assert (await connection.close()).detail == "exited with code 1"
        assert connection.stderr_tail().endswith("xend\n")

    with marked("last words") as env:
        asyncio.run(check(env))


@pytest.mark.parametrize("program", [NEVER_READS, DOES_NOT_LISTEN], ids=["reads not", "hears not"])
def test_requests_of_a_server_that_does_not_read_are_not_answered_for_ever(program, caplog):
    async def check(env):
        connection = await open_stdio((sys.executable, "-c", program), env, None, Redactor())
        ask = Outgoing(b"{}", {}, 1, waits=True)
        assert (await connection.send(ask, 1.0)).reaction == TimedOut(1.0)
        assert connection._child.stdin.transport.get_write_buffer_size() <= 2 * CHUNK
        await connection.close()

    with marked("requests") as env, caplog.at_level(logging.WARNING):
        asyncio.run(check(env))
        assert_nothing_left(env)
    assert caplog.messages == []  # they would be printed to standard error
