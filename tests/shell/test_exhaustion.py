"""A machine that has no more of something: one sentence, exit code 2, and nothing left behind."""

import asyncio
import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from leftovers import assert_nothing_left, marked
from live_gate import MCPTEST, mock
from patience import GIVES_UP_S

from mcptest_action.core.protocol.exchange.reaction import Opened
from mcptest_action.core.protocol.transcript.lines import Exchange, Key
from mcptest_action.core.text.errors import InputError
from mcptest_action.shell.exhaustion import exhaustion_reported
from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire.recorder import Recorder

FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="a device of Linux")
def test_a_full_disk_is_no_bug(tmp_path):
    server = " ".join(mock("--preset", "demo"))
    command = [*MCPTEST, "surface", "--server-command", server, "--transcript", str(FULL)]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=GIVES_UP_S, check=False
    )
    assert done.returncode == 2
    assert done.stderr == f"error: {FULL}: cannot be written: no space left on device\n"


def test_a_disk_that_fills_up_leaves_whole_lines(tmp_path, monkeypatch):
    path = tmp_path / "t.jsonl"
    recorder = Recorder(str(path), Redactor(), {"now": "x"})
    header = path.read_text()
    write = os.write

    def first_half_then_full(file, data):
        if len(data) > 10:
            return write(file, data[:10])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", first_half_then_full)
    with pytest.raises(InputError, match="no space left on device"):
        recorder.log(1, "0123")
    recorder.log(1, "0123")  # there is no file any more
    recorder.close()
    assert path.read_text() == header


def test_a_line_that_could_not_be_written_meanwhile_is_told_next(tmp_path, monkeypatch):
    """Lines are written once the next request is on its way; there, nobody can be told."""
    path = tmp_path / "t.jsonl"
    exchange = Exchange(Key("x", None, 1, 1), {"step": "Fresh"}, Opened(), 1.0)

    def full(_file, _data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async def go():
        recorder = Recorder(str(path), Redactor(), {"now": "x"})
        recorder.record(exchange)
        await asyncio.sleep(0)
        written = path.read_text()
        assert '"check":"x"' in written
        with monkeypatch.context() as patched:
            patched.setattr(os, "write", full)
            recorder.record(exchange)
            await asyncio.sleep(0)
            with pytest.raises(InputError, match="no space left on device"):
                recorder.record(exchange)
        recorder.close()
        assert path.read_text() == written

    asyncio.run(go())


@pytest.mark.parametrize("waits", [True, False])
def test_the_last_line_is_written_at_the_latest_when_the_recorder_is_closed(tmp_path, waits):
    path = tmp_path / "t.jsonl"

    async def go():
        recorder = Recorder(str(path), Redactor(), {"now": "x"})
        recorder.record(Exchange(Key("x", None, 1, 1), {"step": "Fresh"}, Opened(), 1.0))
        await asyncio.sleep(0) if waits else None
        recorder.close()

    asyncio.run(go())
    assert path.read_text().count("\n") == 2


def test_a_full_disk_in_the_middle_of_a_gate_is_no_bug(tmp_path):
    """By a limit on the size of files, which says it in the same way to whoever ignores a signal."""
    script = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
        "from mcptest_action.cli import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    server = " ".join(mock("--preset", "demo"))
    with marked("full") as env:
        done = subprocess.run(
            [sys.executable, "-c", script, "gate", "--server-command", server],
            cwd=tmp_path, env=env, capture_output=True, text=True, timeout=GIVES_UP_S, check=False,
        )  # fmt: skip
        assert_nothing_left(env)
    assert done.returncode == 2, done.stderr
    assert "transcript.jsonl: cannot be written: file too large" in done.stderr
    assert "bug" not in done.stderr


def test_without_a_thread_to_watch_it_the_server_does_not_stay(tmp_path):
    script = (
        "import sys, threading\n"
        'def start(_): raise RuntimeError("can\'t start new thread")\n'
        "threading.Thread.start = start\n"
        "from mcptest_action.cli import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    with marked("threads") as env:
        done = subprocess.run(
            [sys.executable, "-c", script, "surface", "--server-command", "sleep 60"],
            cwd=tmp_path, env=env, capture_output=True, text=True, timeout=GIVES_UP_S, check=False,
        )  # fmt: skip
        assert_nothing_left(env)
    assert done.returncode == 2
    assert (
        done.stderr
        == "error: this machine: no more threads can be started (give the job more room)\n"
    )


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.EMFILE, "Too many open files"), "too many open files"),
        (MemoryError(), "there is no memory left"),
    ],
)
def test_what_is_lacking_is_said(error, said):
    with pytest.raises(InputError, match=said), exhaustion_reported():
        raise error


@pytest.mark.parametrize(
    "error", [OSError("odd"), OSError(errno.EPIPE, "x"), RuntimeError("a bug"), ValueError("a bug")]
)
def test_anything_else_stays_what_it_is(error):
    with pytest.raises(type(error)) as caught, exhaustion_reported():
        raise error
    assert caught.value is error
