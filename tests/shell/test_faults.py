"""Every fault of the mock, on both transports and in both eras: the right value, in time, and
nothing left behind.

The run happens in a process of its own, which reports what it saw and how much memory it took.
"""

import json
import re
import subprocess
import sys

import pytest
from leftovers import assert_nothing_left, marked

MIB = 1024 * 1024
MOCK = [sys.executable, "-m", "mcptest_action", "mock", "--preset", "demo"]
START_S = 10.0  # a server has to start first, on a busy machine
BOUND_S = 3.0
# Who never answers is not waited for as long as who does. Whether what came instead of an answer
# is all that comes is known only when the time is up.
WAITING_S = {"timed_out": 0.5, "garbage": 1.0, "misaddressed": 1.0}
IMPATIENT = (1.0, 1.0)
TALK = """
import asyncio, json, os, sys, time
from mcptest_action.core.exchange.handshake import Choice, Hello
from mcptest_action.core.exchange.step import CallTool, Request
from mcptest_action.core.safety.decide import ExecutionPolicy, Presumed
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.core.surface.collect import collect
from mcptest_action.core.target.flags import command_server, url_server
from mcptest_action.core.transcript.reaction_json import reaction_document
from mcptest_action.shell.calls.guard import Guard
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.line import Line
from mcptest_action.shell.wire.recorder import Recorder
from mcptest_action.shell.wire.session import Waiting, reach

where, era, step, start_s, timeout_s = *sys.argv[1:4], *map(float, sys.argv[4:])

def one(step):
    return (yield step)

async def talk():
    server = url_server(where, {}, None, None) if where.startswith("http") else command_server(where)
    dialer = Dialer(server.target, os.environ)
    recorder = Recorder(None, dialer.redactor, {})
    line = Line(dialer, recorder, start_s, "1")
    try:
        met = await reach(line, Choice(era), Waiting(0, print))
        if not isinstance(met, Hello):
            return {"hello": False, "reaction": reaction_document(met.reaction)}
        asked = Request(step)
        if step == "call":
            asked = CallTool("search_records", {"query": "x"})
            policy = ExecutionPolicy(presumed=Presumed.EXECUTE, call_delay_s=0)
            plan = make_plan((await line.run(collect(met), "surface")).tools, policy, {})
            line.guard = Guard(plan, policy, over_http=where.startswith("http"))
        line._timeout_s = timeout_s
        start = time.monotonic()
        reaction = await line.run(one(asked), "test")
        return {"hello": True, "reaction": reaction_document(reaction), "took_s": time.monotonic() - start}
    finally:
        start = time.monotonic()
        await line.close()
        closing_s = time.monotonic() - start
        print(json.dumps({"closing_s": closing_s}), file=sys.stderr)

seen = asyncio.run(talk())
# Not getrusage: what pytest itself has used is handed on to every child of it.
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
seen["memory_mib"] = int(status["VmHWM"].split()[0]) / 1024
seen["reaction"].pop("result", None)
print(json.dumps(seen))
"""
# fault, step, kind of reaction on stdio, and on HTTP (None: the fault has no meaning there)
CASES = [
    ("hang", "call", "timed_out", "timed_out"),
    ("wedged@tools/list", "tools/list", "timed_out", "timed_out"),
    ("slow:200ms", "tools/list", "replied", "replied"),
    ("slow:5s@tools/list", "tools/list", "timed_out", "timed_out"),
    ("crash-after:1@tools/list", "tools/list", "disconnected", "disconnected"),
    ("recover-after:1", "call", "rpc_error", "rpc_error"),
    ("garbage-stdout", "tools/list", "replied", None),
    ("garbage-only@tools/list", "tools/list", "garbage", "garbage"),
    ("wrong-id@tools/list", "tools/list", "misaddressed", "misaddressed"),
    ("duplicate-answer", "tools/list", "replied", None),
    ("invalid-utf8@tools/list", "tools/list", "invalid_utf8", "invalid_utf8"),
    ("oversized", "tools/list", "oversized", "oversized"),
    ("half-line@tools/list", "tools/list", "disconnected", "disconnected"),
    ("dribble@tools/list", "tools/list", "timed_out", "timed_out"),
    ("flood@tools/list", "tools/list", "timed_out", "timed_out"),
    ("disconnect@tools/list", "tools/list", "disconnected", "disconnected"),
    ("never-close", "tools/list", "replied", "replied"),
    ("http-500@tools/list", "tools/list", None, "http_status"),
    ("http-html@tools/list", "tools/list", None, "garbage"),
]


def patience(kind):
    """For the hello, and for what follows it, in seconds."""
    return START_S, WAITING_S.get(kind, START_S)


def talk(where, era, step, env, patience):
    command = [sys.executable, "-c", TALK, where, era, step, *map(str, patience)]
    done = subprocess.run(command, env=env, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    # Nothing else was said, neither by us nor by asyncio.
    return {**json.loads(done.stdout), **json.loads(done.stderr)}


def check(seen, kind):
    assert seen["hello"] is True
    assert seen["reaction"]["kind"] == kind, seen["reaction"]
    assert seen["took_s"] + seen["closing_s"] < BOUND_S
    assert seen["memory_mib"] < 300


@pytest.mark.parametrize("era", ["legacy", "modern"])
@pytest.mark.parametrize(("fault", "step", "kind"), [(f, s, k) for f, s, k, _ in CASES if k])
def test_over_stdio(fault, step, kind, era):
    with marked(f"stdio-{fault}-{era}") as env:
        where = " ".join([*MOCK, "--fault", fault])
        check(talk(where, era, step, env, patience(kind)), kind)
        assert_nothing_left(env)


@pytest.mark.parametrize("era", ["legacy", "modern"])
@pytest.mark.parametrize("form", ["json", "sse"])
@pytest.mark.parametrize(("fault", "step", "kind"), [(f, s, k) for f, s, _, k in CASES if k])
def test_over_http(fault, step, kind, form, era):
    silent = fault == "never-close" and form == "json"  # a body that does not end is no answer yet
    with marked(f"http-{fault}-{form}-{era}") as env:
        words = [*MOCK, "--http", "0", "--fault", fault, *(["--sse"] if form == "sse" else [])]
        mock = subprocess.Popen(words, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            where = re.search(r"http://\S+", mock.stderr.readline().decode())[0]
            seen = talk(where, era, step, env, IMPATIENT if silent else patience(kind))
        finally:
            mock.kill()
            mock.communicate()
        if silent:
            assert (seen["hello"], seen["reaction"]["kind"]) == (False, "timed_out")
        else:
            check(seen, kind)
        assert_nothing_left(env)


def test_a_server_that_never_answers_at_all_is_left_in_time():
    with marked("wedged") as env:
        where = " ".join([*MOCK, "--fault", "wedged"])
        seen = talk(where, "legacy", "tools/list", env, IMPATIENT)
        assert seen["hello"] is False
        assert seen["reaction"] == {"kind": "timed_out", "after_s": 1.0}
        assert seen["closing_s"] < BOUND_S
        assert_nothing_left(env)
