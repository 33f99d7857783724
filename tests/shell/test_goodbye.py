"""How a server leaves is told as it was: by itself, when asked to, or not at all."""

import asyncio
import os
import sys

import pytest
from leftovers import assert_nothing_left, marked

from mcptest_action.core.protocol.exchange.reaction import Closed, Leaving, Unreachable
from mcptest_action.core.protocol.exchange.step import Close, Fresh, Listen
from mcptest_action.core.protocol.target.model import Command
from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.line import Line
from mcptest_action.shell.wire.recorder import Recorder
from mcptest_action.shell.wire.stdio import open_stdio

UP = "import os; open(os.environ['UP'], 'w').close();"  # which waits for the one who reads
READS = f"{UP} import sys; sys.stdin.read()"
SLOW = f"{READS}; import time; time.sleep(0.6)"
STAYS = f"{READS}; import time; time.sleep(3600)"
DEAF = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {STAYS}"
GONE = "raise SystemExit(3)"
SEGFAULTS = f"{READS}; import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"


@pytest.mark.parametrize(
    ("code", "goodbye", "closed"),
    [
        (READS, Close(60, 1), Closed("exited with code 0", Leaving.BY_ITSELF)),
        (SLOW, Close(60, 1), Closed("exited with code 0", Leaving.BY_ITSELF)),
        (SEGFAULTS, Close(60, 1), Closed("ended by signal 11", Leaving.BY_ITSELF)),
        (STAYS, Close(0.3, 60), Closed("did not exit when its input closed, but when asked to", Leaving.TERMINATED)),
        (DEAF, Close(0.3, 0.3), Closed("had to be killed", Leaving.KILLED)),
        (GONE, Close(60, 1), Closed("exited with code 3", Leaving.EARLIER)),
    ],
    ids=["leaves", "leaves late", "falls over", "needs SIGTERM", "needs SIGKILL", "had gone"],
)  # fmt: skip
def test_a_server_leaves(code, goodbye, closed, tmp_path):
    up = tmp_path / "up"
    os.mkfifo(up)

    async def check(env):
        connection = await open_stdio((sys.executable, "-c", code), env, None, Redactor())
        if code == GONE:
            assert await connection._child.exits_within(60)
        else:  # up and running
            await asyncio.to_thread(up.read_bytes)
        assert await connection.close(goodbye) == closed

    with marked("goodbye") as env:
        asyncio.run(check({**env, "UP": str(up)}))
        assert_nothing_left(env)


def say(step):
    return (yield step)


def test_without_a_connection_nothing_is_known_about_its_end():
    async def check():
        dialer = Dialer(Command((sys.executable, "-c", READS), {}, None), os.environ)
        recorder = Recorder(None, dialer.redactor, {})
        line = Line(dialer, recorder, 1.0, "1")
        assert await line.run(say(Close()), "x") == Unreachable("there was no connection")
        (exchange,) = recorder.exchanges
        assert exchange.sent == {"step": "Close"}

    asyncio.run(check())


WORDS = """import sys; print('{"jsonrpc":"2.0","method":"late"}', flush=True); sys.stdin.read()"""


def test_what_was_left_unread_belongs_to_the_connection_that_was_replaced():
    async def check():
        dialer = Dialer(Command((sys.executable, "-c", WORDS), {}, None), os.environ)
        recorder = Recorder(None, dialer.redactor, {})
        line = Line(dialer, recorder, 60.0, "1")
        for step in (Fresh(), Listen("late", 60), Fresh(), Close()):
            await line.run(say(step), "x")
        assert recorder.exchanges[2].others == ({"notification": "late", "connection": 1},)

    asyncio.run(check())
