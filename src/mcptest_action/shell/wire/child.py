"""A process of ours, and everything it starts: from its first breath until nothing of it is left.

We can't use asyncio's own. It waits for a process behind our back, after which the number
of its group may be somebody else's; it loses the group when it is cancelled while starting; and
closing it races with its own watcher, which then complains to standard error.
"""

import asyncio
import contextlib
import fcntl
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import IO

from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire.limits import MESSAGE_LIMIT, STDERR_TAIL

# Some loggers take a nap whenever a pipe is full; with the usual 64 KiB, a server that logs much
# would sleep through its own goodbye.
_WIDE = 1 << 20

_KILLED_S = 1.0  # a killed process ends at once, unless the kernel itself holds it


class PipeReader(asyncio.Protocol):
    """Passes on the output of a pipe at once: no task stands between it and the reader."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._early: list[bytes] = []
        self._receive: Callable[[bytes], None] = self._early.append
        self._ended: asyncio.Future[None] = loop.create_future()

    async def listen(self, receive: Callable[[bytes], None]) -> None:
        """Pass on everything, including earlier output; returns when the pipe has ended."""
        self._receive = receive
        for chunk in self._early:
            receive(chunk)
        await self._ended

    def data_received(self, data: bytes) -> None:
        self._receive(data)

    def connection_lost(self, _: Exception | None) -> None:
        if not self._ended.done():
            self._ended.set_result(None)


class Child:
    """The leader of a process group, and the streams to it."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process
        self._exited = asyncio.Event()
        self._given_back = False
        self._pipes: list[asyncio.BaseTransport] = []
        self.exit_code: int | None = None
        """Negative for the signal that ended it, None while it runs."""
        self.stdin: asyncio.StreamWriter
        self.stdout: PipeReader
        self.stderr: asyncio.StreamReader
        watch = threading.Thread(
            target=self._watch, args=(asyncio.get_running_loop(),), daemon=True
        )
        watch.start()

    async def connect(self) -> None:
        self.stdin = await self._writer(self._process.stdin)
        self.stdout = await self._pipe_reader(self._process.stdout)
        self.stderr = await self._reader(self._process.stderr)

    async def _writer(self, pipe: object) -> asyncio.StreamWriter:
        loop = asyncio.get_running_loop()
        transport, protocol = await loop.connect_write_pipe(
            lambda: asyncio.StreamReaderProtocol(asyncio.StreamReader()), pipe
        )
        self._pipes.append(transport)
        return asyncio.StreamWriter(transport, protocol, None, loop)

    async def _reader(self, pipe: object) -> asyncio.StreamReader:
        reader = asyncio.StreamReader()
        transport, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), pipe
        )
        self._pipes.append(transport)
        return reader

    async def _pipe_reader(self, pipe: object) -> PipeReader:
        loop = asyncio.get_running_loop()
        transport, reader = await loop.connect_read_pipe(lambda: PipeReader(loop), pipe)
        self._pipes.append(transport)
        return reader

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """See it exit, but leave it a zombie: so nobody gets its number while we might signal."""
        seen = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT)
        if seen is not None:
            code = seen.si_status if seen.si_code == os.CLD_EXITED else -seen.si_status
            with contextlib.suppress(RuntimeError):  # the loop is closed; nobody is interested
                loop.call_soon_threadsafe(self._has_exited, code)

    def _has_exited(self, code: int) -> None:
        self.exit_code = code
        self._exited.set()

    async def exits_within(self, seconds: float) -> bool:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._exited.wait()
        return self._exited.is_set()

    def signal(self, number: signal.Signals) -> None:
        """Signal the whole group; nobody, once its number is given back."""
        if not self._given_back:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, number)

    async def end(self, *reading: "asyncio.Task[None]", patience_s: float) -> None:
        """Kill the rest of the group, read its last output, give back the number and the pipes."""
        self.signal(signal.SIGKILL)
        try:
            await self.exits_within(_KILLED_S)
            if reading:
                await asyncio.wait(reading, timeout=patience_s)
        finally:
            for task in reading:
                task.cancel()
            self._give_back()
        await asyncio.gather(*reading, return_exceptions=True)

    def _give_back(self) -> None:
        for pipe in self._pipes:
            if isinstance(pipe, asyncio.WriteTransport) and pipe.get_write_buffer_size():
                pipe.abort()  # closing would wait until somebody reads the rest
            else:
                pipe.close()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:  # some may not have got a transport
                stream.close()
        if self._exited.is_set() and not self._given_back:
            self._given_back = True
            self._process.wait()


async def start_child(argv: tuple[str, ...], env: Mapping[str, str], cwd: str | None) -> Child:
    """Start it in a session of its own. Raises what `subprocess` and `threading` raise."""
    process = subprocess.Popen(  # noqa: S603 ASYNC220 - the user says what to run; returns at once
        argv,
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(env),
        cwd=cwd,
        start_new_session=True,
    )
    _widen(process.stderr)
    try:
        child = Child(process)
    except RuntimeError:  # no thread is left to watch it
        with process:
            os.killpg(process.pid, signal.SIGKILL)
        raise
    try:
        await child.connect()
    except BaseException:
        await child.end(patience_s=0)
        raise
    return child


def _widen(pipe: IO[bytes] | None) -> None:
    """Widen the pipe if the system allows it; we read the log either way."""
    if pipe is not None and hasattr(fcntl, "F_SETPIPE_SZ"):
        with contextlib.suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _WIDE)


class TooLong:
    """A line that went over the limit; the rest of it is dropped."""


class LineSplitter:
    def __init__(self) -> None:
        self._buffer = bytearray()
        self._dropping = False

    def feed(self, chunk: bytes) -> "Iterator[bytes | type[TooLong]]":
        """Every line that the chunk completes."""
        start = 0
        while (end := chunk.find(b"\n", start)) >= 0:
            self._buffer += chunk[start:end]
            start = end + 1
            line = bytes(self._buffer)
            self._buffer.clear()
            if not self._dropping:
                yield line
            self._dropping = False
        if self._dropping:
            return
        self._buffer += chunk[start:]
        if len(self._buffer) > MESSAGE_LIMIT:
            self._buffer.clear()
            self._dropping = True
            yield TooLong

    @property
    def unfinished(self) -> int:
        """How many bytes of an unfinished line we hold."""
        return len(self._buffer)


class LogTail:
    """Keeps a little more than it shows: we would not recognise the rest of a secret cut in two."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._kept = bytearray()
        self._cut = False

    def add(self, chunk: bytes) -> None:
        self._kept += chunk
        spare = len(self._kept) - STDERR_TAIL - self._redactor.reach
        if spare > 0:
            del self._kept[:spare]
            self._cut = True

    def text(self) -> str:
        text = self._redactor.text(self._kept.decode(errors="replace"))
        if self._cut:
            text = text[self._redactor.reach :]
        return text[-STDERR_TAIL:]
