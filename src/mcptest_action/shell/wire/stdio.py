"""A server started by us, spoken to in lines over its standard streams."""

import asyncio
import signal
from collections.abc import Mapping

from mcptest_action.core.protocol.exchange import (
    Accepted,
    Close,
    Closed,
    Disconnected,
    Incoming,
    Leaving,
    Outgoing,
    Oversized,
    Reaction,
    ServerRequest,
    Unreachable,
    reply_to,
)
from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire.child import Child, LineSplitter, LogTail, start_child
from mcptest_action.shell.wire.connection import IN_PASSING, UNABLE, Observed
from mcptest_action.shell.wire.duplex import Duplex, Waiter
from mcptest_action.shell.wire.limits import CHUNK, MESSAGE_LIMIT
from mcptest_action.shell.wire.messages import read_redacted

_LAST_WORDS_S = 0.3


class StdioConnection:
    def __init__(self, child: Child, redactor: Redactor) -> None:
        self._child = child
        self._redactor = redactor
        self._duplex = Duplex()
        self.inbox = self._duplex.inbox
        self.answering = UNABLE
        self._log = LogTail(redactor)
        self._gone: Disconnected | None = None
        self._tasks = [
            asyncio.create_task(self._read_stdout()),
            asyncio.create_task(self._read_stderr()),
        ]

    async def send(self, outgoing: Outgoing, timeout_s: float) -> Observed:
        return await self._duplex.send(outgoing, timeout_s, lambda w: self._exchange(outgoing, w))

    async def hush(self) -> None:
        """There is one stream, and it stays open."""

    async def _exchange(self, outgoing: Outgoing, waiter: Waiter) -> Reaction:
        if self._gone is not None:
            return self._gone
        if outgoing.bare:
            return Unreachable("HTTP headers mean nothing on stdio")
        stdin = self._child.stdin
        if not stdin.is_closing():
            stdin.write(outgoing.body if outgoing.raw else outgoing.body + b"\n")
        if outgoing.waits:  # until it answers; whether it reads meanwhile doesn't matter
            return await waiter
        draining = asyncio.ensure_future(stdin.drain())
        try:
            await asyncio.wait((draining, waiter), return_when=asyncio.FIRST_COMPLETED)
            # The reader notices the end as well, and knows the exit code.
            has_read = draining.done() and draining.exception() is None
            return Accepted() if has_read else await waiter
        finally:
            draining.cancel()

    async def _read_stdout(self) -> None:
        splitter = LineSplitter()

        def read(chunk: bytes) -> None:
            for line in splitter.feed(chunk):
                if isinstance(line, bytes):
                    self._receive(read_redacted(line, self._redactor))
                else:
                    self._duplex.settle_all(Oversized(MESSAGE_LIMIT))

        await self._child.stdout.listen(read)
        await self._end(splitter.unfinished)

    def _receive(self, incoming: Incoming) -> None:
        if isinstance(incoming, ServerRequest):
            incoming = self.answering(incoming)
            self._reply(incoming)
        self._duplex.receive(incoming)

    def _reply(self, request: ServerRequest) -> None:
        """Answer the server, if it listens: what it never reads must not pile up here."""
        stdin = self._child.stdin
        if not stdin.is_closing() and stdin.transport.get_write_buffer_size() < CHUNK:
            stdin.write(reply_to(request) + b"\n")

    async def _end(self, unfinished: int) -> None:
        """The output ended: tell everyone who still waits how."""
        await self._child.exits_within(_LAST_WORDS_S)
        detail = exit_in_words(self._child.exit_code)
        if unfinished:
            detail += f", in the middle of a line ({unfinished} bytes)"
        self._gone = Disconnected(detail)
        self._duplex.settle_all(self._gone)

    async def _read_stderr(self) -> None:
        while chunk := await self._child.stderr.read(CHUNK):
            self._log.add(chunk)

    def stderr_tail(self) -> str:
        return self._log.text()

    async def close(self, goodbye: Close = IN_PASSING) -> Closed:
        """Close its input and wait; end it if it stays, and everything it started in its group."""
        try:
            return await self._leave(goodbye)
        finally:
            await self._child.end(*self._tasks, patience_s=_LAST_WORDS_S)

    async def _leave(self, goodbye: Close) -> Closed:
        """End it by closing its input, then politely, then by force."""
        if self._child.exit_code is not None:
            return Closed(exit_in_words(self._child.exit_code), Leaving.EARLIER)
        self._child.stdin.close()
        if await self._child.exits_within(goodbye.exit_s):
            return Closed(exit_in_words(self._child.exit_code), Leaving.BY_ITSELF)
        self._child.signal(signal.SIGTERM)
        if await self._child.exits_within(goodbye.term_s):
            detail = "did not exit when its input closed, but when asked to"
            return Closed(detail, Leaving.TERMINATED)
        return Closed("had to be killed", Leaving.KILLED)

    def abort(self) -> None:
        """End the whole process group at once."""
        self._child.signal(signal.SIGKILL)


async def open_stdio(
    argv: tuple[str, ...], env: Mapping[str, str], cwd: str | None, redactor: Redactor
) -> StdioConnection | Unreachable:
    """Start the server in a process group of its own."""
    try:
        child = await start_child(argv, env, cwd)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        where = f" in the folder '{cwd}'" if cwd else ""
        return Unreachable(f"'{argv[0]}' cannot be started{where}: {reason.lower()}")
    return StdioConnection(child, redactor)


def exit_in_words(code: int | None) -> str:
    if code is None:
        return "closed its output without exiting"
    return f"exited with code {code}" if code >= 0 else f"ended by signal {-code}"
