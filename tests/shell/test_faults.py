"""Every fault of the mock, on both transports and in both eras: the right value, and nothing left
behind.
"""

import asyncio
import json
import logging
import re
import subprocess
import sys

import pytest
import talk
from leftovers import assert_nothing_left, marked
from patience import GIVES_UP_S, patiently

MOCK = [sys.executable, "-m", "mcptest_action", "mock", "--preset", "demo"]
START_S = 60.0  # a server has to start first, on a busy machine
IMPATIENT = (1.0, 1.0)
# Each of these would fill the memory, so a process of its own says how much it took.
LARGE = ("oversized", "flood@tools/list")
# fault, step, kind of reaction on stdio, and on HTTP (None: the fault has no meaning there)
CASES = [
    ("hang", "call", "timed_out", "timed_out"),
    ("wedged@tools/list", "tools/list", "timed_out", "timed_out"),
    ("slow:200ms", "tools/list", "replied", "replied"),
    ("slow:90s@tools/list", "tools/list", "timed_out", "timed_out"),
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


def answers(kind):
    """How to wait for it, given a timeout.

    Who never answers is not waited for as long as who does. What came instead of an answer is
    known only when the time is up.
    """
    if kind == "timed_out":
        return lambda _: (START_S, 0.5)
    if kind in ("garbage", "misaddressed"):
        return lambda timeout_s: (START_S, timeout_s)
    return lambda _: (START_S, START_S)


def check(where, era, case, env):
    fault, step, kind = case
    look = weighed if fault in LARGE else seen_by

    def sees(timeout_s):
        seen = look(where, era, step, answers(kind)(timeout_s), env)
        assert seen["hello"] is True
        assert seen["reaction"]["kind"] == kind, seen["reaction"]

    patiently(sees)


def seen_by(*given):
    return asyncio.run(talk.talk(*given))


def weighed(where, era, step, patience, env):
    command = [sys.executable, talk.__file__, where, era, step, *map(str, patience)]
    done = subprocess.run(command, env=env, capture_output=True, timeout=GIVES_UP_S, check=False)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()[-2000:]
    seen = json.loads(done.stdout)
    assert seen["memory_mib"] < 300
    return seen


@pytest.fixture(autouse=True)
def _silent(caplog):
    """Nothing else is said, neither by us nor by asyncio."""
    with caplog.at_level(logging.WARNING):
        yield
    assert caplog.messages == []


@pytest.mark.parametrize("era", ["legacy", "modern"])
@pytest.mark.parametrize(("fault", "step", "kind"), [(f, s, k) for f, s, k, _ in CASES if k])
def test_over_stdio(fault, step, kind, era):
    with marked(f"stdio-{fault}-{era}") as env:
        where = " ".join([*MOCK, "--fault", fault])
        check(where, era, (fault, step, kind), env)
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
            if silent:
                seen = seen_by(where, era, step, IMPATIENT, env)
                assert (seen["hello"], seen["reaction"]["kind"]) == (False, "timed_out")
            else:
                check(where, era, (fault, step, kind), env)
        finally:
            mock.kill()
            mock.communicate()
        assert_nothing_left(env)


def test_a_server_that_never_answers_at_all_is_left():
    with marked("wedged") as env:
        where = " ".join([*MOCK, "--fault", "wedged"])
        seen = seen_by(where, "legacy", "tools/list", IMPATIENT, env)
        assert seen["hello"] is False
        assert seen["reaction"] == {"kind": "timed_out", "after_s": 1.0}
        assert_nothing_left(env)
