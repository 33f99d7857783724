"""Write the transcript line by line, so that an interrupted run leaves a valid one."""

import asyncio
import contextlib
import os
from collections.abc import Mapping
from typing import Any

from mcptest_action.core.protocol.transcript import (
    Exchange,
    closing_line,
    exchange_line,
    header_line,
)
from mcptest_action.core.text import InputError
from mcptest_action.shell.files import failed
from mcptest_action.shell.redaction import Redactor


class Recorder:
    """Keeps every exchange, and writes it down if there is a file: once the next request is on its
    way, while the server is busy, or before anything else is written.
    """

    def __init__(self, path: str | None, redactor: Redactor, header: Mapping[str, Any]) -> None:
        self.exchanges: list[Exchange] = []
        self._redactor = redactor
        self._path, self._size = path, 0
        self._lines = 1
        """Counted without a file, too, so that evidence names the same lines."""
        self._file: int | None = None
        self._unwritten: list[Exchange] = []
        self._failure: InputError | None = None
        """Of a line that was written while nobody could be told."""
        if path is not None:
            try:
                if folder := os.path.dirname(path):
                    os.makedirs(folder, exist_ok=True)
                self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
            except OSError as error:
                raise failed(path, "written", error) from None
        self._write(header_line(header))

    def record(self, exchange: Exchange) -> None:
        self._tell_failure()
        self._lines += 1
        exchange = exchange._replace(line=self._lines)
        self.exchanges.append(exchange)
        if self._file is None:
            return
        self._unwritten.append(exchange)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # no event loop runs, so write now
            self._write_all()
        else:
            loop.call_soon(self._write_meanwhile)

    def log(self, connection: int, stderr_tail: str) -> None:
        self._tell_failure()
        self._write_all()
        if stderr_tail:
            self._lines += 1
            self._write(closing_line(connection, stderr_tail))

    def _write_meanwhile(self) -> None:
        try:
            self._write_all()
        except InputError as failure:
            self._failure = failure

    def _tell_failure(self) -> None:
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def _write_all(self) -> None:
        unwritten, self._unwritten = self._unwritten, []
        for exchange in unwritten:
            self._write(exchange_line(exchange))

    def _write(self, line: str) -> None:
        if self._file is None:
            return
        data = self._redactor.text(line).encode()
        size = self._size + len(data)
        try:
            while data:  # a short write is possible, but half a line must not stay
                data = data[os.write(self._file, data) :]
        except OSError as error:
            with contextlib.suppress(OSError):  # a pipe, say
                os.ftruncate(self._file, self._size)
            self._shut()
            raise failed(str(self._path), "written", error) from None
        self._size = size

    def close(self) -> None:
        try:
            self._write_all()
        finally:
            self._shut()
        self._tell_failure()

    def _shut(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
